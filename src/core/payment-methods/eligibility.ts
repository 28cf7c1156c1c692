import type { ValueOf } from '../model/index.ts';
import type { AcceptedListType, PaymentMethodsEnabled } from '../values/payment-methods-enabled.ts';
import type { CustomerPaymentMethodsQuery } from './customer-payment-methods-query.ts';

type AcceptedList = { list: readonly string[]; type: ValueOf<typeof AcceptedListType> } | null | undefined;

/** Whether a connector account's entry for a payment method admits what is asked. All of it must hold at once. */
function admits(entry: PaymentMethodsEnabled, asked: CustomerPaymentMethodsQuery): boolean {
  return (
    admitsOneOf(entry.accepted_currencies, asked.accepted_currency) &&
    admitsOneOf(entry.accepted_countries, asked.accepted_country) &&
    overlaps(entry, asked) &&
    (!asked.recurring_payment_enabled || entry.recurring_enabled === true) &&
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

function admitsOneOf(accepted: AcceptedList, asked: readonly string[]): boolean {
  if (!accepted || accepted.type === 'all_accepted') return true;
  const listed = new Set(accepted.list);
  return asked.some((code) => listed.has(code) === (accepted.type === 'enable_only'));
}

/** An entry without a bound takes any amount on that side. */
function overlaps(entry: PaymentMethodsEnabled, asked: CustomerPaymentMethodsQuery): boolean {
  const least = entry.minimum_amount ?? 0;
  const most = entry.maximum_amount ?? Number.POSITIVE_INFINITY;
  return least <= asked.maximum_amount && most >= asked.minimum_amount;
}
