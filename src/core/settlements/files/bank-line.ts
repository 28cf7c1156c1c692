import { createHash } from 'node:crypto';
import { BANK_REFERENCE_MAX } from '../../entities/finance-import.ts';
import { cellText, currencyCode, dayOf, minorUnits, plainText, Unreadable } from './file-values.ts';

/** The columns of a bank statement as CSV. The value says whether the file must have the column. */
export const bankColumns = Object.freeze({
  booked_on: true,
  amount: true,
  currency: true,
  reference: true,
  counterparty: false,
});

/** A line of a bank statement. */
export interface BankLine {
  readonly lineNumber: number;
  /** The day, as ISO 8601 text. */
  readonly bookedOn: string;
  /** In minor units; a credit is positive. */
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly counterparty: string | null;
  /** The bank's identifier of the entry; null if the statement has none. */
  readonly bankEntry: string | null;
}

/**
 * Reads a line of a bank statement.
 *
 * @param cells The cells by column of {@link bankColumns}.
 * @throws {Unreadable} for the first cell that cannot be read.
 */
export function bankLine(lineNumber: number, cells: Readonly<Record<string, string>>): BankLine {
  const cell = (column: string) => cellText(cells[column] ?? '');
  const currency = currencyCode('currency', cell('currency'));
  const amount = minorUnits('amount', cell('amount'), currency);
  if (amount === 0) throw new Unreadable('amount', 'must not be 0');
  return {
    ...{ lineNumber, amount, currency },
    bookedOn: dayOf('booked_on', cell('booked_on')),
    reference: plainText('reference', cell('reference'), BANK_REFERENCE_MAX),
    counterparty: plainText('counterparty', cell('counterparty')),
    bankEntry: plainText('bank_entry', cell('bank_entry')),
  };
}

/** Bytes of a digest: no two contents of a merchant share it. */
const DIGEST_BYTES = 16;

/** The digest of a bank line's content, by which the line of another statement is found. */
export function bankLineDigest(line: BankLine): string {
  const { amount, bankEntry, bookedOn, counterparty, currency, reference } = line;
  const content = JSON.stringify([bookedOn, amount, currency, reference, counterparty, bankEntry]);
  return createHash('sha256').update(content).digest().subarray(0, DIGEST_BYTES).toString('base64url');
}
