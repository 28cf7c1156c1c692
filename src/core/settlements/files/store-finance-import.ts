import { FinanceImport, FinanceImportBatch, type RefusedLine } from '../../entities/finance-import.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { Problem } from '../../foundation/errors.ts';
import { insert, inTransaction, requireMerchant } from '../../writes/transactions.ts';
import type { SentFinanceFile } from './import-finance-file.ts';

/** Most previews of a merchant: each holds the lines of a file. */
const PREVIEWS_MAX = 20;

/** Whether an import of the same file is the answer: it counts, or is a preview with the same mapping. */
export const isStillMeant = (
  { expires_at, mapping, status }: FinanceImport,
  given: object | null | undefined,
  now: Date,
): boolean => status !== 'preview' || (isSame(mapping, given) && expires_at! > now);

/** Finds the import of a file that counts or may be confirmed. */
export const sameFile = (ctx: Context, content_digest: string) => ({
  merchant_id: requireMerchant(ctx),
  content_digest,
  status: { $in: ['preview' as const, 'running' as const, 'done' as const] },
});

const sorted = (mapping: object | null | undefined) => JSON.stringify(Object.entries(mapping ?? {}).sort());
const isSame = (one: object | null | undefined, other: object | null | undefined) =>
  sorted(one) === sorted(other);

/** Mappings of both kinds may have the same name. */
export const keptName = (kind: SentFinanceFile['kind'], name: string) => `${kind}/${name}`;

/**
 * Stores an import with its lines, in place of an earlier preview of the same file.
 *
 * @throws {Problem} `unexpected_state` with {@link PREVIEWS_MAX} previews.
 */
export function storeFinanceImport(
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
