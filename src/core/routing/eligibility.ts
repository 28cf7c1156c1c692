import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { PaymentMethodsEnabled } from '../entities/values/payment-methods-enabled.ts';
import type { Ability, Connector } from '../foundation/connector.ts';
import { acceptsOneOf, isRecurring, reaches, startsBy } from './entry-bounds.ts';
import type { RoutingRequest } from './routing-request.ts';

/** What of an account decides whether it can be used. */
export type Candidate = Pick<
  ConnectorAccount,
  'disabled' | 'status' | 'connector_type' | 'payment_methods_enabled'
>;

const typeNames: Readonly<Record<RoutingRequest['connectorType'], string>> = {
  payment_processor: 'not for payments',
  payout_processor: 'not for payouts',
};

const inabilities: Readonly<Partial<Record<Ability, string>>> = {
  capture: 'its connector cannot capture by a call of its own',
  multiple_captures: 'its connector cannot capture in several parts',
  payout: 'its connector cannot send payouts',
};

/** A list that is empty admits all, and so does any list for a thing that is not known. */
function lists(names: readonly string[] | null | undefined, name: string | null): boolean {
  if (!names?.length || name === null) return true;
  return names.some((known) => known.toLowerCase() === name.toLowerCase());
}

/** A step narrows the entries down to those that take what is asked; `otherwise` is why when it leaves none. */
interface Step {
  readonly takes: (entry: PaymentMethodsEnabled, ask: RoutingRequest) => boolean;
  readonly otherwise: (ask: RoutingRequest) => string;
}

const steps: readonly Step[] = [
  {
    takes: (entry, ask) => entry.payment_method === ask.payment_method,
    otherwise: (ask) => `does not take ${ask.payment_method}`,
  },
  {
    takes: (entry, ask) => lists(entry.payment_method_types, ask.payment_method_type),
    // A type is the caller's own text, which no message repeats.
    otherwise: () => 'does not take this payment_method_type',
  },
  {
    takes: (entry, ask) => lists(entry.payment_schemes, ask.card_network),
    otherwise: () => 'does not take this card network',
  },
  {
    takes: (entry, ask) => acceptsOneOf(entry.accepted_currencies, [ask.currency]),
    otherwise: (ask) => `does not take ${ask.currency}`,
  },
  {
    takes: (entry, ask) => ask.country === null || acceptsOneOf(entry.accepted_countries, [ask.country]),
    otherwise: (ask) => `does not serve ${ask.country}`,
  },
  {
    takes: (entry, ask) => startsBy(entry, ask.amount),
    otherwise: () => 'the amount is below its minimum',
  },
  {
    takes: (entry, ask) => reaches(entry, ask.amount),
    otherwise: () => 'the amount is above its maximum',
  },
  {
    takes: (entry, ask) => !ask.recurring || isRecurring(entry),
    otherwise: () => 'not enabled for recurring payments',
  },
];

/** Why none of an account's entries takes what is asked. One entry must take all of it. */
function refusedBecause(entries: readonly PaymentMethodsEnabled[], ask: RoutingRequest): string | null {
  let left = entries;
  for (const { takes, otherwise } of steps) {
    left = left.filter((entry) => takes(entry, ask));
    if (left.length === 0) return otherwise(ask);
  }
  return null;
}

/**
 * Why an account cannot be used for what is asked, in a few words for its merchant; null when it can.
 *
 * What is not known of a payment, such as the card network or the country, rules nothing out.
 *
 * @example
 * ```ts
 * ruledOutBecause(account, connectors.find(account.connector_name), paymentAsk(payment, 'Visa'));
 * // 'does not take EUR'
 * ```
 */
export function ineligibilityReason(
  account: Candidate,
  connector: Connector | undefined,
  ask: RoutingRequest,
): string | null {
  if (account.disabled) return 'disabled';
  if (account.status !== 'active') return 'not active';
  if (account.connector_type !== ask.connectorType) return typeNames[ask.connectorType];
  if (!connector) return 'its connector is not part of this service';
  const missing = ask.abilities.find((ability) => !connector.abilities.has(ability));
  if (missing) return inabilities[missing] ?? `its connector cannot ${missing}`;
  if (ask.payment_method === null) return 'it is not known what is paid with';
  return refusedBecause(account.payment_methods_enabled, ask);
}
