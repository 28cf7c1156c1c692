import type { ConnectorDescription } from '../../core/foundation/ports/connector.ts';
import { idealAsDebit, keptWallets } from '../kept-methods.ts';
import { emptyFor, schemes } from '../method-terms.ts';
import { adyenExemptions } from './authorize.ts';
import { GENERAL_DOCUMENT } from './disputes.ts';
import { giftCardBrands } from './gift-cards.ts';
import { bankRedirects, realTimeNetworks, transfers } from './payment-method.ts';
import { adyenErrors } from './refusals.ts';
import { adyenWallets } from './session-token.ts';

/** The document types that Adyen accepts as evidence in most disputes. */
const documents: Readonly<Record<string, string>> = {
  [GENERAL_DOCUMENT]: 'Anything else that supports the payment. Text without a field goes here, as a page.',
  CancellationNeverAccepted: 'That the customer never cancelled, or too late.',
  CardholderIdentification: 'Who the customer is, and that they took part.',
  GoodsOrServicesProvidedProof: 'That the goods or services were delivered.',
  GoodsWereAsDescribed: 'That the goods or services were as described.',
  InvoiceShowingDistinctTransactions: 'Invoices of two payments that look like one made twice.',
  TermsAndConditions: 'The terms of the sale, as the customer agreed to them.',
};

const email = new Set(['email'] as const);
/** The customer's fields that Econtext receives. */
const whole = new Set(['holder_name', 'email', 'phone'] as const);

/** Adyen's abilities and the credentials that they need. */
export const adyenCapabilities: ConnectorDescription = {
  name: 'adyen',
  abilities: new Set([
    'authorize',
    'capture',
    'multiple_captures',
    'increment',
    'void',
    'refund',
    'save',
    'forget_methods',
    'network_mandate',
    'avoid_challenge',
    'request_exemption',
    'keep_customers',
    'payout',
    'complete_action',
    'session_token',
    'check_balance',
    'challenge_dispute',
    'accept_dispute',
    'look_up',
    'webhooks',
    'verify',
  ]),
  exemptions: new Set(Object.keys(adyenExemptions) as (keyof typeof adyenExemptions)[]),
  sessionWallets: adyenWallets,
  paymentMethods: {
    card: { types: null, capturesLater: true },
    wallet: {
      ...schemes({ apple_pay: {}, google_pay: {}, paypal: {}, ali_pay: {}, we_chat_pay: {} }),
      capturesLater: true,
      keeps: keptWallets('apple_pay', 'google_pay', 'paypal'),
    },
    bank_redirect: { ...schemes(emptyFor(bankRedirects)), keeps: idealAsDebit },
    // A part of a purchase on credit is captured with its lines, which captures here do not have.
    pay_later: {
      ...schemes({
        klarna: { needs: new Set(['country', 'email'] as const) },
        afterpay_clearpay: { needs: email },
        affirm: { needs: email },
      }),
      capturesLater: true,
      capturesPartially: false,
    },
    bank_transfer: schemes(emptyFor(transfers)),
    voucher: schemes({
      boleto: { needs: new Set(['holder_name'] as const) },
      oxxo: { needs: new Set(['holder_name', 'email'] as const) },
      seven_eleven: { needs: whole },
      lawson: { needs: whole },
      mini_stop: { needs: whole },
      family_mart: { needs: whole },
      seicomart: { needs: whole },
      pay_easy: { needs: whole },
    }),
    real_time_payment: schemes(emptyFor(realTimeNetworks)),
    upi: schemes({ upi_collect: {}, upi_intent: {} }),
    // Adyen captures them at once: its own integrations do not capture gift cards later.
    gift_card: schemes({ ...emptyFor(giftCardBrands), pay_safe_card: {} }),
    bank_debit: {
      ...schemes({ ach: {}, sepa: {}, bacs: {} }),
      needs: new Set(['holder_name'] as const),
    },
  },
  payoutMethods: {
    card: { types: null },
    bank: schemes({ ach: {}, sepa: {}, bacs: {}, becs: {} }),
  },
  disputes: {
    evidence: Object.entries(documents).map(([name, about]) => ({ name, about, takes: 'file' })),
    // Which reasons apply depends on the network and its reason code: Adyen is asked when a dispute is challenged.
    defenceReasons: [],
    files: { 'application/pdf': 2_000_000, 'image/jpeg': 10_000_000, 'image/tiff': 10_000_000 },
  },
  credentials: [
    {
      authType: 'BodyKey',
      keys: [
        {
          name: 'api_key',
          about: 'The API key of an API credential. Customer Area > Developers > API credentials.',
          secret: true,
          pattern: /^[\x21-\x7e]{16,512}$/,
        },
        {
          name: 'key1',
          about:
            'The name of the merchant account, such as AcmeCOM. Customer Area > Settings > Merchant accounts.',
          secret: false,
          pattern: /^[A-Za-z0-9_]{1,80}$/,
        },
        {
          name: 'key2',
          about:
            'The API key that confirms payouts to bank accounts. Without it they wait for review in the Customer Area.',
          secret: true,
          required: false,
          pattern: /^[\x21-\x7e]{16,512}$/,
        },
      ],
    },
  ],
  errors: adyenErrors,
};
