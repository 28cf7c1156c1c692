import { BankStatementLine } from '../../entities/bank-statement-line.ts';
import type { FinanceImport } from '../../entities/finance-import.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { encryptField } from '../../writes/apply-changes.ts';
import type { LineSource, TakenLines } from '../take-lines.ts';
import { type BankLine, bankLineDigest } from './bank-line.ts';
import { holdStatements, releaseSettlements } from './match-bank-lines.ts';
import type { TakenBack } from './take-back-lines.ts';

/** Lines taken back per transaction. */
const TAKEN_BACK_LINES = 2_000;

/** Records lines of a bank statement. A line that an earlier statement has is a duplicate, and does not count. */
export async function takeBankLines(
  tx: WritingContext,
  { importId, merchantId }: LineSource,
  lines: readonly BankLine[],
): Promise<Pick<TakenLines, 'taken' | 'duplicates'>> {
  await holdStatements(tx, merchantId);
  const digests = lines.map(bankLineDigest);
  const { em } = tx.transaction;
  const earlier = await em.find(
    BankStatementLine,
    { merchant_id: merchantId, content_digest: { $in: digests }, duplicate_of: null },
    { fields: ['line_id', 'content_digest'] },
  );
  const known = new Map(earlier.map(({ content_digest, line_id }) => [content_digest, line_id]));
  for (const [index, line] of lines.entries()) {
    const content_digest = digests[index]!;
    const stored = Object.assign(new BankStatementLine(), {
      merchant_id: merchantId,
      line_id: tx.ports.ids.make('bsl'),
      import_id: importId!,
      line_number: line.lineNumber,
      booked_on: new Date(line.bookedOn),
      amount: line.amount,
      currency: line.currency,
      reference: line.reference,
      duplicate_of: known.get(content_digest) ?? null,
      content_digest,
      created_at: tx.ports.now(),
    });
    encryptField(tx, stored, 'counterparty', line.counterparty);
    em.persist(stored);
  }
  // The statements that match them read the table.
  await em.flush();
  const duplicates = digests.filter((digest) => known.has(digest)).length;
  return { taken: lines.length - duplicates, duplicates };
}

const deleteText = `
  with gone as (
    delete from bank_statement_lines where merchant_id = $1 and line_id in (
      select line_id from bank_statement_lines where merchant_id = $1 and import_id = $2 limit $3)
    returning line_id, settlement_id, booked_on, reference)
  select line_id, settlement_id from gone`;

/* The first of each line's duplicates counts in its place, and the others are duplicates of it. */
const promoteText = `
  with first as (
    select distinct on (duplicate_of) line_id, duplicate_of as gone_id from bank_statement_lines
    where merchant_id = $1 and duplicate_of = any($2::text[]) and import_id <> $3
    order by duplicate_of, created_at, line_id)
  update bank_statement_lines l
  set duplicate_of = case when l.line_id = f.line_id then null else f.line_id end
  from first f where l.merchant_id = $1 and l.duplicate_of = f.gone_id`;

/** Takes back some lines of a bank statement, and with them what they said about settlements. */
export async function takeBackBankLines(
  tx: WritingContext,
  { import_id, merchant_id }: FinanceImport,
): Promise<TakenBack> {
  await holdStatements(tx, merchant_id);
  const touches = { writes: ['bank_statement_lines'] };
  const gone = await tx.rows.query<{ line_id: string; settlement_id: string | null }>(
    { text: deleteText, values: [merchant_id, import_id, TAKEN_BACK_LINES], touches },
    merchant_id,
  );
  const ids = gone.map(({ line_id }) => line_id);
  if (ids.length > 0)
    await tx.rows.query({ text: promoteText, values: [merchant_id, ids, import_id], touches }, merchant_id);
  const settlementIds = gone.flatMap(({ settlement_id }) => settlement_id ?? []);
  await releaseSettlements(tx, merchant_id, settlementIds);
  return { lines: ids.length, left: ids.length === TAKEN_BACK_LINES };
}
