import type { ConnectorDescription } from '../../core/foundation/ports/connector.ts';
import { idealAsDebit, keptWallets } from '../kept-methods.ts';
import { schemeTerms, termsFor } from '../method-terms.ts';
import { GENERAL_DOCUMENT } from './disputes.ts';
import { giftCardBrands } from './gift-cards.ts';
import { bankRedirects, realTimeNetworks, transfers, vouchers } from './payment-method.ts';
import { adyenErrors } from './refusals.ts';

/** The document types that Adyen accepts as evidence in most disputes. */
const documents: Readonly<Record<string, string>> = {
  [GENERAL_DOCUMENT]: 'Anything else that supports the payment. Text without a field goes here, as a page.',
  CancellationNeverAccepted: 'That the customer never cancelled, or too late.',
  CardholderIdentification: 'Who the customer is, and that they took part.',
  GoodsOrServicesProvidedProof: 'That the goods or services were delivered.',
  GoodsWereAsDescribed: 'That the goods or services were as described.',
  InvoiceShowingDistinctTransactions: 'Invoices of what looks like one payment made twice.',
  TermsAndConditions: 'The terms of the sale, as the customer agreed to them.',
};

const { affirm, afterpay_clearpay, klarna } = schemeTerms;
const lenderTerms = {
  klarna: { ...klarna, needs: new Set(['country', 'email'] as const) },
  afterpay_clearpay: { ...afterpay_clearpay, needs: new Set(['email'] as const) },
  affirm: { ...affirm, needs: new Set(['email'] as const) },
};

/** The customer's fields that Econtext receives. */
const whole = new Set(['holder_name', 'email', 'phone'] as const);
const voucherTerms = {
  boleto: { ...schemeTerms.boleto, needs: new Set(['holder_name'] as const) },
  oxxo: { ...schemeTerms.oxxo, needs: new Set(['holder_name', 'email'] as const) },
  seven_eleven: { ...schemeTerms.seven_eleven, needs: whole },
  lawson: { ...schemeTerms.lawson, needs: whole },
  mini_stop: { ...schemeTerms.mini_stop, needs: whole },
  family_mart: { ...schemeTerms.family_mart, needs: whole },
  seicomart: { ...schemeTerms.seicomart, needs: whole },
  pay_easy: { ...schemeTerms.pay_easy, needs: whole },
};

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
  paymentMethods: {
    card: { types: null, capturesLater: true },
    wallet: {
      types: ['apple_pay', 'google_pay', 'paypal', 'ali_pay', 'we_chat_pay'],
      capturesLater: true,
      terms: termsFor('ali_pay', 'we_chat_pay'),
      keeps: keptWallets('apple_pay', 'google_pay', 'paypal'),
    },
    bank_redirect: {
      types: Object.keys(bankRedirects),
      keeps: idealAsDebit,
      terms: termsFor(
        ...(['blik', 'online_banking_fpx', 'online_banking_thailand', 'online_banking_poland'] as const),
        ...(['online_banking_czech_republic', 'online_banking_slovakia', 'online_banking_finland'] as const),
      ),
    },
    // A part of a purchase on credit is captured with its lines, which captures here do not have.
    pay_later: {
      types: Object.keys(lenderTerms),
      capturesLater: true,
      capturesPartially: false,
      terms: lenderTerms,
    },
    bank_transfer: { types: Object.keys(transfers), terms: termsFor('multibanco', 'pix') },
    voucher: { types: Object.keys(vouchers), terms: voucherTerms },
    real_time_payment: {
      types: Object.keys(realTimeNetworks),
      terms: termsFor('prompt_pay', 'duit_now'),
    },
    upi: { types: ['upi_collect', 'upi_intent'], terms: termsFor('upi_collect', 'upi_intent') },
    // Adyen captures them at once: its own integrations do not capture gift cards later.
    gift_card: {
      types: [...Object.keys(giftCardBrands), 'pay_safe_card'],
      terms: termsFor('pay_safe_card'),
    },
    bank_debit: { types: ['ach', 'sepa', 'bacs'], needs: new Set(['holder_name'] as const) },
  },
  payoutMethods: {
    card: { types: null },
    bank: { types: ['ach', 'sepa', 'bacs', 'becs'] },
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
