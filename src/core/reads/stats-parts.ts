import type { Context } from '../foundation/context.ts';
import type { DescribedClass } from '../model/index.ts';
import {
  ratesOf,
  readStats,
  requireFewRows,
  STATS_ROWS_MAX,
  type StatsRequest,
  type StatsRow,
} from './stats.ts';

/** A group of statistics with its parts: the subgroups for each value of an additional field. */
export interface StatsParts {
  readonly group: StatsRow;
  readonly parts: readonly StatsRow[];
}

/**
 * Reads statistics like {@link readStats}, and splits each group by an additional field. One statement reads both, so
 * that they cover the same objects.
 *
 * @throws {Problem} as {@link readStats}.
 */
export async function readStatsParts(
  ctx: Context,
  target: DescribedClass,
  request: StatsRequest,
  field: string,
): Promise<StatsParts[]> {
  const rows = await readStats(ctx, target, {
    ...request,
    groupBy: [...request.groupBy, field],
    // Each group has a part without a value, and one or more with one.
    rowsMax: 2 * STATS_ROWS_MAX,
  });
  const groups = [...Map.groupBy(rows, (row) => nameOf(row, field)).values()];
  requireFewRows(request.interval, groups.length);
  const all = groups.map((parts) => ({ group: together(parts, field), parts }));
  // Parts with an interval are in the order of their groups.
  return request.interval ? all : all.sort((a, b) => order(a.group, b.group));
}

/** Names a group, regardless of the value of the additional field. */
function nameOf({ bucket, is_compared, keys }: StatsRow, field: string): string {
  return JSON.stringify([bucket, is_compared, ...Object.entries({ ...keys, [field]: null })]);
}

/** Adds up the parts of a group. */
function together(parts: readonly StatsRow[], field: string): StatsRow {
  const [{ bucket, is_compared, keys, sums }] = parts as [StatsRow];
  const total = (of: (part: StatsRow) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  const count = total((part) => part.count);
  const succeeded = total((part) => part.succeeded);
  const failed = total((part) => part.failed);
  const { [field]: _, ...own } = keys;
  return {
    ...{ keys: own, bucket, is_compared, count, succeeded, failed, ...ratesOf(count, succeeded, failed) },
    sums: Object.fromEntries(Object.keys(sums).map((name) => [name, total((part) => part.sums[name]!)])),
  };
}

/** The groups of the range before the groups compared with, the largest first, then by their keys, null last. */
function order(a: StatsRow, b: StatsRow): number {
  const byRange = Number(a.is_compared) - Number(b.is_compared);
  if (byRange || b.count !== a.count) return byRange || b.count - a.count;
  for (const name of Object.keys(a.keys)) {
    const [one, other] = [a.keys[name] ?? null, b.keys[name] ?? null];
    if (one !== other) return other === null || (one !== null && one < other) ? -1 : 1;
  }
  return 0;
}
