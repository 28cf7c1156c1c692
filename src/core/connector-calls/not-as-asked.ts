import type { EventTypeValue } from '../entities/event-types.ts';
import type { WritingContext } from '../foundation/context.ts';
import { moneyText } from '../foundation/currencies.ts';
import type { Money } from '../foundation/ports/connector-requests.ts';
import { announce } from '../writes/apply-changes.ts';

/** The fields that show the code and message of a failure. */
interface Showing {
  error_code?: string | null;
  error_message?: string | null;
}

/** The error code of money that a connector moved differently from the request. */
export const NOT_AS_ASKED_CODE = 'not_as_asked';

/**
 * Shows on a locked payment, refund or payout that its connector moved money which cannot be recorded as moved, and
 * reports it once.
 *
 * @param what Money and reason, such as `a capture of 1100 USD (cap_9), beyond the authorization of 1000`.
 */
export function recordNotAsAsked(
  tx: WritingContext,
  event: Extract<EventTypeValue, `${string}_not_as_asked`>,
  what: string,
  ...[object, ...parts]: readonly [Showing & object, ...Showing[]]
): void {
  const message = `The connector reports ${what}. Nothing of it is recorded as moved: compare it with the connector's dashboard.`;
  const isKnown = object.error_code === NOT_AS_ASKED_CODE && object.error_message === message;
  for (const target of [object, ...parts]) {
    target.error_code = NOT_AS_ASKED_CODE;
    target.error_message = message;
  }
  if (!isKnown) announce(tx, object, event);
}

/** Money as a sentence names it. */
export const named = ({ amount, currency }: Money): string => moneyText(amount, currency);

/** Whether two amounts are of the same money. */
export const isSameMoney = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;

/** The report of a connector that moved other money than it was asked to. */
export function movedOtherwise({ amount, currency }: Partial<Money>, moved: Money | null): string {
  const asked = amount === undefined || !currency ? 'something else' : moneyText(amount, currency);
  return `that it moved ${moved ? named(moved) : 'something else'} where it was asked for ${asked}`;
}
