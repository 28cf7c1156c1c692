import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ConnectorAccount } from '../../entities/connector-account.ts';
import {
  FinanceImport,
  FinanceImportBatch,
  type FinanceImportKind,
  FinanceMapping,
  type RefusedLine,
  SHOWN_REFUSALS,
} from '../../entities/finance-import.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { notFound, Problem } from '../../foundation/errors.ts';
import { requireRecon } from '../../merchant-accounts/reconciliation.ts';
import type { JsonRecord, ValueOf } from '../../model/index.ts';
import { encryptField } from '../../writes/apply-changes.ts';
import { insert, inTransaction, requireMerchant } from '../../writes/transactions.ts';
import { bankColumns } from './bank-line.ts';
import type { CollectedFile } from './collected-file.ts';
import { type FileMapping, readMapping } from './file-mapping.ts';
import { bankKind, type SummedKind, settlementKind } from './line-kinds.ts';
import { othersReferences } from './others-references.ts';
import { previewFile } from './preview-file.ts';
import { settlementColumns } from './settlement-file-line.ts';

/** An uploaded file, with the fields of its form. */
export interface SentFinanceFile {
  readonly kind: ValueOf<typeof FinanceImportKind>;
  readonly file: CollectedFile;
  /** The connector account of a settlement file; null for a bank statement. */
  readonly accountId: string | null;
  /** The mapping of columns as JSON. */
  readonly mapping: string | null;
  /** Name under which the mapping is kept or, without a mapping, found. */
  readonly mappingName: string | null;
}

const PREVIEW_MS = 24 * 60 * 60_000;
/** Most previews of a merchant: each holds the lines of a file. */
const PREVIEWS_MAX = 20;
const compressed = promisify(gzip);

/**
 * Reads a settlement file or a bank statement, and keeps its lines, encrypted, for a day. None counts before the import is
 * confirmed. A file that is imported already gets its import.
 *
 * @returns The identifier of the import.
 * @throws {Problem} `unexpected_state` unless reconciliation is active, or with {@link PREVIEWS_MAX} previews;
 *   `resource_not_found` for an unknown account or name of a mapping; `invalid_parameter`, `missing_parameter`,
 *   `unknown_parameter`, `malformed_json` for a file or a mapping that cannot be used.
 */
export async function importFinanceFile(ctx: Context, sent: SentFinanceFile): Promise<string> {
  await requireRecon(ctx);
  const merchantId = requireMerchant(ctx);
  const mapping = await mappingFor(ctx, sent);
  const digest = digestOf(sent);
  const known = await findKnown(ctx, digest, mapping);
  if (known) return known;
  if (sent.accountId !== null) await requireAccount(ctx, sent.accountId);
  const of = emptyImport(ctx, merchantId, sent, mapping, digest);
  const batches: FinanceImportBatch[] = [];
  const refused =
    sent.kind === 'settlement'
      ? await preview(ctx, settlementKind(othersReferences(ctx, sent.accountId!)), sent, of, batches)
      : await preview(ctx, bankKind(), sent, of, batches);
  try {
    return await store(ctx, sent, of, batches, refused);
  } catch (error) {
    // Another request with the same file was faster.
    const other = isTaken(error) ? await findKnown(ctx, digest, mapping) : null;
    if (other === null) throw error;
    return other;
  }
}

const isTaken = (error: unknown) => error instanceof Problem && error.code === 'resource_already_exists';

function digestOf({ accountId, file, kind }: SentFinanceFile): string {
  return createHash('sha256')
    .update([kind, accountId ?? '', file.digest].join('/'))
    .digest('hex');
}

/** The mapping of the form, or the one that is kept under its name; null without either. */
async function mappingFor(
  ctx: Context,
  { kind, mapping, mappingName }: SentFinanceFile,
): Promise<FileMapping | null> {
  if (mapping !== null) return readMapping(mapping, kind === 'settlement' ? settlementColumns : bankColumns);
  if (mappingName === null) return null;
  const key = { merchant_id: requireMerchant(ctx), mapping_name: keptName(kind, mappingName) };
  const kept = await inTransaction(ctx, (tx) => tx.transaction.em.findOne(FinanceMapping, key));
  if (!kept) throw notFound('mapping', 'mapping_name');
  return kept.mapping as FileMapping;
}

