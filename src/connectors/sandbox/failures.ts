import type { ConnectorFailure } from '../../core/foundation/connector.ts';

/** An error of the sandbox and what it means to the service. */
export interface SandboxFailure {
  flow: string;
  sub_flow: string;
  code: string;
  message: string;
  unified_code: string;
  unified_message: string;
  category: string;
  decision: string;
}

const method = { unified_code: 'UE_1000', unified_message: 'Issue with payment method details' };
const processor = { unified_code: 'UE_3000', unified_message: 'Technical issue with the processor' };

const refused = (code: string, message: string): SandboxFailure => ({
  flow: 'payment',
  sub_flow: 'authorize',
  code,
  message,
  ...method,
  category: 'issue_with_payment_method',
  decision: 'do_default',
});

/** Every error that a test card leads to. */
export const failures: readonly SandboxFailure[] = [
  refused('card_declined', 'The card was declined.'),
  refused('insufficient_funds', 'The card has insufficient funds.'),
  refused('lost_card', 'The card was reported lost.'),
  refused('stolen_card', 'The card was reported stolen.'),
  refused('expired_card', 'The card has expired.'),
  {
    ...refused('processing_error', 'An error occurred while processing the card.'),
    ...processor,
    category: 'processor_downtime',
    decision: 'retry',
  },
  {
    ...refused('authentication_failed', 'The cardholder could not be authenticated.'),
    category: 'processor_decline_unauthorized',
  },
  { ...refused('card_declined', 'The card was declined.'), flow: 'payout', sub_flow: 'fulfill' },
  {
    ...refused('refund_declined', 'The refund was refused.'),
    ...processor,
    flow: 'refund',
    sub_flow: 'refund',
    category: 'processor_decline_unauthorized',
  },
];

/** Refusals that come from the card's issuer, with its own code (ISO 8583) and words. */
const issuers: Readonly<Record<string, readonly [code: string, message: string]>> = {
  card_declined: ['05', 'Do not honor'],
  insufficient_funds: ['51', 'Insufficient funds'],
  lost_card: ['41', 'Lost card'],
  stolen_card: ['43', 'Stolen card'],
  expired_card: ['54', 'Expired card'],
};

/** Refusals that have to do with the request and not with a card. */
const requestFailures = {
  amount_too_large: 'The amount is more than what is left.',
  currency_mismatch: 'The currency is not that of the transaction.',
  not_capturable: 'The transaction has nothing to capture.',
  not_refundable: 'The transaction has nothing to give back.',
  not_voidable: 'The transaction cannot be voided any more.',
  cancelled: 'The transaction was cancelled.',
  transaction_not_found: 'There is no such transaction.',
  test_mode_only: 'The sandbox serves accounts in test mode only.',
} as const;

/** The refusal that a code of the sandbox stands for. */
export function failureOf(code: string, connectorTransactionId: string | null): ConnectorFailure {
  const message =
    requestFailures[code as keyof typeof requestFailures] ??
    failures.find((failure) => failure.code === code)?.message;
  if (!message) throw new Error(`${code} is not an error of the sandbox.`);
  const [issuerCode, issuerMessage] = issuers[code] ?? [null, null];
  return { kind: 'failed', code, message, issuerCode, issuerMessage, connectorTransactionId };
}

/** Whether what comes of a card is that it is refused. */
export const isRefusal = (behaviour: string): boolean =>
  failures.some(({ code, sub_flow }) => code === behaviour && sub_flow === 'authorize');
