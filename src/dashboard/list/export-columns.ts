import { listOf } from './listed.ts';

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
