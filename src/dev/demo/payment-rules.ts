import { SESSION_DAYS } from './calendar.ts';
import { shares } from './statements.ts';

/**
 * What has become of payments, by their age, in percent. Young ones may be on their way still; old ones are
 * settled, or expired when nobody confirmed them.
 */
const young = {
  succeeded: 60,
  failed: 12,
  requires_payment_method: 6,
  requires_capture: 5,
  cancelled: 4,
  requires_customer_action: 3,
  processing: 3,
  requires_confirmation: 2,
  partially_captured: 2,
  partially_captured_and_capturable: 2,
  requires_merchant_action: 1,
};
const middling = {
  succeeded: 69,
  failed: 12,
  cancelled: 4.5,
  requires_payment_method: 4.5,
  requires_capture: 3.5,
  partially_captured: 2.5,
  partially_captured_and_capturable: 1.5,
  requires_confirmation: 1,
  requires_customer_action: 1,
  requires_merchant_action: 0.5,
};
const settled = { succeeded: 78, failed: 13, cancelled: 6, partially_captured: 3 };
const old = { succeeded: 74, failed: 12, expired: 6, cancelled: 5, partially_captured: 3 };

/** A status for a row with the columns `age` (an interval) and `k`, with days to spare around expiry. */
export const paymentStatus = `case
  when age < interval '6 days' then ${shares(young, 'pg_temp.u(k, 1)')}
  when age < interval '${SESSION_DAYS - 2} days' then ${shares(middling, 'pg_temp.u(k, 1)')}
  when age < interval '${SESSION_DAYS + 1} days' then ${shares(settled, 'pg_temp.u(k, 1)')}
  else ${shares(old, 'pg_temp.u(k, 1)')} end`;

/** How far a payment got before it was cancelled or expired, for a row with `status` and `k`. */
export const paymentReached = `case
  when status = 'requires_payment_method' then 'nothing'
  when status = 'requires_confirmation' then 'method'
  when status = 'expired' then ${shares({ nothing: 60, method: 40 }, 'pg_temp.u(k, 2)')}
  when status = 'cancelled' then ${shares({ authorized: 50, nothing: 25, method: 25 }, 'pg_temp.u(k, 2)')}
  else 'confirmed' end`;

/** When its money is captured, for a row with `status`, `reached` and `k`. */
export const captureMethod = `case
  when status = 'partially_captured_and_capturable' then 'manual_multiple'
  -- One capture ends a manual one, and several go on until all is captured.
  when status = 'partially_captured' then 'manual'
  when reached = 'authorized' or status = 'requires_capture'
    then ${shares({ manual: 75, manual_multiple: 25 }, 'pg_temp.u(k, 3)')}
  else ${shares({ automatic: 87, manual: 10, manual_multiple: 3 }, 'pg_temp.u(k, 3)')} end`;

/** What its card brings about, for a row with `status`, `reached` and `k`; `clean` pays without ado. */
export const scenario = `case
  when reached not in ('confirmed', 'authorized') then 'clean'
  when status = 'succeeded' then ${shares(
    {
      clean: 72,
      frictionless: 9,
      challenge: 8.5,
      refunded: 7,
      disputed: 2,
      waits: 1,
      refund_fails: 0.5,
    },
    'pg_temp.u(k, 4)',
  )}
  when status = 'failed' then ${shares(
    {
      card_declined: 45,
      insufficient_funds: 25,
      challenge: 15,
      expired_card: 8,
      lost_card: 4,
      stolen_card: 3,
    },
    'pg_temp.u(k, 4)',
  )}
  when status = 'requires_customer_action' then 'challenge'
  when status = 'processing' then 'timeout'
  else 'clean' end`;

/** The last attempt's status, for a row with `status`; a payment that was never confirmed has no attempt. */
export const lastAttemptStatus = `case status
  when 'succeeded' then 'charged'
  when 'failed' then 'failure'
  when 'requires_capture' then 'authorized'
  when 'requires_customer_action' then 'authentication_pending'
  when 'requires_merchant_action' then 'unresolved'
  when 'processing' then 'pending'
  when 'cancelled' then 'voided'
  when 'partially_captured' then 'partial_charged'
  when 'partially_captured_and_capturable' then 'partial_charged_and_chargeable' end`;
