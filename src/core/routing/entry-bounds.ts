import type { AcceptedListType, PaymentMethodsEnabled } from '../entities/values/payment-methods-enabled.ts';
import type { ValueOf } from '../model/index.ts';

type AcceptedList = { list: readonly string[]; type: ValueOf<typeof AcceptedListType> } | null | undefined;

/** Whether a list of countries or currencies accepts one of the codes asked for. */
export function acceptsOneOf(accepted: AcceptedList, codes: readonly string[]): boolean {
  if (!accepted || accepted.type === 'all_accepted') return true;
  const listed = new Set(accepted.list);
  return codes.some((code) => listed.has(code) === (accepted.type === 'enable_only'));
}

/** Whether an entry takes some amount of at least `least`. An entry without a bound takes any on that side. */
export const reaches = (entry: PaymentMethodsEnabled, least: number): boolean =>
  (entry.maximum_amount ?? Number.POSITIVE_INFINITY) >= least;

/** Whether an entry takes some amount of at most `most`. */
export const startsBy = (entry: PaymentMethodsEnabled, most: number): boolean =>
  (entry.minimum_amount ?? 0) <= most;

/** Whether what an entry took may be charged again without the customer. */
export const isRecurring = (entry: PaymentMethodsEnabled): boolean => entry.recurring_enabled === true;
