import type { Attempt } from '../../entities/attempt.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import type { Payment } from '../../entities/payment.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { Cause } from '../../writes/apply-changes.ts';
import { transitionAttempt } from '../attempt/attempts.ts';
import { startCapture } from './capture-payment.ts';

/**
 * Lets an authorization that was held go on: it is captured unless the merchant decides when.
 *
 * @returns The committed capture, or null.
 */
export async function releaseAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  cause: Cause,
): Promise<ConnectorCall | null> {
  transitionAttempt(tx, payment, attempt, 'authorized', cause);
  const method = payment.capture_method ?? 'automatic';
  if (method !== 'automatic' && method !== 'sequential_automatic') return null;
  return startCapture(tx, payment, attempt, payment.amount_capturable);
}
