/** Conditions of the payments with a deadline: of the session, of the scheduled capture, of the authorization. */
export const TO_EXPIRE = `status in ('requires_payment_method', 'requires_confirmation', 'requires_customer_action')`;
export const TO_CAPTURE_ON = `status in ('requires_capture', 'partially_captured_and_capturable')`;
export const TO_CAPTURE = `status in ('requires_capture', 'partially_captured_and_capturable', 'requires_merchant_action')`;

export const TO_RETRY = `status = 'failed' and next_retry_at is not null`;

/** The indexes of payments, besides those of their filters. */
export const paymentIndexes = {
  payments_to_expire: {
    columns: ['expires_on'],
    where: TO_EXPIRE,
  },
  payments_to_capture: {
    columns: ['capture_before'],
    where: TO_CAPTURE,
  },
  payments_to_capture_on: {
    columns: ['capture_due'],
    where: `${TO_CAPTURE_ON} and capture_due is not null`,
  },
  payments_to_retry: {
    columns: ['next_retry_at'],
    where: TO_RETRY,
  },
  // Only charges of absent customers are counted by card.
  payments_off_session_by_card: {
    columns: ['merchant_id', 'fingerprint'],
    where: 'off_session and fingerprint is not null',
  },
  payments_to_forget: {
    columns: ['expires_on'],
    where: `status = 'failed' and (card_number is not null or method_data is not null or manual_retry_allowed)`,
  },
  payments_with_card: {
    columns: ['expires_on'],
    where: 'card_number is not null or method_data is not null',
  },
} as const;
