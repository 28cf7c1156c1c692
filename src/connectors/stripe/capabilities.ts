import type { ConnectorDescription } from '../../core/foundation/ports/connector.ts';
import { keptWallets } from '../kept-methods.ts';
import { schemeTerms, termsFor } from '../method-terms.ts';
import { currencies } from './amounts.ts';
import { errorTable } from './error-table.ts';
import { evidenceFields } from './evidence.ts';

const paypalCurrencies = new Set('AUD CAD CHF CZK DKK EUR GBP HKD NOK NZD PLN SEK SGD USD'.split(' '));
const euros = new Set(['EUR']);
const { affirm, afterpay_clearpay, blik, klarna, online_banking_fpx } = schemeTerms;
const redirectTerms = {
  ideal: { currencies: euros },
  bancontact_card: { currencies: euros, needs: new Set(['holder_name'] as const) },
  eps: { currencies: euros, needs: new Set(['holder_name'] as const) },
  przelewy24: { currencies: new Set(['EUR', 'PLN']), needs: new Set(['email'] as const) },
  blik,
  online_banking_fpx,
};
const email = new Set(['email'] as const);
const { boleto, family_mart, lawson, mini_stop, multibanco, oxxo, prompt_pay, seicomart } = schemeTerms;
const named = new Set(['holder_name', 'email'] as const);
const voucherTerms = {
  boleto: { ...boleto, needs: named },
  oxxo: { ...oxxo, needs: named },
  lawson: { ...lawson, needs: named },
  mini_stop: { ...mini_stop, needs: named },
  family_mart: { ...family_mart, needs: named },
  seicomart: { ...seicomart, needs: named },
};
const lenderTerms = {
  klarna: { ...klarna, needs: new Set(['country'] as const) },
  afterpay_clearpay: { ...afterpay_clearpay, needs: new Set(['email', 'holder_name'] as const) },
  affirm,
};

/** Stripe's capabilities. It takes no network transaction identifier of other processors, and returns its own. */
export const stripeCapabilities: ConnectorDescription = {
  name: 'stripe',
  abilities: new Set([
    'authorize',
    'capture',
    'multiple_captures',
    'increment',
    'extended_authorization',
    'void',
    'refund',
    'save',
    'keep_customers',
    'forget_methods',
    'forget_customers',
    'payout',
    'cancel_payout',
    'session_token',
    'challenge_dispute',
    'accept_dispute',
    'look_up',
    'webhooks',
    'verify',
  ]),
  paymentMethods: {
    card: { types: null, capturesLater: true, currencies },
    wallet: {
      types: ['apple_pay', 'google_pay', 'paypal', 'ali_pay', 'we_chat_pay'],
      capturesLater: true,
      currencies,
      terms: { paypal: { currencies: paypalCurrencies }, ...termsFor('ali_pay', 'we_chat_pay') },
      keeps: keptWallets('apple_pay', 'google_pay', 'paypal'),
    },
    bank_redirect: { types: Object.keys(redirectTerms), terms: redirectTerms },
    bank_transfer: { types: ['multibanco'], terms: { multibanco: { ...multibanco, needs: email } } },
    voucher: { types: Object.keys(voucherTerms), terms: voucherTerms },
    real_time_payment: { types: ['prompt_pay'], terms: { prompt_pay: { ...prompt_pay, needs: email } } },
    crypto: { types: ['crypto_currency'], terms: termsFor('crypto_currency') },
    pay_later: { types: Object.keys(lenderTerms), capturesLater: true, terms: lenderTerms },
  },
  payoutMethods: {
    card: { types: null },
    bank: { types: ['ach', 'sepa', 'bacs', 'becs'] },
  },
  payouts: { priorities: new Set(['instant', 'regular']) },
  disputes: {
    evidence: evidenceFields,
    defenceReasons: [],
    files: { 'application/pdf': 5_000_000, 'image/jpeg': 5_000_000, 'image/png': 5_000_000 },
  },
  credentials: [
    {
      authType: 'HeaderKey',
      keys: [
        {
          name: 'api_key',
          about: 'Secret or restricted key: Dashboard, Developers, API keys. It begins with sk_ or rk_.',
          secret: true,
          pattern: /^(sk|rk)_(test|live)_\w+$/,
        },
        {
          name: 'publishable_key',
          about: 'Publishable key, for wallets: on the same page. It begins with pk_.',
          secret: false,
          required: false,
          pattern: /^pk_(test|live)_\w+$/,
        },
      ],
    },
  ],
  errors: errorTable,
};
