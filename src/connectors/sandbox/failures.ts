import type { ConnectorFailure } from '../../core/foundation/ports/connector.ts';
import { type UnifiedCode, unified } from '../../core/foundation/ports/connector-errors.ts';

/** A sandbox error code, and its error mapping: how the service unifies and retries it. */
export interface SandboxFailure {
  flow: 'payment' | 'payout' | 'refund';
  sub_flow: string;
  code: string;
  message: string;
  unified_code: UnifiedCode;
  category: string;
  decision: 'retry' | 'do_default';
  /** Whether 3-D Secure may help. */
  step_up?: true;
}

const processor = { unified_code: unified.processor.unifiedCode };

const refused = (code: string, message: string, cause: keyof typeof unified = 'method'): SandboxFailure => ({
  flow: 'payment',
  sub_flow: 'authorize',
  code,
  message,
  unified_code: unified[cause].unifiedCode,
  category: 'issue_with_payment_method',
  decision: 'do_default',
});

const later = (code: string, message: string): SandboxFailure => ({
  ...refused(code, message),
  ...processor,
  category: 'processor_decline_unauthorized',
});

const unavailable = (flow: SandboxFailure['flow'], sub_flow: string): SandboxFailure => ({
  ...later('bank_unavailable', 'The bank could not be reached.'),
  flow,
  sub_flow,
  category: 'processor_downtime',
  decision: 'retry',
});

/** Every error a test card, account or wallet can produce: the sandbox's error table. */
export const failures: readonly SandboxFailure[] = [
  refused('card_declined', 'The card was declined.'),
  refused('insufficient_funds', 'The card has insufficient funds.', 'funds'),
  refused('lost_card', 'The card was reported lost.'),
  refused('stolen_card', 'The card was reported stolen.'),
  refused('expired_card', 'The card has expired.', 'expired'),
  refused('incorrect_zip', 'The postal code does not match the card.', 'details'),
  {
    ...refused('processing_error', 'An error occurred while processing the card.'),
    ...processor,
    category: 'processor_downtime',
    decision: 'retry',
  },
  {
    ...refused('authentication_failed', 'The cardholder could not be authenticated.', 'authentication'),
    category: 'processor_decline_unauthorized',
  },
  refused(
    'authentication_required',
    'The issuer demands that the cardholder is authenticated.',
    'authentication',
  ),
  {
    ...refused(
      'exemption_refused',
      'The issuer refuses the exemption from authentication.',
      'authentication',
    ),
    decision: 'retry',
    step_up: true,
  },
  refused('redirect_declined', 'The customer did not approve the payment.', 'cancelled'),
  refused('debit_declined', 'The bank refused the debit.'),
  refused('account_insufficient_funds', 'The account has insufficient funds.', 'funds'),
  refused('account_closed', 'The account is closed.'),
  refused('insufficient_balance', 'The balance of the gift card does not cover the payment.', 'funds'),
  refused('gift_card_unknown', 'There is no gift card with this number.', 'details'),
  refused('gift_card_expired', 'The gift card has expired.', 'expired'),
  refused('gift_card_currency', 'The balance of the gift card is in another currency.', 'notSupported'),
  refused('incorrect_pin', 'The PIN does not match the gift card.', 'details'),
  unavailable('payment', 'authorize'),
  unavailable('payout', 'fulfill'),
  { ...refused('account_closed', 'The account is closed.'), flow: 'payout', sub_flow: 'fulfill' },
  { ...refused('card_declined', 'The card was declined.'), flow: 'payout', sub_flow: 'fulfill' },
  {
    ...refused('processing_error', 'An error occurred while processing the card.'),
    ...processor,
    flow: 'payout',
    sub_flow: 'fulfill',
    category: 'processor_downtime',
    decision: 'retry',
  },
  {
    ...refused('refund_declined', 'The refund was refused.'),
    ...processor,
    flow: 'refund',
    sub_flow: 'refund',
    category: 'processor_decline_unauthorized',
  },
  {
    ...later('increment_declined', 'The increase of the authorization was declined.'),
    sub_flow: 'increment',
  },
  { ...later('capture_declined', 'The capture was refused.'), sub_flow: 'capture' },
  { ...later('void_declined', 'The void was refused.'), sub_flow: 'void' },
  { ...later('returned', 'The money was returned.'), sub_flow: 'capture' },
  { ...later('returned', 'The money was returned.'), flow: 'refund', sub_flow: 'refund' },
  { ...later('returned', 'The money was returned.'), flow: 'payout', sub_flow: 'fulfill' },
];

/** The issuer's own code (ISO 8583) and message, for declines that come from the issuer. */
const issuerResponses: Readonly<Record<string, readonly [code: string, message: string]>> = {
  card_declined: ['05', 'Do not honor'],
  insufficient_funds: ['51', 'Insufficient funds'],
  lost_card: ['41', 'Lost card'],
  stolen_card: ['43', 'Stolen card'],
  expired_card: ['54', 'Expired card'],
};

/** Failures caused by the request rather than the card. */
const requestFailures = {
  amount_too_large: 'The amount exceeds the available amount.',
  currency_mismatch: 'The currency differs from the original transaction.',
  screening_failed: 'The payment could not be checked.',
  not_incrementable: 'The authorization cannot be increased.',
  not_capturable: 'The transaction has nothing left to capture.',
  not_refundable: 'The transaction has nothing to refund.',
  not_voidable: 'The transaction can no longer be voided.',
  not_cancellable: 'The payout has arrived or failed.',
  cancelled: 'The transaction was cancelled.',
  transaction_not_found: 'No such transaction.',
  test_mode_only: 'The sandbox only serves accounts in test mode.',
} as const;

/**
 * The failure outcome for a sandbox error code.
 *
 * @throws {Error} if the sandbox has no such code.
 */
export function failureOf(code: string, connectorTransactionId: string | null): ConnectorFailure {
  const message =
    requestFailures[code as keyof typeof requestFailures] ??
    failures.find((failure) => failure.code === code)?.message;
  if (!message) throw new Error(`${code} is not an error of the sandbox.`);
  const [issuerCode, issuerMessage] = issuerResponses[code] ?? [null, null];
  return { kind: 'failed', code, message, issuerCode, issuerMessage, connectorTransactionId };
}

/** The behaviours of cards that are declined when authorized. */
export const refusals: ReadonlySet<string> = new Set(
  failures.flatMap(({ code, sub_flow }) => (sub_flow === 'authorize' ? [code] : [])),
);
