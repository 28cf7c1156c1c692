import { type Context, isAcrossNodes } from '../foundation/context.ts';
import type { Row, Statement, TextRow } from '../foundation/transaction.ts';
import { type DescribedClass, fieldOf, type ResourceDescription, resourceOf } from '../model/index.ts';
import { listsWithinProfile, requireListable, requireLists, restricted } from './access.ts';
import { addLists, listExpression, type ParentPlace, parentAsT, revealLists } from './children.ts';
import { type PageRequest, pageClauses } from './page-request.ts';
import { showsAll } from './personal-data.ts';
import { isNested } from './predicates.ts';
import { rangedRows, rangesOf } from './ranged-rows.ts';
import { searchedRows, soughtWords } from './search.ts';
import { readInTime } from './slow-read.ts';
import { columnsFor, columnValue, reveal, StatementBuilder, selectList } from './statement.ts';

export interface Page {
  readonly rows: Row[];
  /** Whether the list continues in the direction of paging. */
  readonly more: boolean;
}

/**
 * The statement of a page. Keyset pagination instead of OFFSET: page one thousand costs the same as page one. Only
 * requests that skip rows use OFFSET.
 *
 * @example For payments of a merchant after a cursor:
 * ```sql
 * select t."merchant_id" as "merchant_id", … from "payments" t
 * where t."merchant_id" = $1 and (t."created", t."payment_id") < ($2::timestamptz, $3::text)
 * order by t."created" desc, t."payment_id" desc limit $4
 * ```
 */
export function pageStatement(
  resource: ResourceDescription,
  merchantId: string | null,
  request: PageRequest,
  asTexts = false,
): Statement {
  const builder = new StatementBuilder();
  const limit = builder.parameter(request.limit + 1, 'int');
  const skipped = request.skip ? ` offset ${builder.parameter(request.skip, 'int')}` : '';
  const parent = request.lists?.length ? parentAsT(resource, merchantId, builder) : null;
  const words = soughtWords(resource, request.where ?? []);
  const ranges = words === null ? rangesOf(resource, merchantId, request) : null;
  const found = words
    ? searchedRows(resource, merchantId, request, words, limit, builder)
    : ranges && rangedRows(resource, merchantId, request, ranges, limit, builder);
  const clauses = found?.clauses ?? pageClauses(resource, merchantId, request, request.where ?? [], builder);
  const from = found?.from ?? `${builder.table(resource.table)} t`;
  const after = ` from ${from}${clauses.where} order by ${clauses.orderBy('t')} limit ${limit}${skipped}`;
  const before = found?.before ?? '';
  const compose = () => {
    const columns = asTexts
      ? request.columns.map((name) => columnValue(fieldOf(resource.target, name), 't', builder)).join(', ')
      : selectList(columnsFor(resource, [...request.columns, ...clauses.keyset]), 't', builder);
    const list = [columns, ...listsOf(resource, request, parent, builder)];
    return `${before}select ${list.join(', ')}${after}`;
  };
  const isOfProfile = request.lists?.some(({ profileId }) => profileId !== undefined);
  if (isOfProfile || isNested(request.where ?? [])) return { ...builder.build(compose()), unprepared: true };
  const known = composedOnce(request, before + after, () => builder.build(compose()));
  return { ...known, values: builder.values };
}

/** The nested lists of a page. */
function listsOf(
  resource: ResourceDescription,
  { lists = [] }: PageRequest,
  parent: ParentPlace | null,
  builder: StatementBuilder,
): string[] {
  return parent === null ? [] : lists.map((list) => listExpression(resource, list, parent, builder));
}

/** Texts cached per selection: one for each combination of filters and sort order in use. */
const TEXTS_MAX = 50;
const textsBySelection = new WeakMap<readonly string[], Map<string, Composed>>();

/** A statement without its values. */
type Composed = Pick<Statement, 'text' | 'touches'>;

