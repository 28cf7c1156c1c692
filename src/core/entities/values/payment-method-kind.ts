import { enumeration } from '../../model/index.ts';

/** The families of payment method. `payment_method_type` names the member: `ach` of `bank_debit`, say. */
export const PaymentMethodKind = enumeration('PaymentMethodKind', 'A family of payment methods.', {
  card: 'A credit, debit or prepaid card.',
  card_redirect: "A card entered on the card scheme's or the bank's own page.",
  pay_later: 'Instalments or a later due date, financed by a third party.',
  wallet: 'A wallet on a phone or on the web.',
  bank_redirect: "Online banking, approved on the bank's own page.",
  bank_transfer: 'A transfer that the customer sends to an account.',
  bank_debit: "A direct debit of the customer's account.",
  crypto: 'A cryptocurrency.',
  reward: 'Loyalty points or cash rewards.',
  real_time_payment: 'A national instant-payment network.',
  upi: "India's Unified Payments Interface.",
  voucher: 'A slip that is paid in cash or at a bank.',
  gift_card: 'A gift card.',
  open_banking: "A payment started through the bank's open-banking interface.",
  mobile_payment: "A charge to the customer's mobile-phone bill.",
});
