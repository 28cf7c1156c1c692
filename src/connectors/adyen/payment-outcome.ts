import type { ConnectorFailure, Outcome } from '../../core/foundation/ports/connector.ts';
import type { Money } from '../../core/foundation/ports/connector-requests.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { type AdyenAmount, fromAdyen } from './amounts.ts';
import { type Asked, askedAsText } from './asked.ts';
import { customerAction } from './customer-action.ts';
import { withoutNumbers } from './errors.ts';
import type { Checkout, Wire } from './library.ts';
import { refusalCode } from './refusals.ts';
import { type AdditionalData, issuerAnswer, storedResponseOf } from './stored-response.ts';

/** The response of `/payments` and `/payments/details`. */
export type PaymentAnswer = Wire<Checkout.PaymentResponse> | Wire<Checkout.PaymentDetailsResponse>;

/** Facts about a payment that Adyen's response lacks. */
export interface AskedPayment extends Asked {
  readonly reference: string;
  /** The amount that Adyen is assumed to hold if it reports none. */
  readonly money: Money | null;
  /** Adyen's identifier from an earlier response. */
  readonly connectorTransactionId?: string;
}

const authorized: ReadonlySet<unknown> = new Set(['Authorised', 'PartiallyAuthorised']);
const refused: ReadonlySet<unknown> = new Set(['Refused', 'Cancelled', 'Error']);
const waiting: ReadonlySet<unknown> = new Set(['Pending', 'Received', 'PresentToShopper']);
const actionCodes: ReadonlySet<unknown> = new Set([
  'RedirectShopper',
  'PresentToShopper',
  'ChallengeShopper',
  'IdentifyShopper',
  'Pending',
]);

/** The outcome of an authorization, by its `resultCode`. An unknown code waits for the webhook. */
export function paymentOutcome(setup: ConnectorSetup, answer: PaymentAnswer, asked: AskedPayment): Outcome {
  const { additionalData, resultCode } = answer;
  const kept = { ...storedResponseOf(additionalData), ...riskOf(answer), raw: rawOf(answer) };
  // While the customer is away Adyen may have created nothing yet: then the payment is known by our reference only.
  const connectorTransactionId = answer.pspReference ?? asked.connectorTransactionId ?? asked.reference;
  const known = { ...kept, connectorTransactionId };
  if (authorized.has(resultCode)) {
    const { incremental } = asked;
    return {
      ...known,
      kind: 'succeeded',
      ...moneyOf(answer.amount ?? null, asked),
      ...(incremental ? { granted: { incremental } } : {}),
    };
  }
  if (refused.has(resultCode)) {
    return { ...kept, ...refusal(setup, answer, answer.refusalReasonCode), connectorTransactionId };
  }
  const action = actionCodes.has(resultCode) ? customerAction(setup, answer.action ?? null) : null;
  if (action) return { ...known, kind: 'requires_action', action, resume: askedAsText(asked) };
  if (!waiting.has(resultCode)) {
    setup.warn({ resultCode: resultCode ?? null }, 'Adyen answered with a result code that is not known.');
  }
  return { ...known, kind: 'pending' };
}

/** The authorized amount. If the response has none, the requested amount, if known. */
export function moneyOf(
  amount: AdyenAmount | null,
  { capture, money }: Pick<AskedPayment, 'capture' | 'money'>,
) {
  const held = amount ? fromAdyen(amount) : money;
  if (!held) return {};
  return {
    money: { currency: held.currency, authorized: held.amount, captured: capture ? held.amount : 0 },
  };
}

/** The parts of a response or webhook with the reason of a refusal. */
interface Refused {
  readonly refusalReason?: string;
  readonly additionalData?: AdditionalData;
}

/** A refusal. A reason that the table does not have is named in a warning. */
export function refusal(
  setup: ConnectorSetup,
  { additionalData, refusalReason }: Refused,
  reasonCode?: string,
): ConnectorFailure {
  const { code, isKnown } = refusalCode(reasonCode, refusalReason);
  if (!isKnown) {
    const reason = refusalReason ? withoutNumbers(refusalReason) : null;
    const facts = { refusalReasonCode: reasonCode ?? null, refusalReason: reason };
    setup.warn(facts, 'Adyen refused for a reason that is not known.');
  }
  const message = withoutNumbers(refusalReason || 'Refused');
  return { kind: 'failed', code, message, ...issuerAnswer(additionalData) };
}

const riskOf = ({ fraudResult }: PaymentAnswer): { facts?: Record<string, number> } =>
  typeof fraudResult?.accountScore === 'number' ? { facts: { risk_score: fraudResult.accountScore } } : {};

/** The members of a response without personal data. */
const rawOf = ({ action, amount, merchantReference, pspReference, ...answer }: PaymentAnswer): object => ({
  amount: amount ? { currency: amount.currency, value: amount.value } : null,
  merchantReference: merchantReference ?? null,
  pspReference: pspReference ?? null,
  refusalReason: answer.refusalReason ? withoutNumbers(answer.refusalReason) : null,
  refusalReasonCode: answer.refusalReasonCode ?? null,
  resultCode: answer.resultCode ?? null,
  action: action?.type ?? null,
});
