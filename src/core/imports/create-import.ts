import {
  IMPORT_ROWS_MAX,
  type ImportFormat,
  PaymentMethodImport,
  PaymentMethodImportBatch,
} from '../entities/payment-method-import.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { isPermitted } from '../foundation/permissions.ts';
import type { ValueOf } from '../model/index.ts';
import { encryptField } from '../writes/apply-changes.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import { decryptFile } from './import-keys.ts';
import type { FileRow } from './import-row.ts';
import { type RowReader, readCsv, readJsonLines } from './read-rows.ts';

/** The media types of an import's body, and the formats they name. */
export const importTypes: Readonly<Record<string, ValueOf<typeof ImportFormat>>> = Object.freeze({
  'text/csv': 'csv',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
});
/** The media type of an encrypted body. */
export const ENCRYPTED_TYPE = 'application/jose';

const readers: Readonly<Record<ValueOf<typeof ImportFormat>, RowReader>> = {
  csv: readCsv,
  jsonl: readJsonLines,
};

/** Maximum number of rows per batch: few, so that other work does not wait long. */
const BATCH_ROWS = 200;
/** Maximum length of a batch's JSON, in characters. */
const BATCH_CHARACTERS = 512 * 1024;

/** An uploaded file. */
export interface SentImport {
  readonly content: Buffer;
  /** The format; null for an encrypted file, whose content shows it. */
  readonly format: ValueOf<typeof ImportFormat> | null;
  /** The connector account of tokens in rows without an account. */
  readonly accountId: string | null;
}

/** An import with read and encrypted rows, not stored yet. */
export interface PreparedImport {
  readonly of: PaymentMethodImport;
  readonly batches: readonly PaymentMethodImportBatch[];
}

/**
 * Reads a file of payment methods, and encrypts its rows, in the merchant of the context. Nothing is stored. An invalid
 * row gets a result with the error; an unreadable file is refused.
 *
 * @throws {Problem} As the readers; `invalid_parameter` for a file without rows, with too many rows, or that cannot be
 *   decrypted.
 */
export async function prepareImport(ctx: Context, sent: SentImport): Promise<PreparedImport> {
  const encrypted = sent.format === null;
  const content = encrypted ? await decryptFile(ctx, sent.content) : sent.content;
  const format = sent.format ?? formatOf(content);
  const now = ctx.ports.now();
  const of = Object.assign(new PaymentMethodImport(), {
    merchant_id: requireMerchant(ctx),
    import_id: ctx.ports.ids.make('imp'),
    status: 'processing' as const,
    format,
    encrypted,
    rows_total: 0,
    rows_done: 0,
    rows_created: 0,
    rows_updated: 0,
    rows_duplicate: 0,
    rows_failed: 0,
    sets_unread: !isPermitted(ctx, 'personal_data:read'),
    created_at: now,
  });
  const batches: PaymentMethodImportBatch[] = [];
  let texts: string[] = [];
  let characters = 0;
  let firstLine = 0;
  const endBatch = () => {
    if (texts.length === 0) return;
    const batch = Object.assign(new PaymentMethodImportBatch(), {
      merchant_id: of.merchant_id,
      batch_id: ctx.ports.ids.make('imb'),
      import_id: of.import_id,
      first_line: firstLine,
    });
    encryptField(ctx, batch, 'rows', `[${texts.join(',')}]`);
    batches.push(batch);
    texts = [];
    characters = 0;
  };
  for await (const [line, members] of readers[format](content)) {
    of.rows_total += 1;
    if (of.rows_total > IMPORT_ROWS_MAX) throw tooMany();
    const text = JSON.stringify([line, keptOf(members, sent.accountId)] satisfies FileRow);
    if (texts.length >= BATCH_ROWS || characters + text.length > BATCH_CHARACTERS) endBatch();
    if (texts.length === 0) firstLine = line;
    texts.push(text);
    characters += text.length;
  }
  endBatch();
  if (of.rows_total === 0) throw invalidParameter('body', 'The file has no rows.');
  return { of, batches };
}

/** JSON begins with a brace, a header never does. */
const formatOf = (content: Buffer) =>
  /^[\uFEFF\s]*\{/.test(content.toString('utf8', 0, 64)) ? 'jsonl' : 'csv';

/** A row without empty cells, with the import's connector account if it names none. */
function keptOf(members: FileRow[1], accountId: string | null): FileRow[1] {
  if (!members) return null;
  const kept = Object.entries(members).filter(([, value]) => value !== '');
  const named = accountId && !members.merchant_connector_id;
  return Object.fromEntries(named ? [...kept, ['merchant_connector_id', accountId]] : kept);
}

const tooMany = () =>
  invalidParameter(
    'body',
    `A file can have at most ${IMPORT_ROWS_MAX} rows. Split it and import each part: objects in both parts are saved once.`,
  );

/** Stores a prepared import, which a job then processes; returns its identifier. */
export function createImport(ctx: Context, { batches, of }: PreparedImport): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    tx.idempotency?.refersTo(of.import_id);
    await insert(tx, of, false);
    await tx.transaction.em.flush();
    for (let i = 0; i < batches.length; i += INSERTED_AT_ONCE)
      await insertBatches(tx, of, batches.slice(i, i + INSERTED_AT_ONCE));
    return of.import_id;
  });
}

/** Maximum number of batches per statement, which keeps the copies in its parameters small. */
const INSERTED_AT_ONCE = 10;

const insertText = `
  insert into payment_method_import_batches (merchant_id, import_id, batch_id, first_line, rows)
  select $1, $2, b.* from unnest($3::text[], $4::int[], $5::bytea[]) as b
  returning 1`;

async function insertBatches(
  tx: WritingContext,
  { import_id, merchant_id }: PaymentMethodImport,
  batches: readonly PaymentMethodImportBatch[],
): Promise<void> {
  const values = [
    merchant_id,
    import_id,
    batches.map(({ batch_id }) => batch_id),
    batches.map(({ first_line }) => first_line),
    batches.map(({ rows }) => rows),
  ];
  const touches = { writes: ['payment_method_import_batches'] };
  await tx.rows.query({ text: insertText, values, touches }, merchant_id);
}
