import type { PaymentMethodsEnabled } from '../entities/values/payment-methods-enabled.ts';
import { acceptsOneOf, isRecurring, reaches, startsBy } from '../routing/eligibility.ts';
import type { CustomerPaymentMethodsQuery } from './customer-payment-methods-query.ts';

/** Whether a connector account's entry for a payment method admits what is asked. All of it must hold at once. */
function admits(entry: PaymentMethodsEnabled, asked: CustomerPaymentMethodsQuery): boolean {
  return (
    acceptsOneOf(entry.accepted_currencies, asked.accepted_currency) &&
    acceptsOneOf(entry.accepted_countries, asked.accepted_country) &&
    startsBy(entry, asked.maximum_amount) &&
    reaches(entry, asked.minimum_amount) &&
    (!asked.recurring_payment_enabled || isRecurring(entry)) &&
    (!asked.installment_payment_enabled || entry.installment_payment_enabled === true)
  );
}

/** The families of payment method that one of the entries admits. */
export function admittedKinds(
  entries: readonly PaymentMethodsEnabled[],
  asked: CustomerPaymentMethodsQuery,
): Set<string> {
  return new Set(entries.filter((entry) => admits(entry, asked)).map((entry) => entry.payment_method));
}