/** Mappings of both kinds may have the same name. */
const keptName = (kind: SentFinanceFile['kind'], name: string) => `${kind}/${name}`;

function requireAccount(ctx: Context, accountId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const key = { merchant_id: requireMerchant(ctx), merchant_connector_id: accountId };
    const account = await tx.transaction.em.findOne(ConnectorAccount, key);
    if (!account) throw notFound('connector account', 'merchant_connector_id');
  });
}

/** The import of the same file, if it counts; its preview if the mapping is the same. */
function findKnown(ctx: Context, digest: string, mapping: FileMapping | null): Promise<string | null> {
  return inTransaction(ctx, async (tx) => {
    const found = await tx.transaction.em.findOne(FinanceImport, sameFile(ctx, digest));
    if (!found || !isStillMeant(found, mapping, tx.ports.now())) return null;
    tx.idempotency?.refersTo(found.import_id);
    return found.import_id;
  });
}

/** Whether an import of the same file is the answer: it counts, or is a preview with the same mapping. */
const isStillMeant = (
  { expires_at, mapping, status }: FinanceImport,
  given: object | null | undefined,
  now: Date,
): boolean => status !== 'preview' || (isSame(mapping, given) && expires_at! > now);

const sameFile = (ctx: Context, content_digest: string) => ({
  merchant_id: requireMerchant(ctx),
  content_digest,
  status: { $in: ['preview' as const, 'running' as const, 'done' as const] },
});

const sorted = (mapping: object | null | undefined) => JSON.stringify(Object.entries(mapping ?? {}).sort());
const isSame = (one: object | null | undefined, other: object | null | undefined) =>
  sorted(one) === sorted(other);

function emptyImport(
  ctx: Context,
  merchant_id: string,
  { accountId, file, kind, mappingName }: SentFinanceFile,
  mapping: FileMapping | null,
  content_digest: string,
): FinanceImport {
  const now = ctx.ports.now();
  return Object.assign(new FinanceImport(), {
    merchant_id,
    import_id: ctx.ports.ids.make('fim'),
    kind,
    status: 'preview' as const,
    merchant_connector_id: accountId,
    format: file.archive ? ('xlsx' as const) : ('csv' as const),
    mapping_name: mappingName,
    mapping: mapping as JsonRecord | null,
    lines_taken: 0,
    lines_duplicate: 0,
    progress: 0,
    content_digest,
    takes_back: false,
    created_at: now,
    expires_at: new Date(now.getTime() + PREVIEW_MS),
  });
}

/** Reads the file into an import and batches; returns the refused lines. */
async function preview<Line>(
  ctx: Context,
  { kind, show, sums }: SummedKind<Line>,
  { file }: SentFinanceFile,
  of: FinanceImport,
  batches: FinanceImportBatch[],
): Promise<readonly RefusedLine[]> {
  const { columns, first, format, lines, refused } = await previewFile(
    file,
    (of.mapping as FileMapping | null) ?? null,
    kind,
    async (good) => {
      const batch = Object.assign(new FinanceImportBatch(), {
        merchant_id: of.merchant_id,
        batch_id: ctx.ports.ids.make('fib'),
        import_id: of.import_id,
        place: batches.length + 1,
      });
      encryptField(ctx, batch, 'lines', (await compressed(JSON.stringify(good))).toString('base64'));
      batches.push(batch);
    },
  );
  Object.assign(of, {
    format,
    columns: [...columns],
    first_lines: first.map(show),
    sums: sums(),
    refused: refused.slice(0, SHOWN_REFUSALS),
    lines_read: lines + refused.length,
    lines_refused: refused.length,
  });
  return refused;
}

