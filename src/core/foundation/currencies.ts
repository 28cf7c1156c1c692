/**
 * The currencies of ISO 4217 and their decimals: the one table for validation, connectors and pages. Browsers load this
 * module too, so it imports nothing. Decimals never come from `Intl`, whose data follow local custom (CLDR): for HUF, IDR
 * and others they differ from ISO 4217, and from one version of a browser to the next.
 */

/** The publication date of the list one of ISO 4217 that {@link isoCurrencies} holds. */
export const CURRENCIES_AS_OF = '2026-09-17';

const words = (text: string): readonly string[] => text.split(' ');

/** The currencies in circulation, without precious metals, funds, units of account and test codes. */
export const isoCurrencies: ReadonlySet<string> = new Set(
  words(
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
      'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
      'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
      'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
      'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
      'UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG',
  ),
);

/**
 * The decimals of the codes whose minor unit is not a hundredth. Some are funds, which older objects may have; the
 * currencies withdrawn since this service began (ANG, BGN, SLL, ZWL) had hundredths.
 */
const uncommonDecimals: Readonly<Record<string, number>> = {
  ...of(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...of(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...of(4, 'CLF UYW'),
};

function of(decimals: number, codes: string): Record<string, number> {
  return Object.fromEntries(words(codes).map((currency) => [currency, decimals]));
}

/** The codes whose minor unit is not a hundredth, by the number of their decimals. All others have hundredths. */
export const uncommonCurrencies: ReadonlyMap<number, readonly string[]> = new Map(
  [0, 3, 4].map((decimals) => [
    decimals,
    Object.keys(uncommonDecimals).filter((currency) => uncommonDecimals[currency] === decimals),
  ]),
);

/** Number of decimals of a currency in ISO 4217, including withdrawn currencies: `2` for EUR, `0` for JPY. */
export const decimalsOf = (currency: string): number => uncommonDecimals[currency] ?? 2;

/**
 * An amount in major units, with all decimals of its currency.
 *
 * @example `majorUnits(6540, 'USD')` is `65.40`; `majorUnits(6540, 'JPY')` is `6540`
 */
export function majorUnits(amount: number, currency: string): `${number}` {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${amount < 0 ? '-' : ''}${whole}${fraction}` as `${number}`;
}

/**
 * An amount in a message: in major units for people, who read it in the dashboard, and in minor units for developers,
 * who send it.
 *
 * @example `moneyText(44347, 'EUR')` is `443.47 EUR (44347 in minor units)`; `moneyText(500, 'JPY')` is `500 JPY`
 */
export function moneyText(amount: number, currency: string): string {
  const text = `${majorUnits(amount, currency)} ${currency}`;
  return decimalsOf(currency) === 0 ? text : `${text} (${amount} in minor units)`;
}

/**
 * Formats amounts in major units in a locale's style, with all decimals of the currency.
 *
 * @param locale Such as `en`; undefined for the viewer's.
 * @param currencyDisplay The currency's sign: `CA$` or, narrow, `$`.
 * @example `moneyFormat('HUF', 'en').format(majorUnits(1234500, 'HUF'))` is `HUF 12,345.00`
 */
export function moneyFormat(
  currency: string,
  locale?: string,
  currencyDisplay: 'symbol' | 'narrowSymbol' = 'symbol',
): Intl.NumberFormat {
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay, ...digits });
}

/** Formats major units for the axis of a chart, rounded to two digits in every currency: `$1.2K`. */
export const roundedMoneyFormat = (currency: string, locale?: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, notation: 'compact' });
