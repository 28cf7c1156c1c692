/** Currencies whose minor unit is not a hundredth (ISO 4217). Intl goes by custom instead, which differs for some. */
const digitsByCurrency: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

/** An amount in the minor unit as people write it: `1234`, `USD` → `$12.34`. */
export function shownAmount(amount: number, currency: string): string {
  const digits = digitsByCurrency[currency] ?? 2;
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en', style as Intl.NumberFormatOptions).format(amount / 10 ** digits);
}
