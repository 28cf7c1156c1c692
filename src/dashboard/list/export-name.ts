import { endsOf } from '../data/range.ts';
import { dayOf } from '../data/time.ts';
import { listOf } from './address.ts';

/** An end of a period as names of files have it on every system: a day, or an instant without colons. */
const endOf = (end: string): string =>
  end.includes('T') ? `${new Date(end).toISOString().slice(0, 16).replace(':', '.')}Z` : end;

/**
 * The name of an export's file: the list and the period that its rows were created in, which ends today unless it is said.
 *
 * @example `payments 2026-11-01 to 2026-11-27.csv`, `refunds until 2026-11-27.csv`
 */
export function exportName(list: string, created: string | null, now = new Date()): string {
  const [from, to] = endsOf(created).map((end) => (Number.isNaN(Date.parse(end)) ? '' : endOf(end)));
  const period = from ? `${from} to ${to || dayOf(now)}` : `until ${to || dayOf(now)}`;
  return `${list} ${period}.csv`;
}

/** A column of a list: its own name, or those that an export has in its place. */
export interface ExportedColumn {
  readonly id: string;
  readonly exports?: readonly string[];
}

/** The columns of an export by those that the list shows, as its parameter takes them; empty for its default. */
export function exportColumns(all: readonly ExportedColumn[], shown: string | null): string {
  const chosen = listOf(shown);
  return [
    ...new Set(all.filter(({ id }) => chosen.includes(id)).flatMap(({ exports, id }) => exports ?? [id])),
  ].join(',');
}
