import { endsOf } from '../data/range.ts';
import { dayOf } from '../data/time.ts';

/** An end of a period in a form valid in file names: a day, or an instant without colons. */
const endOf = (end: string): string =>
  end.includes('T') ? `${new Date(end).toISOString().slice(0, 16).replace(':', '.')}Z` : end;

/**
 * The file name of an export: the list and its rows' period of creation, which ends today by default.
 *
 * @example `payments 2026-11-01 to 2026-11-27.csv`, `refunds until 2026-11-27.csv`
 */
export function exportName(list: string, created: string | null, now = new Date()): string {
  const [from, to] = endsOf(created).map((end) => (Number.isNaN(Date.parse(end)) ? '' : endOf(end)));
  const period = from ? `${from} to ${to || dayOf(now)}` : `until ${to || dayOf(now)}`;
  return `${list} ${period}.csv`;
}
