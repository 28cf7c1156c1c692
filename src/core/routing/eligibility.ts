import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { AcceptedListType, PaymentMethodsEnabled } from '../entities/values/connector-parts.ts';
import { canonicalName } from '../foundation/canonical-name.ts';
import type {
  Ability,
  Connector,
  KeptMethod,
  MethodAbilities,
  MethodAbility,
  PayoutSupport,
  TypeTerms,
} from '../foundation/ports/connector.ts';
import type { ValueOf } from '../model/index.ts';
import { recordIn } from '../model/read-input.ts';
import type { PayoutTerms, RoutingRequest } from './routing-request.ts';

/** The fields of an account that decide its eligibility. */
export type Candidate = Pick<
  ConnectorAccount,
  | 'connector_name'
  | 'disabled'
  | 'status'
  | 'connector_type'
  | 'payment_methods_enabled'
  | 'business_country'
  | 'business_label'
  | 'business_sub_label'
>;

const typeNames: Readonly<Record<RoutingRequest['connectorType'], string>> = {
  payment_processor: 'not for payments',
  payout_processor: 'not for payouts',
};

const inabilities: Readonly<Partial<Record<Ability, string>>> = {
  capture: 'its connector cannot capture separately',
  multiple_captures: 'its connector cannot capture in several parts',
  payout: 'its connector cannot send payouts',
  network_mandate: 'its connector cannot charge a card by a network transaction id',
  limited_card_data: 'its connector cannot charge a card by number only',
  save: 'its connector keeps no payment methods',
};

type AcceptedList = { list: readonly string[]; type: ValueOf<typeof AcceptedListType> } | null | undefined;

/** Whether a list of countries or currencies accepts at least one of the codes. */
export function acceptsOneOf(accepted: AcceptedList, codes: readonly string[]): boolean {
  if (!accepted || accepted.type === 'all_accepted') return true;
  const listed = new Set(accepted.list);
  return codes.some((code) => listed.has(code) === (accepted.type === 'enable_only'));
}

/** Whether an entry supports amounts of `least` or more. No maximum means no upper bound. */
export const reaches = (entry: PaymentMethodsEnabled, least: number): boolean =>
  (entry.maximum_amount ?? Number.POSITIVE_INFINITY) >= least;

/** Whether an entry supports amounts of `most` or less. A payment of 0 verifies a method: no minimum applies to it. */
export const startsBy = (entry: PaymentMethodsEnabled, most: number): boolean =>
  most === 0 || (entry.minimum_amount ?? 0) <= most;

/** Whether an entry's payments may be repeated off session. */
export const isRecurring = (entry: PaymentMethodsEnabled): boolean => entry.recurring_enabled === true;

/** An empty list accepts everything, and every list accepts an unknown value. */
function lists(names: readonly string[] | null | undefined, name: string | null): boolean {
  if (!names?.length || name === null) return true;
  return names.some((known) => canonicalName(known) === canonicalName(name));
}

/** The known facts of a request; null for unknown ones. */
export type PartialRequest = Omit<RoutingRequest, 'amount' | 'currency'> & {
  readonly currency: string | null;
  /** The smallest and the largest possible amount, in minor units. */
  readonly least: number | null;
  readonly most: number | null;
};

/** A filter on an account's entries, and the reason if no entry passes. Unknown facts pass. */
interface EntryFilter {
  readonly takes: (entry: PaymentMethodsEnabled, request: PartialRequest) => boolean;
  readonly reason: (request: PartialRequest) => string;
}

