/**
 * Money for people, from minor units: as many digits behind the point as the currency has.
 *
 * @example
 * ```ts
 * moneyText(6540, 'USD'); // 65.40 USD
 * moneyText(6540, 'JPY'); // 6540 JPY
 * ```
 */
export function moneyText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  if (digits === null) return `${amount} ${currency}`;
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const sign = amount < 0 ? '-' : '';
  const whole = text.slice(0, text.length - digits);
  return `${sign}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''} ${currency}`;
}

/** How many digits a currency has behind the point; null for what is no currency code. */
function digitsOf(currency: string): number | null {
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? null;
}
