import { decimalsOf, isoCurrencies } from '../../foundation/currencies.ts';
import { AMOUNT_MAX, TEXT_MAX } from '../../model/fields.ts';
import { isStorable } from '../../model/formats.ts';
import { hasCardNumber } from '../../model/free-text.ts';
import { parseInstant } from '../../model/scalars.ts';

/** A value of a file that cannot be read: a phrase that follows the name of its column. It quotes nothing of the file. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(
    readonly column: string,
    readonly fault: string,
  ) {
    super(`${column} ${fault}.`);
  }
}

/** The apostrophe that exports put before a cell which a spreadsheet would read as a formula. */
const escaped = /^'(?=[=+\-@\t\r])/;

/** The text of a cell as data, without the apostrophe of an export. */
export const cellText = (cell: string): string => cell.replace(escaped, '').trim();

/**
 * An amount in minor units. Only digits, a minus sign and a decimal point are accepted, with at most the decimals of the
 * currency, so that no amount is read as another.
 *
 * @throws {Unreadable}
 */
export function minorUnits(column: string, text: string, currency: string): number {
  const decimals = decimalsOf(currency);
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Unreadable(column, amountFault(text));
  if (fraction.length > decimals) {
    const most = decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`;
    throw new Unreadable(column, `has too many decimals: ${currency} has ${most}`);
  }
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (amount > AMOUNT_MAX) throw new Unreadable(column, 'is too large');
  return amount === 0n ? 0 : Number(sign ? -amount : amount);
}

function amountFault(text: string): string {
  if (/^-?\d+,\d{1,2}$/.test(text) || /^-?\d{1,3}(?:[.' \u00a0\u202f]\d{3})+,\d+$/.test(text))
    return 'has a comma for the decimal point: write 1234.50';
  if (/^-?\d{1,3}(?:[,' \u00a0\u202f]\d{3})+(?:\.\d+)?$/.test(text))
    return 'has thousands separators: write 1234.50';
  return 'must be an amount in major units, such as 1234.50 or -1234.50';
}

/** An ISO 4217 code, in capitals. @throws {Unreadable} */
export function currencyCode(column: string, text: string): string {
  const code = text.toUpperCase();
  if (!isoCurrencies.has(code))
    throw new Unreadable(column, 'must be the ISO 4217 code of a currency in circulation, such as EUR');
  return code;
}

const time = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const YEAR_MIN = 2000;
const YEAR_MAX = 2100;

/**
 * A time of ISO 8601: a date, which means its start, or a date and time; in UTC unless it has an offset.
 *
 * @throws {Unreadable} also for a day, month or hour that does not exist.
 */
export function instantOf(column: string, text: string): Date {
  const [, date, minutes = '00:00', seconds = ':00', zone = 'Z'] = time.exec(text) ?? [];
  const offset = zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const at = parseInstant(`${date}T${minutes}${seconds}${offset}`);
  if (!at) {
    const fault =
      'must be a date or time of ISO 8601 that exists, such as 2026-11-30 or 2026-11-30T14:05:00Z';
    throw new Unreadable(column, fault);
  }
  const year = at.getUTCFullYear();
  if (year < YEAR_MIN || year > YEAR_MAX) {
    throw new Unreadable(column, `must be between the years ${YEAR_MIN} and ${YEAR_MAX}`);
  }
  return at;
}

/** A day of ISO 8601, as text; the day of a time. @throws {Unreadable} */
export const dayOf = (column: string, text: string): string =>
  instantOf(column, text.slice(0, 10)).toISOString().slice(0, 10);

/** A text of at most `max` characters; null if it is empty. @throws {Unreadable} also for a card number. */
export function plainText(column: string, text: string, max = TEXT_MAX): string | null {
  if (text === '') return null;
  if (text.length > max) throw new Unreadable(column, `must have at most ${max} characters`);
  if (!isStorable(text)) throw new Unreadable(column, 'must not contain control characters');
  if (hasCardNumber(text)) throw new Unreadable(column, 'must not contain a card number');
  return text;
}