const entryFilters: readonly EntryFilter[] = [
  {
    takes: (entry, { payment_method: kind }) => kind === null || entry.payment_method === kind,
    reason: (request) => `does not accept ${request.payment_method}`,
  },
  {
    takes: (entry, request) => lists(entry.payment_method_types, request.payment_method_type),
    // The type is free text from the caller, which messages never quote.
    reason: () => 'does not accept this payment_method_type',
  },
  {
    takes: (entry, request) => lists(entry.payment_schemes, request.card_network),
    reason: () => 'does not accept this card network',
  },
  {
    takes: (entry, request) => lists(entry.payment_method_issuers, request.issuer),
    reason: () => 'does not accept this issuer',
  },
  {
    takes: (entry, { currency }) => currency === null || acceptsOneOf(entry.accepted_currencies, [currency]),
    reason: (request) => `does not accept ${request.currency}`,
  },
  {
    takes: (entry, request) =>
      request.country === null || acceptsOneOf(entry.accepted_countries, [request.country]),
    reason: (request) => `does not serve ${request.country}`,
  },
  {
    takes: (entry, { most }) => most === null || startsBy(entry, most),
    reason: () => 'the amount is below its minimum',
  },
  {
    takes: (entry, { least }) => least === null || reaches(entry, least),
    reason: () => 'the amount is above its maximum',
  },
  {
    takes: (entry, request) => !request.recurring || isRecurring(entry),
    reason: () => 'not enabled for recurring payments',
  },
];

const cardsAlone: MethodAbilities = { card: { types: null, capturesLater: true } };

/** Accounts list payment methods only: a payout to a bank needs one that lists bank transfers. */
const payoutTypeByKind: Readonly<Record<string, string>> = {
  card: 'card',
  bank_transfer: 'bank',
  wallet: 'wallet',
};

/** A connector's capabilities for a kind of payment method; null if it does not support it. */
export function abilityFor(
  { paymentMethods, payoutMethods }: Connector,
  type: RoutingRequest['connectorType'],
  kind: string,
): MethodAbility | null {
  const abilities: MethodAbilities =
    (type === 'payment_processor' ? paymentMethods : payoutMethods) ?? cardsAlone;
  const name = type === 'payment_processor' ? kind : payoutTypeByKind[kind];
  return (name !== undefined && abilities[name]) || null;
}

/**
 * The saved method that a connector stores for a payment with single-use details; null if it stores none.
 */
export const keptAs = (connector: Connector, kind: string, type: string | null): KeptMethod | null =>
  abilityFor(connector, 'payment_processor', kind)?.keeps?.[type ?? ''] ?? null;

/** The limits of a type of a kind; empty for an unknown type, or one without limits. */
export function termsOf({ terms }: MethodAbility, type: string | null): TypeTerms {
  if (!terms || type === null) return {};
  const [, found] = Object.entries(terms).find(([name]) => canonicalName(name) === canonicalName(type)) ?? [];
  return found ?? {};
}

/** Whether a connector supports separate authorization and capture for a type of a kind of payment method. */
export function canCaptureLater(connector: Connector, kind: string, type: string | null): boolean {
  const ability = abilityFor(connector, 'payment_processor', kind);
  return connector.abilities.has('capture') && ability !== null && takesLaterCapture(ability, type);
}

/** Whether a type of a kind of payment method can be authorized first and captured later. */
export const takesLaterCapture = (ability: MethodAbility, type: string | null): boolean =>
  ability.capturesLater === true && termsOf(ability, type).capturesLater !== false;

/** The reason why a connector does not support a request's payment method; null if it does. */
function methodReason(connector: Connector, request: PartialRequest, kind: string): string | null {
  const ability = abilityFor(connector, request.connectorType, kind);
  if (!ability) return `its connector does not accept ${kind}`;
  const { types } = ability;
  const currencies = ability.currencies ?? connector.currencies;
  const { currency } = request;
  if (currency !== null && currencies?.has(currency) === false) {
    return `its connector does not accept ${currency}`;
  }
  if (types && request.payment_method_type !== null && !lists(types, request.payment_method_type)) {
    return 'its connector does not accept this payment_method_type';
  }
  const terms = termsOf(ability, request.payment_method_type);
  if (currency !== null && terms.currencies?.has(currency) === false) {
    return `its connector takes this payment_method_type in ${[...terms.currencies].join(', ')} only`;
  }
  if (request.country !== null && terms.countries?.has(request.country) === false) {
    return `its connector does not accept this payment_method_type from ${request.country}`;
  }
  if (request.keeps && !keptAs(connector, kind, request.payment_method_type)) {
    return `its connector cannot keep this ${kind} for charges while the customer is absent`;
  }
  const capturesByCall = request.abilities.includes('capture');
  if (!capturesByCall || takesLaterCapture(ability, request.payment_method_type)) return null;
  return ability.capturesLater
    ? 'its connector cannot capture this payment_method_type later'
    : `its connector cannot capture a ${kind} later`;
}

