import type { Context } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { type DescribedClass, nounOf, resourceOf } from '../model/index.ts';
import { type RestView, restNames } from '../model/rest-view.ts';
import { shownLists } from './children.ts';
import { readOne } from './one.ts';
import { type Page, readPage } from './page.ts';
import { type KeysetPosition, positionOf } from './page-text.ts';
import { type Condition, defaultOrder } from './statement.ts';

/** Rows on a page, unless the request says how many. */
const PAGE_DEFAULT = 10;
/** The most rows of a page. */
export const LIST_PAGE_MAX = 100;

/** The page of a list that a REST request asks for. Its cursors are identifiers of rows. */
export interface ListPage {
  readonly limit?: number | null;
  readonly starting_after?: string | null;
  readonly ending_before?: string | null;
}

/**
 * Reads a page of a list in its default order, each row with the nested lists that REST shows; those that the caller may
 * not read are null. Takes one statement, whatever the page size, and another to find the row that a cursor names.
 *
 * @throws {Problem} `parameters_exclusive` for both cursors at once; `resource_not_found` if the merchant has no row
 * with the cursor's identifier; `not_permitted`.
 */
export async function readList(
  ctx: Context,
  target: DescribedClass,
  view: RestView,
  where: readonly Condition[],
  { limit, starting_after: after, ending_before: before }: ListPage,
): Promise<Page> {
  if (after && before) {
    throw new Problem('parameters_exclusive', 'Give either starting_after or ending_before, not both.', {
      param: 'ending_before',
    });
  }
  const { read, withheld } = shownLists(ctx, target);
  const isWhole = Object.keys(withheld).length === 0;
  const { rows, more } = await readPage(ctx, target, {
    // The text of a statement is kept by its columns, which must have the same lists each time.
    columns: isWhole ? restNames(target, view) : [...restNames(target, view)],
    where,
    after: after ? await positionAt(ctx, target, after, 'starting_after') : undefined,
    before: before ? await positionAt(ctx, target, before, 'ending_before') : undefined,
    take: before ? 'last' : 'first',
    limit: limit ?? PAGE_DEFAULT,
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
