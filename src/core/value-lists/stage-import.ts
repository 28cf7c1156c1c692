import { createHash } from 'node:crypto';
import { LIST_IMPORT_LINES_MAX, ListImport, ListImportBatch } from '../entities/list-import.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { encryptField } from '../writes/apply-changes.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import { type FileForm, type FileLine, readEntriesFile } from './read-entries-file.ts';
import { requireList } from './value-lists.ts';

/** Lines of a batch: few, so that adding them takes tens of milliseconds. */
const BATCH_LINES = 1_000;
/** Longest JSON of a batch, in characters. */
const BATCH_CHARACTERS = 512 * 1024;

/** An uploaded file whose lines are stored, and belong to no import yet. */
export interface StagedEntries {
  readonly list_id: string;
  readonly import_id: string;
  readonly lines: number;
  /** Digest of the file, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Stores the lines of a file as they arrive, encrypted, for an import of entries into a list. Nothing is added yet: see
 * {@link createListImport}. A file that is refused leaves nothing.
 *
 * @throws {Problem} `resource_not_found` before the file is read; as {@link readEntriesFile}; `invalid_parameter` for a
 *   file without lines, or with too many.
 */
export async function stageEntries(
  ctx: Context,
  listId: string,
  chunks: () => AsyncIterable<Buffer>,
  form?: FileForm,
): Promise<StagedEntries> {
  const merchant_id = requireMerchant(ctx);
  await inTransaction(ctx, (tx) => requireList(tx, listId));
  const staged = { list_id: listId, import_id: ctx.ports.ids.make('lim'), merchant_id };
  const digest = createHash('sha256');
  let lines = 0;
  try {
    for await (const batch of batchesOf(readEntriesFile(digested(chunks(), digest), form))) {
      lines += batch.length;
      if (lines > LIST_IMPORT_LINES_MAX) throw tooMany();
      await insertBatch(ctx, staged, batch);
    }
    if (lines === 0) throw invalidParameter('file', 'The file has no lines after its header.');
  } catch (error) {
    await discardStaged(ctx, staged);
    throw error;
  }
  return { list_id: listId, import_id: staged.import_id, lines, sha256: digest.digest('hex') };
}

const tooMany = () =>
  invalidParameter(
    'file',
    `A file can have at most ${LIST_IMPORT_LINES_MAX} lines. Split it and import each part.`,
  );

async function* digested(
  chunks: AsyncIterable<Buffer>,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}

async function* batchesOf(lines: AsyncIterable<FileLine>): AsyncGenerator<FileLine[]> {
  let batch: FileLine[] = [];
  let characters = 0;
  for await (const line of lines) {
    const length = JSON.stringify(line).length;
    if (batch.length >= BATCH_LINES || characters + length > BATCH_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(line);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

const batchText = `
  insert into list_import_batches (merchant_id, import_id, list_id, batch_id, first_line, rows, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

function insertBatch(
  ctx: Context,
  { import_id, list_id, merchant_id }: Pick<ListImportBatch, 'import_id' | 'list_id' | 'merchant_id'>,
  lines: readonly FileLine[],
): Promise<unknown> {
  const batch = Object.assign(new ListImportBatch(), {
    ...{ merchant_id, import_id, list_id },
    batch_id: ctx.ports.ids.make('lib'),
    first_line: lines[0]![0],
    created_at: ctx.ports.now(),
  });
  encryptField(ctx, batch, 'rows', JSON.stringify(lines));
  const { batch_id, created_at, first_line, rows } = batch;
  const values = [merchant_id, import_id, list_id, batch_id, first_line, rows, created_at.toISOString()];
  const statement = { text: batchText, values, touches: { writes: ['list_import_batches'] } };
  return inTransaction(ctx, (tx) => tx.rows.query(statement, merchant_id));
}

/** Deletes the stored lines of a file that no import took. What an interrupted upload leaves is deleted after a day. */
export function discardStaged(
  ctx: Context,
  { import_id }: Pick<StagedEntries, 'import_id'>,
): Promise<unknown> {
  const merchantId = requireMerchant(ctx);
  const text = 'delete from list_import_batches where merchant_id = $1 and import_id = $2';
  const statement = { text, values: [merchantId, import_id], touches: { writes: ['list_import_batches'] } };
  return inTransaction(ctx, (tx) => tx.rows.query(statement, merchantId));
}

/**
 * Creates the import of a stored file, which a job then adds to its list; returns its identifier.
 *
 * @throws {Problem} `resource_not_found` for a list that has been deleted meanwhile.
 */
export function createListImport(
  ctx: Context,
  { import_id, lines, list_id }: StagedEntries,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    tx.idempotency?.refersTo(import_id);
    const { merchant_id } = await requireList(tx, list_id);
    const of = Object.assign(new ListImport(), {
      ...{ merchant_id, import_id, list_id },
      status: 'pending' as const,
      progress: 0,
      lines_total: lines,
      lines_read: 0,
      lines_added: 0,
      lines_known: 0,
      lines_refused: 0,
      refused: [],
      created_at: tx.ports.now(),
    });
    await insert(tx, of, false);
    return import_id;
  });
}
