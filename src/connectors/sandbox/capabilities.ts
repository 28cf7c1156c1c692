import type { ConnectorDescription } from '../../core/foundation/ports/connector.ts';
import { scaExemptions } from '../../core/foundation/ports/connector-capabilities.ts';
import { idealAsDebit, keptWallets } from '../kept-methods.ts';
import { schemes } from '../method-terms.ts';
import { failures } from './failures.ts';
import { sandboxPayouts } from './payout.ts';
import { buttonWallets, sandboxWallets } from './session-token.ts';
import { settlementFault } from './settings.ts';

/** The sandbox's abilities: all that need no vendor pages or keys. */
export const sandboxCapabilities: ConnectorDescription = {
  name: 'sandbox',
  simulated: true,
  abilities: new Set([
    'authorize',
    'capture',
    'multiple_captures',
    'increment',
    'extended_authorization',
    'void',
    'refund',
    'save',
    'forget_methods',
    'network_mandate',
    'limited_card_data',
    'payout',
    'cancel_payout',
    'authenticate',
    'avoid_challenge',
    'request_exemption',
    'screen',
    'session_token',
    'check_balance',
    'challenge_dispute',
    'accept_dispute',
    'settlement_reports',
    'look_up',
    'webhooks',
    'test_webhook',
    'verify',
  ]),
  paymentMethods: {
    card: { types: null, capturesLater: true },
    wallet: {
      ...schemes({ apple_pay: {}, google_pay: {}, paypal: {}, ali_pay: {}, we_chat_pay: {} }),
      capturesLater: true,
      keeps: keptWallets('apple_pay', 'google_pay', 'paypal'),
    },
    bank_redirect: {
      ...schemes({
        ...{ bancontact_card: {}, eps: {}, giropay: {}, ideal: {}, przelewy24: {}, sofort: {}, trustly: {} },
        ...{ blik: {}, online_banking_fpx: {}, online_banking_thailand: {}, online_banking_poland: {} },
        ...{ online_banking_czech_republic: {}, online_banking_slovakia: {}, online_banking_finland: {} },
      }),
      keeps: idealAsDebit,
    },
    pay_later: { ...schemes({ klarna: {}, afterpay_clearpay: {}, affirm: {} }), capturesLater: true },
    bank_transfer: schemes({ ach: {}, sepa: {}, bacs: {}, multibanco: {}, pix: {} }),
    voucher: schemes({
      ...{ boleto: {}, oxxo: {}, seven_eleven: {}, lawson: {}, mini_stop: {}, family_mart: {} },
      ...{ seicomart: {}, pay_easy: {} },
    }),
    real_time_payment: schemes({ prompt_pay: {}, duit_now: {} }),
    upi: schemes({ upi_collect: {}, upi_intent: {} }),
    gift_card: { ...schemes({ givex: {}, pay_safe_card: {} }), capturesLater: true },
    crypto: schemes({ crypto_currency: {} }),
    bank_debit: schemes({ ach: {}, sepa: {}, bacs: {}, becs: {} }),
  },
  payoutMethods: {
    card: { types: null },
    bank: schemes({ ach: {}, sepa: {}, bacs: {}, becs: {} }),
    wallet: schemes({ paypal: {}, venmo: {} }),
  },
  payouts: sandboxPayouts,
  exemptions: new Set(scaExemptions),
  disputes: {
    evidence: [{ name: 'receipt', about: 'The receipt that the customer was sent, as text.', takes: 'text' }],
    defenceReasons: [],
  },
  sessionWallets: sandboxWallets,
  walletsOf: ({ metadata, test_mode: isTest }) =>
    isTest ? buttonWallets.filter((wallet) => metadata?.[wallet]) : [],
  splitReason: () => null,
  metadataFault: settlementFault,
  walletDetails: new Set(['billing']),
  credentials: [
    {
      authType: 'HeaderKey',
      keys: [
        {
          name: 'api_key',
          about: 'Any text: the sandbox has no keys. Verification refuses a text that ends in `wrong`.',
          secret: true,
          required: false,
        },
        { name: 'account', about: 'Any name for the account.', secret: false, required: false },
      ],
    },
  ],
  errors: failures.map((failure) => ({
    flow: failure.flow,
    subFlow: failure.sub_flow,
    code: failure.code,
    unifiedCode: failure.unified_code,
    decision: failure.decision,
    ...(failure.step_up ? { stepUp: true } : {}),
  })),
};
