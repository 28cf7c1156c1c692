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
import type { Context } from '../../foundation/context.ts';
import { notFound, Problem } from '../../foundation/errors.ts';
import { requireRecon } from '../../merchant-accounts/reconciliation.ts';
import { TEXT_MAX } from '../../model/fields.ts';
import type { JsonRecord, ValueOf } from '../../model/index.ts';
import { encryptField } from '../../writes/apply-changes.ts';
import { inTransaction, requireMerchant } from '../../writes/transactions.ts';
import { bankColumns } from './bank-line.ts';
import type { CollectedFile } from './collected-file.ts';
import { type FileMapping, readMapping } from './file-mapping.ts';
import { bankKind, type SummedKind, settlementKind } from './line-kinds.ts';
import { othersReferences } from './others-references.ts';
import { previewFile } from './preview-file.ts';
import { settlementColumns } from './settlement-file-line.ts';
import { isStillMeant, keptName, sameFile, storeFinanceImport } from './store-finance-import.ts';

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
const compressed = promisify(gzip);

/**
 * Reads a settlement file or a bank statement, and keeps its lines, encrypted, for a day. None counts before the import is
 * confirmed. A file that is imported already gets its import.
 *
 * @returns The identifier of the import.
 * @throws {Problem} `unexpected_state` unless reconciliation is active, or with too many previews;
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
    return await storeFinanceImport(ctx, sent, of, batches, refused);
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
    columns: columns.map((name) => name.slice(0, TEXT_MAX)),
    first_lines: first.map(show),
    sums: sums(),
    refused: refused.slice(0, SHOWN_REFUSALS),
    lines_read: lines + refused.length,
    lines_refused: refused.length,
  });
  return refused;
}