/** The reason why no entry of an account accepts the request. A single entry must pass every filter. */
function entryReason(entries: readonly PaymentMethodsEnabled[], request: PartialRequest): string | null {
  let left = entries;
  for (const { takes, reason } of entryFilters) {
    left = left.filter((entry) => takes(entry, request));
    if (left.length === 0) return reason(request);
  }
  return null;
}

/** The reason why a connector cannot send a payout on its terms; null if it can. */
function payoutReason(
  support: PayoutSupport | undefined,
  { entity_type: recipient, payout_type: destination, priority }: PayoutTerms,
): string | null {
  if (priority && support?.priorities?.has(priority) === false) {
    return `its connector cannot send payouts of priority ${priority}`;
  }
  if (recipient && destination && support?.entityTypes?.[destination]?.has(recipient) === false) {
    return `its connector cannot send payouts to a ${destination} of a ${recipient}`;
  }
  return null;
}

const businessNames = ['business_country', 'business_label', 'business_sub_label'] as const;

/**
 * The reason why an account does not serve a line of business; null if it does. An account without a line of business
 * serves all, and every account serves payments without one.
 */
function businessReason(account: Candidate, { business }: Pick<RoutingRequest, 'business'>): string | null {
  const other = businessNames.find((name) => {
    const [served, asked] = [account[name], business[name]];
    return served && asked && canonicalName(served) !== canonicalName(asked);
  });
  return other ? `serves another ${other}` : null;
}

/**
 * The reason why an account is not eligible, in a few words for the merchant; null if it is. An unknown card network or
 * country excludes no account.
 *
 * @example
 * ```ts
 * ineligibilityReason(account, connectors.find(account.connector_name), paymentRoutingRequest(payment, 'Visa'));
 * // 'does not accept EUR'
 * ```
 */
export function ineligibilityReason(
  account: Candidate,
  connector: Connector | undefined,
  request: RoutingRequest,
): string | null {
  const { amount, payment_method: kind } = request;
  if (kind === null) return standingReason(account, connector, request) ?? 'no payment method is known';
  return partialReason(account, connector, { ...request, least: amount, most: amount });
}

/** The reason why an account can accept no request with these facts; null if it can. */
export function partialReason(
  account: Candidate,
  connector: Connector | undefined,
  request: PartialRequest,
): string | null {
  const standing = standingReason(account, connector, request);
  if (standing || !connector) return standing;
  const { payment_method: kind } = request;
  return (
    entryReason(account.payment_methods_enabled, request) ??
    (kind === null ? null : methodReason(connector, request, kind))
  );
}

/** The reason why a connector cannot split a payment as requested; null if it can, or the payment is not split. */
function splitReason(
  { connector_name: name }: Candidate,
  connector: Connector,
  { split }: Pick<RoutingRequest, 'split'>,
): string | null {
  if (!split) return null;
  const own = recordIn(split, `${name}_split_payment`);
  if (!own) return 'split_payments is for another connector';
  return connector.splitReason ? connector.splitReason(own) : 'its connector splits no payments';
}

/** The reason why an account accepts no payment or payout of this kind, regardless of method and amount. */
function standingReason(
  account: Candidate,
  connector: Connector | undefined,
  request: PartialRequest | RoutingRequest,
): string | null {
  if (account.disabled) return 'disabled';
  if (account.status !== 'active') return 'not active';
  if (account.connector_type !== request.connectorType) return typeNames[request.connectorType];
  const business = businessReason(account, request);
  if (business) return business;
  if (!connector) return 'its connector is not part of this service';
  const missing = request.abilities.find((ability) => !connector.abilities.has(ability));
  if (missing) return inabilities[missing] ?? `its connector cannot ${missing}`;
  return (
    splitReason(account, connector, request) ??
    (request.payout && payoutReason(connector.payouts, request.payout))
  );
}
