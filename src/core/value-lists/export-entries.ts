import { ListEntry, ValueList } from '../entities/value-list.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { fieldOf } from '../model/index.ts';
import { countUpTo, type ExportedList, exportPages, type ListExport, readOne } from '../reads/index.ts';
import { listFileColumns } from './read-entries-file.ts';

/** Number of entries at which counting stops. */
const COUNT_MAX = 100_000;

/**
 * The entries of a list for a file, oldest first. They are read as they are consumed.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function exportEntries(ctx: Context, listId: string): Promise<ListExport> {
  if (!(await readOne(ctx, ValueList, listId, ['list_id']))) throw notFound('value list');
  const where = [{ field: 'list_id', op: 'eq', value: listId }] as const;
  const count = await countUpTo(ctx, ListEntry, where, COUNT_MAX);
  const list: ExportedList = {
    target: ListEntry,
    where,
    order: { field: 'created_at', direction: 'asc' },
    columns: listFileColumns.map((name) => ({
      name,
      field: fieldOf(ListEntry, name),
      cellOf: (row) => inOneLine(row[name]),
    })),
  };
  return { count, isExact: count < COUNT_MAX, columns: listFileColumns, rows: rowsOf(ctx, list) };
}

/** A row of an import is one line. */
const inOneLine = (value: unknown) =>
  typeof value === 'string' ? value.replace(/\s*[\r\n]+\s*/g, ' ') : value;

async function* rowsOf(ctx: Context, list: ExportedList): ListExport['rows'] {
  const pageAfter = exportPages(ctx, list);
  let after: Parameters<typeof pageAfter>[0];
  for (;;) {
    const { next, rows } = await pageAfter(after);
    yield* rows;
    if (!next) return;
    after = next;
  }
}
