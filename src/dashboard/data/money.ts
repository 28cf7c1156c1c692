import { decimalsOf, majorUnits, moneyFormat } from '../../core/foundation/currencies.ts';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (!format) {
    format = moneyFormat(currency);
    formats.set(currency, format);
  }
  return format;
}

/** Minor units of a decimal number as a person typed it; null if it is none, or has more digits than amounts can have. */
export function toMinorUnits(typed: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(typed.trim());
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return null;
  const minorUnits = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(minorUnits) ? minorUnits : null;
}

/** An amount in minor units as the viewer writes it, with its currency. */
export const formatMoney = (amount: number, currency: string): string =>
  formatOf(currency).format(majorUnits(amount, currency));