/**
 * The text of a page's statement, and the tables it touches. Composing and hashing thousands of characters takes
 * longer than the rest of the request's processing, so a selection caches its texts, keyed by the part after the
 * columns.
 */
function composedOnce({ columns }: PageRequest, rest: string, compose: () => Composed): Composed {
  let texts = textsBySelection.get(columns);
  if (!texts) {
    texts = new Map();
    textsBySelection.set(columns, texts);
  }
  let known = texts.get(rest);
  if (!known) {
    const { text, touches } = compose();
    known = { text, touches };
    if (texts.size < TEXTS_MAX) texts.set(rest, known);
  }
  return known;
}

/**
 * The page of a request, limited to data that its caller may read.
 *
 * @throws {Problem} `not_permitted`.
 */
function permittedPage(ctx: Context, target: DescribedClass, request: PageRequest): PageRequest {
  const resource = resourceOf(target);
  requireListable(ctx, resource, request.where, request.order);
  requireLists(ctx, target, request.lists);
  return {
    ...request,
    where: restricted(ctx, resource, request.where),
    lists: listsWithinProfile(ctx, target, request.lists ?? []),
  };
}

/** Puts the rows of a page's statement into the order of the list. Returns whether the list continues. */
function cutToPage(rows: unknown[], { limit, take }: PageRequest): boolean {
  const more = rows.length > limit;
  if (more) rows.pop();
  if (take === 'last') rows.reverse();
  return more;
}

/**
 * Reads a page of a resource within the context's merchant, with the requested nested lists, in one statement. On a
 * cluster the lists of several merchants take one statement per merchant.
 *
 * @throws {Problem} `not_permitted`; `query_too_complex` if it takes too long, see {@link readInTime}.
 */
export async function readPage(ctx: Context, target: DescribedClass, request: PageRequest): Promise<Page> {
  const resource = resourceOf(target);
  const within = permittedPage(ctx, target, request);
  const isApart = isAcrossNodes(ctx);
  const statement = pageStatement(resource, ctx.merchantId, isApart ? { ...within, lists: [] } : within);
  const rows = await readInTime(resource, within.where ?? [], () =>
    ctx.rows.query(statement, ctx.merchantId),
  );
  const more = cutToPage(rows, request);
  if (isApart) await addLists(ctx, target, rows, request.lists ?? []);
  else revealLists(ctx, target, request.lists ?? [], rows);
  return { rows: reveal(ctx, resource, rows), more };
}

/** A page with rows in the database's text format. */
export interface PageTexts {
  /** The texts of the selected columns, then the JSON of the nested lists. */
  readonly rows: TextRow[];
  /** Whether the list continues in the direction of paging. */
  readonly more: boolean;
}

/**
 * Whether a context may read a resource's rows as texts: nothing is masked, and lists come in the same statement. On
 * a cluster this holds only for rows of the installation or of one merchant, which are on one node.
 */
export const mayReadTexts = (ctx: Context, target: DescribedClass): boolean =>
  showsAll(ctx) && (!isAcrossNodes(ctx) || resourceOf(target).reach === 'installation');

/**
 * Reads a page like `readPage`, with the same conditions and permissions, but leaves columns unparsed that are only
 * shown.
 *
 * @throws {Problem} `not_permitted`.
 */
export async function readPageTexts(
  ctx: Context,
  target: DescribedClass,
  request: PageRequest,
): Promise<PageTexts> {
  if (!mayReadTexts(ctx, target)) throw new Error('The rows cannot be read as texts.');
  const resource = resourceOf(target);
  const within = permittedPage(ctx, target, request);
  const statement = { ...pageStatement(resource, ctx.merchantId, within, true), asTexts: true };
  const rows = await readInTime(resource, within.where ?? [], () =>
    ctx.rows.query<TextRow & object>(statement, ctx.merchantId),
  );
  return { more: cutToPage(rows, request), rows };
}
