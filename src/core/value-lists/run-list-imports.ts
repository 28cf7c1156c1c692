import { ListImport, ListImportBatch, REFUSED_SHOWN, type RefusedListLine } from '../entities/list-import.ts';
import type { ListKindName } from '../entities/values/list-values.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { validate } from '../model/index.ts';
import { ValidationErrors } from '../model/validation-errors.ts';
import { decryptField } from '../writes/apply-changes.ts';
import { findDue } from '../writes/find-due.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { workInTurns } from '../writes/work-in-turns.ts';
import { addEntries, type NewEntry } from './add-entries.ts';
import type { EntryCells, FileLine } from './read-entries-file.ts';
import { ListEntryAddition, listForEntries, readEntry } from './value-lists.ts';

/** Most imports of a turn. */
const IMPORTS_MAX = 100;

/** An import with lines to add. */
type DueImport = Pick<ListImport, 'merchant_id' | 'import_id'>;

/**
 * Adds the lines of imported files to their lists, a batch of each import in turn. A batch is one transaction, which adds
 * its entries, counts them and deletes the batch: after an interruption no line is counted twice or lost.
 *
 * @returns The number of lines that were read.
 * @throws {AggregateError} for imports with a failed batch. Other imports are not affected.
 */
export const runListImports = (ctx: Context): Promise<number> =>
  workInTurns<DueImport>({
    find: (passedOver) => findImports(ctx, passedOver),
    idOf: ({ import_id }) => import_id,
    step: ({ import_id, merchant_id }) => addBatch(withinMerchant(ctx, merchant_id), import_id),
    noun: 'imports of lists',
  });

function findImports(ctx: Context, passedOver: readonly string[]): Promise<DueImport[]> {
  const text = (isOfSome: () => string) => `select merchant_id, import_id from list_imports
    where status in ('pending', 'running') and import_id <> all($1::text[]) and ${isOfSome()}
    order by created_at limit ${IMPORTS_MAX}`;
  return findDue<DueImport>(ctx.rows, { text, values: [passedOver], reads: ['list_imports'] });
}

/** Adds the next batch of an import, and ends the import after its last; returns the number of lines. */
function addBatch(ctx: Context, importId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const of = await lock(tx, ListImport, importId);
    if (of.status !== 'pending' && of.status !== 'running') return 0;
    const { import_id, merchant_id } = of;
    const { em } = tx.transaction;
    const [batch, another] = await em.find(
      ListImportBatch,
      { merchant_id, import_id },
      { orderBy: { first_line: 'asc' }, limit: 2 },
    );
    const list = await listForEntries(tx, of.list_id);
    const lines = batch && list ? linesIn(tx, batch) : [];
    if (!list || !lines) {
      await fail(tx, of, list ? 'The rest of the file could not be decrypted.' : 'The list was deleted.');
      return 0;
    }
    of.status = 'running';
    await addLines(tx, of, list.kind, lines);
    if (batch) em.remove(batch);
    if (!another) end(tx, of, 'succeeded');
    return lines.length;
  });
}

function end(tx: WritingContext, of: ListImport, status: 'succeeded' | 'failed'): void {
  of.status = status;
  of.ended_at = tx.ports.now();
}

/** Another attempt would fail too. */
async function fail(tx: WritingContext, of: ListImport, reason: string): Promise<void> {
  of.failure_reason = reason;
  end(tx, of, 'failed');
  const text = 'delete from list_import_batches where merchant_id = $1 and import_id = $2';
  const touches = { writes: ['list_import_batches'] };
  await tx.rows.query({ text, values: [of.merchant_id, of.import_id], touches }, of.merchant_id);
}

/** The lines of a batch; null if they cannot be decrypted. */
function linesIn(tx: WritingContext, batch: ListImportBatch): readonly FileLine[] | null {
  try {
    return JSON.parse(String(decryptField(tx, batch, 'rows'))) as FileLine[];
  } catch {
    return null;
  }
}

/** Adds lines to the list of an import, and counts them. */
async function addLines(
  tx: WritingContext,
  of: ListImport,
  kind: ListKindName,
  lines: readonly FileLine[],
): Promise<void> {
  const refused: RefusedListLine[] = [];
  const entries = lines.flatMap(([line, cells]) => {
    const entry = entryOf(cells, kind, tx.ports.now());
    if (typeof entry !== 'string') return [entry];
    refused.push({ line, reason: entry });
    return [];
  });
  const { list_id, merchant_id } = of;
  const { added } =
    entries.length > 0 ? await addEntries(tx, { list_id, merchant_id, kind }, entries) : { added: 0 };
  if (refused.length > 0) await insertRefusals(tx, of, refused);
  of.lines_read += lines.length;
  of.lines_added += added;
  of.lines_known += entries.length - added;
  of.lines_refused += refused.length;
  if (of.refused.length < REFUSED_SHOWN) of.refused = [...of.refused, ...refused].slice(0, REFUSED_SHOWN);
  of.progress = Math.floor((of.lines_read * 100) / Math.max(of.lines_total, 1));
}

/** The entry of a row, validated like one of a request; or the reason for which it is refused. */
function entryOf(cells: EntryCells | string, kind: ListKindName, now: Date): NewEntry | string {
  if (typeof cells === 'string') return cells;
  const [value, expires_at, reason] = cells;
  const errors = new ValidationErrors();
  try {
    const given = { value, ...(expires_at && { expires_at }), ...(reason && { reason }) };
    const entry = readEntry(validate(ListEntryAddition, given), kind, now, '', errors);
    errors.raise();
    return entry!;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.parameters.map(({ message }) => message).join(' ') || error.message;
  }
}

const LINE_DIGITS = 7;

const refusalsText = `
  insert into list_import_refusals (merchant_id, import_id, list_id, refusal_id, line, reason, created_at)
  select $1, $2, $3, $2 || '_' || lpad(r.line::text, greatest(${LINE_DIGITS}, length(r.line::text)), '0'), r.line, r.reason,
    $6::timestamptz
  from unnest($4::int[], $5::text[]) as r(line, reason)`;

async function insertRefusals(
  tx: WritingContext,
  { import_id, list_id, merchant_id }: ListImport,
  refused: readonly RefusedListLine[],
): Promise<void> {
  const values = [
    ...[merchant_id, import_id, list_id],
    refused.map(({ line }) => line),
    refused.map(({ reason }) => reason),
    tx.ports.now().toISOString(),
  ];
  const statement = { text: refusalsText, values, touches: { writes: ['list_import_refusals'] } };
  await tx.rows.query(statement, merchant_id);
}
