import { enumeration } from '../../model/index.ts';

/** Payment method families. `payment_method_type` names the subtype, such as `ach` of `bank_debit`. */
export const PaymentMethodKind = enumeration('PaymentMethodKind', 'Payment method family.', {
  card: 'Credit, debit or prepaid card.',
  card_redirect: 'Card entered on a page of the card scheme or bank.',
  pay_later: 'Buy now, pay later: instalments or deferred payment.',
  wallet: 'Digital wallet.',
  bank_redirect: 'Online banking redirect.',
  bank_transfer: 'Bank transfer initiated by the customer.',
  bank_debit: 'Direct debit.',
  crypto: 'Cryptocurrency.',
  reward: 'Loyalty points or cash rewards.',
  real_time_payment: 'National real-time payment network.',
  upi: 'Unified Payments Interface (India).',
  voucher: 'Voucher paid in cash or at a bank.',
  gift_card: 'Gift card.',
  open_banking: 'Open-banking payment initiation.',
  mobile_payment: 'Direct carrier billing.',
});
