import * as f from '../../core/model/fields.ts';
import {
  type DescribedClass,
  describeField,
  type FieldDescription,
  resourceOf,
} from '../../core/model/index.ts';
import { type Condition, LIST_PAGE_MAX, type ListPage } from '../../core/reads/index.ts';

/** Comparisons of times and amounts, by the suffix of their parameter: `created_gte`. */
const comparisons = {
  lt: { timestamp: 'before', amount: 'less than' },
  gt: { timestamp: 'after', amount: 'greater than' },
  lte: { timestamp: 'at or before', amount: 'at most' },
  gte: { timestamp: 'at or after', amount: 'at least' },
} as const;
type Comparison = keyof typeof comparisons;

const SEARCH_MAX = 255;
/** How far a list pages by number. */
export const OFFSET_MAX = 100_000;

/** The page of every list. */
export class PageQuery implements ListPage {
  @f.Id("Cursor: an entry's identifier; returns the entries that follow it. Excludes `ending_before`.")
  starting_after?: string | null;
  @f.Id(
    "Cursor: an entry's identifier; returns the page that ends just before it. Excludes `starting_after`.",
  )
  ending_before?: string | null;
  @f.Integer(`Maximum number of entries to return, 1 to ${LIST_PAGE_MAX}; 10 by default.`, {
    min: 1,
    maximum: LIST_PAGE_MAX,
  })
  limit?: number | null;
  @f.Integer(
    `How many entries to pass over first, up to ${OFFSET_MAX}; 0 by default. Excludes the cursors, which keep their place while entries are added, and \`search\`.`,
    { min: 0, maximum: OFFSET_MAX },
  )
  offset?: number | null;
}

export type Query = Readonly<Record<string, unknown>>;

const filtersOf = (target: DescribedClass) => resourceOf(target).fields.filter(({ filter }) => filter);
const isCompared = (kind: string): kind is 'timestamp' | 'amount' =>
  kind === 'timestamp' || kind === 'amount';

/** The query of a list: a filter for each field with an index, `search`, and the members of `Beside`, by default the page. */
export function listQuery(target: DescribedClass, Beside: new () => object = PageQuery): DescribedClass {
  class ListQuery extends Beside {}
  const add = (field: FieldDescription) => describeField(ListQuery.prototype, field);
  for (const field of filtersOf(target)) {
    const { name, kind, format, max, min, maximum, enumeration } = field;
    const known = Object.entries({ format, max, min, maximum, enumeration });
    const limits = Object.fromEntries(known.filter(([, value]) => value !== undefined));
    const isShown = field.visibility !== 'nowhere';
    const exact = field.foundBy ? `Filter by \`${name}\`, in any notation.` : `Filter by exact \`${name}\`.`;
    add({ ...limits, name, kind, about: isShown ? exact : field.about });
    if (!isCompared(kind)) continue;
    for (const [suffix, meaning] of Object.entries(comparisons)) {
      const about = `Filter by \`${name}\` ${meaning[kind]} this value.`;
      add({ ...limits, name: `${name}_${suffix}`, kind, about });
    }
  }
  const searched = resourceOf(target).fields.flatMap(({ name, search, phonesWith }) =>
    search || phonesWith ? [typeof search === 'string' ? `\`${name}.${search}\`` : `\`${name}\``] : [],
  );
  if (searched.length > 0) {
    const about = `Prefix search: each word must start a word of ${searched.join(', ')}. Case and accents are ignored.`;
    add({ name: 'search', kind: 'text', max: SEARCH_MAX, about });
  }
  return ListQuery;
}

/** The conditions that the filters of a query set. */
export function queryConditions(target: DescribedClass, query: Query): Condition[] {
  const conditions: Condition[] = [];
  const add = (field: string, op: 'eq' | Comparison, value: unknown) => {
    if (value !== undefined && value !== null) conditions.push({ field, op, value });
  };
  for (const field of filtersOf(target)) {
    add(field.name, 'eq', query[field.name]);
    if (!isCompared(field.kind)) continue;
    for (const op of Object.keys(comparisons) as Comparison[]) {
      add(field.name, op, query[`${field.name}_${op}`]);
    }
  }
  if (typeof query.search === 'string') conditions.push({ search: query.search });
  return conditions;
}
