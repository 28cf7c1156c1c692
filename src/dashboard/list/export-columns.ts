import { listOf } from './listed.ts';

/** A column of a list, by its own name or by the export columns that replace it. */
export interface ExportedColumn {
  readonly id: string;
  readonly exports?: readonly string[];
}

/** The `columns` parameter of an export, from the list's visible columns; empty for the default. */
export function exportColumns(all: readonly ExportedColumn[], shown: string | null): string {
  const chosen = listOf(shown);
  return [
    ...new Set(all.filter(({ id }) => chosen.includes(id)).flatMap(({ exports, id }) => exports ?? [id])),
  ].join(',');
}
