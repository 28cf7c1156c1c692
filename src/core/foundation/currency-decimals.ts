/** The decimals of the currencies whose minor unit in ISO 4217 is not a hundredth. */
const isoDecimals: Readonly<Record<string, number>> = {
  ...of(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...of(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...of(4, 'CLF UYW'),
};

function of(decimals: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, decimals]));
}

/** How many decimals a currency has in ISO 4217: `2` for EUR, `0` for JPY. */
export const decimalsOf = (currency: string): number => isoDecimals[currency] ?? 2;

/**
 * An amount in major units, with all decimals of its currency.
 *
 * @example `majorUnits(6540, 'USD')` is `65.40`; `majorUnits(6540, 'JPY')` is `6540`
 */
export function majorUnits(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(amount);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
