import type { TypeTerms } from '../core/foundation/ports/connector.ts';

const only = (...codes: readonly string[]): ReadonlySet<string> => new Set(codes);

/** The currencies of schemes that are of one country or currency area, at every connector. */
export const schemeTerms = {
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
  // Klarna lends in the currency of the customer's country alone.
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

/** The limits of some schemes, by type. */
export const termsFor = (...types: readonly (keyof typeof schemeTerms)[]): Record<string, TypeTerms> =>
  Object.fromEntries(types.map((type) => [type, schemeTerms[type]]));
