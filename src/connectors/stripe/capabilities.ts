import type { ConnectorDescription } from '../../core/foundation/ports/connector.ts';
import { keptWallets } from '../kept-methods.ts';
import { schemes } from '../method-terms.ts';
import { currencies } from './amounts.ts';
import { errorTable } from './error-table.ts';
import { evidenceFields } from './evidence.ts';
import { splitReason } from './split.ts';

const email = new Set(['email'] as const);
const holder = new Set(['holder_name'] as const);
const named = new Set(['holder_name', 'email'] as const);
const paypalCurrencies = new Set('AUD CAD CHF CZK DKK EUR GBP HKD NOK NZD PLN SEK SGD USD'.split(' '));

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
    'settlement_reports',
    'look_up',
    'webhooks',
    'verify',
  ]),
  splitReason,
  sessionWallets: ['google_pay', 'apple_pay'],
  paymentMethods: {
    card: { types: null, capturesLater: true, currencies },
    wallet: {
      ...schemes({
        ...{ apple_pay: {}, google_pay: {}, ali_pay: {}, we_chat_pay: {} },
        paypal: { currencies: paypalCurrencies },
      }),
      capturesLater: true,
      currencies,
      keeps: keptWallets('apple_pay', 'google_pay', 'paypal'),
    },
    bank_redirect: schemes({
      ideal: {},
      bancontact_card: { needs: holder },
      eps: { needs: holder },
      przelewy24: { needs: email },
      blik: {},
      online_banking_fpx: {},
    }),
    bank_transfer: schemes({ multibanco: { needs: email } }),
    voucher: schemes({
      boleto: { needs: named },
      oxxo: { needs: named },
      lawson: { needs: named },
      mini_stop: { needs: named },
      family_mart: { needs: named },
      seicomart: { needs: named },
    }),
    real_time_payment: schemes({ prompt_pay: { needs: email } }),
    crypto: schemes({ crypto_currency: {} }),
    pay_later: {
      ...schemes({
        klarna: { needs: new Set(['country'] as const) },
        afterpay_clearpay: { needs: named },
        affirm: {},
      }),
      capturesLater: true,
    },
  },
  payoutMethods: {
    card: { types: null },
    bank: schemes({ ach: {}, sepa: {}, bacs: {}, becs: {} }),
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
