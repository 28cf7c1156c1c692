import type { Apply } from '../connector-calls/apply-outcome.ts';
import { lock } from '../transactions.ts';
import { activeAttempt, followAttempt } from './attempts.ts';
import { Payment } from './payment.ts';

/** What giving up an authorization came to, applied to its attempt and payment. */
export const applyVoid: Apply = async (tx, call, outcome) => {
  const payment = await lock(tx, Payment, call.object_id);
  const attempt = await activeAttempt(tx, payment);
  switch (outcome.kind) {
    case 'succeeded':
      payment.amount_capturable = 0;
      payment.card_number = null;
      followAttempt(tx, payment, attempt, 'voided', 'connector');
      return null;
    case 'failed':
      Object.assign(attempt, { error_code: outcome.code, error_message: outcome.message });
      followAttempt(tx, payment, attempt, 'void_failed', 'connector');
      return null;
    default:
      return null;
  }
};
