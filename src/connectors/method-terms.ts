import type { TypeTerms } from '../core/foundation/ports/connector.ts';

const only = (...codes: readonly string[]): ReadonlySet<string> => new Set(codes);

const paypalCurrencies = only(
  ...[
    'AUD',
    'BRL',
    'CAD',
    'CHF',
    'CNY',
    'CZK',
    'DKK',
    'EUR',
    'GBP',
    'HKD',
    'HUF',
    'ILS',
    'JPY',
    'MXN',
    'MYR',
  ],
  ...['NOK', 'NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB', 'TWD', 'USD'],
);

/** The currencies and countries of schemes, at every connector. */
export const schemeTerms = {
  ach: { currencies: only('USD') },
  sepa: { currencies: only('EUR') },
  bacs: { currencies: only('GBP') },
  becs: { currencies: only('AUD') },
  ideal: { currencies: only('EUR') },
  bancontact_card: { currencies: only('EUR') },
  eps: { currencies: only('EUR') },
  giropay: { currencies: only('EUR') },
  sofort: { currencies: only('EUR') },
  przelewy24: { currencies: only('EUR', 'PLN') },
  trustly: { currencies: only('CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'SEK') },
  // developer.paypal.com, REST API, Currency codes.
  paypal: { currencies: paypalCurrencies },
  venmo: { currencies: only('USD') },
  blik: { currencies: only('PLN') },
  online_banking_fpx: { currencies: only('MYR') },
  online_banking_thailand: { currencies: only('THB') },
  online_banking_poland: { currencies: only('PLN') },
  online_banking_czech_republic: { currencies: only('CZK') },
  online_banking_slovakia: { currencies: only('EUR') },
  online_banking_finland: { currencies: only('EUR') },
  boleto: { currencies: only('BRL') },
  oxxo: { currencies: only('MXN') },
  seven_eleven: { currencies: only('JPY') },
  lawson: { currencies: only('JPY') },
  mini_stop: { currencies: only('JPY') },
  family_mart: { currencies: only('JPY') },
  seicomart: { currencies: only('JPY') },
  pay_easy: { currencies: only('JPY') },
  multibanco: { currencies: only('EUR') },
  pix: { currencies: only('BRL') },
  prompt_pay: { currencies: only('THB') },
  // Neither Stripe nor Adyen captures these later.
  ali_pay: {
    currencies: only('AUD', 'CAD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'MYR', 'NZD', 'SGD', 'USD'),
    capturesLater: false,
  },
  we_chat_pay: {
    currencies: only(
      ...['AUD', 'CAD', 'CHF', 'CNY', 'DKK', 'EUR', 'GBP', 'HKD', 'JPY', 'NOK', 'SEK', 'SGD', 'USD'],
    ),
    capturesLater: false,
  },
  pay_safe_card: {
    currencies: only('AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'NOK', 'PLN', 'RON', 'SEK', 'USD'),
    capturesLater: false,
  },
  crypto_currency: { currencies: only('USD') },
  duit_now: { currencies: only('MYR') },
  upi_collect: { currencies: only('INR') },
  upi_intent: { currencies: only('INR') },
  // Klarna lends only in the currency of the customer's country.
  klarna: {
    currencies: only('CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'SEK', 'USD'),
    countries: only(
      ...['AT', 'BE', 'CA', 'CH', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'GR', 'IE', 'IT', 'NL', 'NO'],
      ...['NZ', 'PL', 'PT', 'SE', 'US'],
    ),
  },
  afterpay_clearpay: {
    currencies: only('AUD', 'CAD', 'GBP', 'NZD', 'USD'),
    countries: only('AU', 'CA', 'GB', 'NZ', 'US'),
  },
  affirm: { currencies: only('CAD', 'USD'), countries: only('CA', 'US') },
} as const satisfies Readonly<Record<string, TypeTerms>>;

/** Types whose currency no scheme decides, with the reason. */
export const currencyDecidedElsewhere = {
  apple_pay: 'A card pays.',
  google_pay: 'A card pays.',
  givex: 'The balance of a gift card has one currency, which the connector checks.',
} as const;

type DecidedElsewhere = keyof typeof currencyDecidedElsewhere;
/** A type of payment method that connectors have. */
export type MethodType = keyof typeof schemeTerms | DecidedElsewhere;

const hasTerms = (type: MethodType): type is keyof typeof schemeTerms => type in schemeTerms;

/**
 * The types of a kind of payment method at a connector, with the terms of their schemes.
 *
 * @param types The types, each with the connector's needs beyond its scheme's terms.
 * @example
 * ```ts
 * schemes({ ideal: {}, eps: { needs: new Set(['holder_name']) } });
 * ```
 */
export function schemes(types: Partial<Record<MethodType, TypeTerms>>): {
  readonly types: readonly string[];
  readonly terms: Readonly<Record<string, TypeTerms>>;
} {
  const entries = Object.entries(types) as [MethodType, TypeTerms][];
  return {
    types: entries.map(([type]) => type),
    terms: Object.fromEntries(
      entries.map(([type, more]) => [type, { ...(hasTerms(type) ? schemeTerms[type] : {}), ...more }]),
    ),
  };
}

/** The types that the connector names differently, without further terms. */
export const emptyFor = <T extends MethodType>(types: Readonly<Record<T, unknown>>): Record<T, TypeTerms> =>
  Object.fromEntries(Object.keys(types).map((type) => [type, {}])) as Record<T, TypeTerms>;
