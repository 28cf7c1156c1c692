import type { Payment } from '../../entities/payment.ts';
import type { RuleDecided } from '../../entities/values/rule-documents.ts';
import { clearFailure } from '../../error-mappings/map-error.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { Problem } from '../../foundation/errors.ts';
import { customerMessages, unified } from '../../foundation/ports/connector-errors.ts';
import { ERROR_MESSAGE_MAX } from '../../model/index.ts';
import { eraseMethodData } from '../../payment-methods/sealed-data.ts';
import { paymentSubject } from '../../routing/decide-routing.ts';
import { isChallenged } from '../../rules/decision-kinds.ts';
import type { RiskAction } from '../../rules/risk-action.ts';
import { announce, changeStatus } from '../../writes/apply-changes.ts';
import { BLOCKED_CODE } from '../attempt/attempts.ts';
import { isCustomer } from '../customer/customer-access.ts';
import { brandOf } from '../method/method-data.ts';
import { endSchedule } from '../retry/schedule-retry.ts';

/**
 * Carries out a risk decision on a locked payment: a challenge requests 3-D Secure. The others are read from the payment's
 * `decisions`: a review by the authorization, and a block by the confirmation.
 */
export function applyRisk(tx: WritingContext, payment: Payment, action: RiskAction | null): void {
  if (!action) return;
  const { facts } = paymentSubject(payment, brandOf(payment), tx.ports.now());
  if (isChallenged(action, facts)) payment.authentication_type = 'three_ds';
}

const BLOCKLIST_MESSAGE = 'The payment method is blocked.';

/**
 * Fails a locked payment at its confirmation, before anything is sent: without an attempt, and without its card or account.
 * It may be confirmed again with another method, as after a decline. The refusal is stored under the idempotency key.
 *
 * @param decision The blocking decision, the only one kept; null for the blocklist.
 * @returns The refusal, to throw after the commit. A customer's key does not get the reason.
 */
export async function blockPayment(
  tx: WritingContext,
  payment: Payment,
  decision: RuleDecided | null,
): Promise<Problem> {
  const reason = decision?.why ?? BLOCKLIST_MESSAGE;
  payment.decisions = decision ? [decision] : [];
  clearFailure(payment);
  payment.error_code = BLOCKED_CODE;
  payment.error_message = reason.slice(0, ERROR_MESSAGE_MAX);
  payment.unified_code = unified.method.unifiedCode;
  payment.unified_message = customerMessages.UE_1000;
  payment.manual_retry_allowed = true;
  payment.next_action = payment.frm_message = payment.merchant_decision = null;
  eraseMethodData(payment);
  payment.updated = tx.ports.now();
  if (payment.next_retry_at) endSchedule(tx, payment);
  if (payment.status === 'failed') announce(tx, payment, 'payment_failed');
  else changeStatus(tx, payment, 'failed', 'confirm');
  const { payment_id: paymentId } = payment;
  const message = isCustomer(tx) ? customerMessages.UE_1000 : reason;
  const refusal = new Problem('blocked', message, { paymentId });
  tx.idempotency?.refersTo(paymentId);
  await tx.idempotency?.refuse(tx, refusal);
  return refusal;
}
