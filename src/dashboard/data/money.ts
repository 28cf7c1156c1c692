const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
    formats.set(currency, format);
  }
  return format;
}

/** Digits after the point of a currency, as ISO 4217 has them: 2 for EUR, 0 for JPY, 3 for KWD. */
export const minorDigits = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** The decimal number of an amount in minor units, exactly: `1099` USD is `10.99`. */
export function toDecimal(amount: number, currency: string): `${number}` {
  const digits = minorDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return `${amount < 0 ? '-' : ''}${decimal}` as `${number}`;
}

/** Minor units of a decimal number as a person typed it; null if it is none, or has too many digits. */
export function toMinorUnits(typed: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(typed.trim());
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/** An amount in minor units as the viewer writes it, with its currency. */
export const formatMoney = (amount: number, currency: string): string =>
  formatOf(currency).format(toDecimal(amount, currency));
