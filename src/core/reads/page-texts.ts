import type { Context } from '../foundation/context.ts';
import type { Row, TextRow } from '../foundation/transaction.ts';
import { type DescribedClass, fieldOf, resourceOf } from '../model/index.ts';
import { cutToPage, missingFrom, pageStatement, permittedPage } from './page.ts';
import { keysetColumns, type PageRequest } from './page-text.ts';
import { showsAll } from './personal-data.ts';
import { isoTime } from './row-texts.ts';
import { defaultOrder } from './statement.ts';

/** A page whose rows are as the database writes them. */
export interface PageTexts {
  /** The texts of the columns asked for, then the JSON of the nested lists. */
  readonly rows: TextRow[];
  /** Whether the list continues in the direction of paging. */
  readonly more: boolean;
  /** The columns that a row is sorted by and known by. */
  keysetOf(row: TextRow): Row;
}

/** Whether a context may read rows as texts: nothing in them is masked for it. */
export const mayReadTexts = showsAll;

/**
 * Reads a page like `readPage`, by the same conditions and for the same callers, without making values of what is only
 * shown.
 *
 * @throws {Problem} `not_permitted`.
 */
export async function readPageTexts(
  ctx: Context,
  target: DescribedClass,
  request: PageRequest,
): Promise<PageTexts> {
  if (!mayReadTexts(ctx)) throw new Error('Texts cannot be masked.');
  const resource = resourceOf(target);
  const within = permittedPage(ctx, target, request);
  const statement = { ...pageStatement(resource, ctx.merchantId, within, true), asTexts: true };
  const rows = await ctx.rows.query<TextRow & object>(statement, ctx.merchantId);
  const more = cutToPage(rows, request);
  const { columns, lists = [] } = request;
  const keyset = keysetColumns(resource, request.order ?? defaultOrder(resource), ctx.merchantId);
  const places = () => [...columns, ...lists.map(({ field }) => field), ...missingFrom(columns, keyset)];
  return {
    rows,
    more,
    keysetOf: (row) => {
      const at = places();
      return Object.fromEntries(
        keyset.map((name) => [name, typedValue(target, name, row[at.indexOf(name)] ?? null)]),
      );
    },
  };
}

function typedValue(target: DescribedClass, name: string, text: string | null): unknown {
  if (text === null) return null;
  const { kind } = fieldOf(target, name);
  if (kind === 'timestamp') return isoTime(text);
  return kind === 'amount' || kind === 'integer' ? Number(text) : text;
}