/** Stores an import with its lines, in place of an earlier preview of the same file. */
function store(
  ctx: Context,
  sent: SentFinanceFile,
  of: FinanceImport,
  batches: readonly FinanceImportBatch[],
  refused: readonly RefusedLine[],
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { merchant_id } = of;
    const { em } = tx.transaction;
    const earlier = await em.findOne(FinanceImport, sameFile(ctx, of.content_digest));
    if (earlier && isStillMeant(earlier, of.mapping, tx.ports.now())) {
      tx.idempotency?.refersTo(earlier.import_id);
      return earlier.import_id;
    }
    if (earlier) {
      earlier.status = 'undone';
      await em.nativeDelete(FinanceImportBatch, { merchant_id, import_id: earlier.import_id });
      await em.flush();
    }
    const previews = await em.count(FinanceImport, { merchant_id, status: 'preview' });
    if (previews >= PREVIEWS_MAX) {
      const message = `At most ${PREVIEWS_MAX} imports of a merchant account can be previews. Confirm or undo one.`;
      throw new Problem('unexpected_state', message);
    }
    tx.idempotency?.refersTo(of.import_id);
    await insert(tx, of, true);
    if (sent.mapping !== null && sent.mappingName !== null) await keepMapping(tx, sent, of);
    for (let i = 0; i < batches.length; i += INSERTED_AT_ONCE)
      await insertBatches(tx, of, batches.slice(i, i + INSERTED_AT_ONCE));
    for (let i = 0; i < refused.length; i += REFUSALS_AT_ONCE)
      await insertRefusals(tx, of, refused.slice(i, i + REFUSALS_AT_ONCE));
    return of.import_id;
  });
}

const keepText = `
  insert into finance_mappings (merchant_id, mapping_name, mapping, kept_at)
  values ($1, $2, $3::jsonb, $4::timestamptz)
  on conflict (merchant_id, mapping_name) do update set mapping = excluded.mapping, kept_at = excluded.kept_at`;

async function keepMapping(
  tx: WritingContext,
  { kind, mappingName }: SentFinanceFile,
  of: FinanceImport,
): Promise<void> {
  const values = [of.merchant_id, keptName(kind, mappingName!), JSON.stringify(of.mapping)];
  const touches = { writes: ['finance_mappings'] };
  await tx.rows.query(
    { text: keepText, values: [...values, tx.ports.now().toISOString()], touches },
    of.merchant_id,
  );
}

/** Maximum number of batches, and of refusals, per statement, which keeps the copies in its parameters small. */
const INSERTED_AT_ONCE = 10;
const REFUSALS_AT_ONCE = 1_000;

const batchesText = `
  insert into finance_import_batches (merchant_id, import_id, batch_id, place, lines)
  select $1, $2, b.* from unnest($3::text[], $4::int[], $5::bytea[]) as b
  returning 1`;

async function insertBatches(
  tx: WritingContext,
  { import_id, merchant_id }: FinanceImport,
  batches: readonly FinanceImportBatch[],
): Promise<void> {
  const columns = [
    batches.map((one) => one.batch_id),
    batches.map((one) => one.place),
    batches.map((one) => one.lines),
  ];
  const touches = { writes: ['finance_import_batches'] };
  await tx.rows.query(
    { text: batchesText, values: [merchant_id, import_id, ...columns], touches },
    merchant_id,
  );
}

/** Digits of a line's number in the identifier of its refusal, which sorts by it. */
const LINE_DIGITS = 7;

const refusalsText = `
  insert into finance_import_refusals (merchant_id, import_id, refusal_id, line, reason, created_at)
  select $1, $2, $2 || '_' || lpad(r.line::text, greatest(${LINE_DIGITS}, length(r.line::text)), '0'), r.line, r.reason,
    $4::timestamptz
  from jsonb_to_recordset($3::jsonb) as r(line int, reason text)
  returning 1`;

async function insertRefusals(
  tx: WritingContext,
  { created_at, import_id, merchant_id }: FinanceImport,
  refused: readonly RefusedLine[],
): Promise<void> {
  const values = [merchant_id, import_id, JSON.stringify(refused), created_at.toISOString()];
  const touches = { writes: ['finance_import_refusals'] };
  await tx.rows.query({ text: refusalsText, values, touches }, merchant_id);
}
