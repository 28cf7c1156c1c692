import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { type DescribedClass, nounOf, resourceOf } from '../model/index.ts';
import { type RestView, restNames } from '../model/rest-view.ts';
import { shownLists } from './children.ts';
import { countRows } from './count.ts';
import { readOne } from './one.ts';
import { mayReadTexts, type Page, readPage, readPageTexts } from './page.ts';
import { type KeysetPosition, type PageRequest, positionOf } from './page-request.ts';
import type { Condition } from './predicates.ts';
import { rowJson } from './row-json.ts';
import { defaultOrder } from './statement.ts';

/** Default page size. */
const PAGE_DEFAULT = 10;
/** Maximum page size. */
export const LIST_PAGE_MAX = 100;

/** The page that a REST request asks for. Its cursors are identifiers of rows. */
export interface ListPage {
  readonly limit?: number | null;
  readonly starting_after?: string | null;
  readonly ending_before?: string | null;
  /** Number of entries to skip first, for paging by offset. */
  readonly offset?: number | null;
}

/** A page with its rows in REST's JSON. */
export class WrittenPage {
  constructor(
    /** An array of objects. */
    readonly json: string,
    readonly size: number,
    readonly more: boolean,
  ) {}
}

/**
 * Reads a page of a list in its default order, each row with the nested lists that REST shows; lists that the caller
 * may not read are null. Needs one statement at any page size, and another to find a cursor's row. For callers
 * without masking, the rows are written as JSON by the database.
 *
 * @throws {Problem} `parameters_exclusive` for both cursors, or a cursor with an offset; `resource_not_found` if the
 * merchant has no row with the cursor's identifier; `not_permitted`.
 */
export async function readList(
  ctx: Context,
  target: DescribedClass,
  view: RestView,
  where: readonly Condition[],
  { limit, offset, starting_after: after, ending_before: before }: ListPage,
): Promise<Page | WrittenPage> {
  if (offset && (after || before)) throw withOffset('starting_after and ending_before');
  if (after && before) {
    throw new Problem('parameters_exclusive', 'Give either starting_after or ending_before, not both.', {
      param: 'ending_before',
    });
  }
  const of = {
    where,
    after: after ? await positionAt(ctx, target, after, 'starting_after') : undefined,
    before: before ? await positionAt(ctx, target, before, 'ending_before') : undefined,
    take: before ? 'last' : 'first',
    limit: limit ?? PAGE_DEFAULT,
    ...(offset ? { skip: offset } : {}),
  } as const;
  return readPageOf(ctx, target, view, of);
}

/** A page by offset, with the total number of entries. */
export interface CountedPage {
  readonly page: Page | WrittenPage;
  readonly total: number;
}

/** Default page size of a list paged by offset. */
const COUNTED_DEFAULT = 20;

/**
 * Reads a page by its offset, and counts all entries: two statements, whose cost grows with the offset and the length
 * of the list.
 *
 * @throws {Problem} `not_permitted`; `parameters_exclusive` for an offset with search words.
 */
export async function readCountedList(
  ctx: Context,
  target: DescribedClass,
  view: RestView,
  where: readonly Condition[],
  { limit, offset }: { readonly limit?: number | null; readonly offset?: number | null },
): Promise<CountedPage> {
  const of = { where, take: 'first', limit: limit ?? COUNTED_DEFAULT, skip: offset ?? 0 } as const;
  const page = await readPageOf(ctx, target, view, of);
  return { page, total: await countRows(ctx, target, where) };
}

const withOffset = (others: string): Problem =>
  new Problem('parameters_exclusive', `Give offset without ${others}.`, { param: 'offset' });

async function readPageOf(
  ctx: Context,
  target: DescribedClass,
  view: RestView,
  of: Omit<PageRequest, 'columns' | 'lists'>,
): Promise<Page | WrittenPage> {
  if (of.skip && of.where?.some((condition) => 'search' in condition)) throw withOffset('search');
  const json = mayReadTexts(ctx, target) ? rowJson(target, view) : null;
  if (json) {
    const { columns, lists } = json;
    const { more, rows } = await readPageTexts(ctx, target, { ...of, columns, lists });
    return new WrittenPage(json.write(ctx, rows), rows.length, more);
  }
  const { read, withheld } = shownLists(ctx, target, view);
  const isWhole = Object.keys(withheld).length === 0;
  const { rows, more } = await readPage(ctx, target, {
    ...of,
    // Statement texts are cached by their columns, which must always have the same lists.
    columns: isWhole ? restNames(target, view) : [...restNames(target, view)],
    lists: read,
  });
  return { rows: isWhole ? rows : rows.map((row) => ({ ...row, ...withheld })), more };
}

async function positionAt(
  ctx: Context,
  target: DescribedClass,
  id: string,
  param: string,
): Promise<KeysetPosition> {
  const resource = resourceOf(target);
  const row = await readOne(ctx, target, id, [resource.order]);
  if (!row) throw notFound(nounOf(target), param);
  return positionOf(resource, defaultOrder(resource), ctx.merchantId, row);
}
