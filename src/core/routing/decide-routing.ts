import { isDeepStrictEqual } from 'node:util';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { RuleDecided } from '../entities/values/rule-documents.ts';
import {
  type ActiveRules,
  activeRules,
  type CompiledRules,
  compileRules,
  decideBy,
  decisionRecord,
  type RuleOutcome,
} from '../rules/compiled-rules.ts';
import type { Subject } from '../rules/rule-conditions.ts';
import type { RoutedPayment, RoutedPayout } from './routed-columns.ts';
import { readStored } from './routing-algorithm.ts';
import { paymentRoutingRequest, payoutRoutingRequest } from './routing-request.ts';
import {
  type RoutingAction,
  routingOrderOf,
  rulesOfAlgorithm,
  type WrittenAlgorithm,
} from './routing-rules.ts';

/** The setting of a profile that shows the rules of a routing decision as an algorithm. */
export const settingByDecision = {
  payment_routing: 'routing_algorithm',
  payout_routing: 'payout_routing_algorithm',
} as const satisfies Record<string, keyof BusinessProfile>;

/** A decision about accounts. */
export type RoutingDecision = keyof typeof settingByDecision;

/** The rules of a routing decision, ready to decide. */
export type CompiledRouting = CompiledRules<RoutingAction>;

/** An active ruleset of a routing decision, as its profile keeps it. */
export interface ActiveRouting extends ActiveRules<RoutingAction> {
  /** The setting that shows these rules. Another value was set by a release without rulesets, and counts. */
  readonly algorithm: WrittenAlgorithm | null;
}

/**
 * The rules of a profile for a routing decision; null without any.
 *
 * @throws {Problem} `no_connector_available` if a stored algorithm is invalid.
 */
export function rulesOfProfile(
  profile: Readonly<BusinessProfile> | null,
  decision: RoutingDecision,
): CompiledRouting | null {
  const setting = settingByDecision[decision];
  const algorithm = (profile?.[setting] ?? null) as WrittenAlgorithm | null;
  const active = (profile?.active_rules?.[decision] ?? null) as ActiveRouting | null;
  if (!profile || (!active && !algorithm)) return null;
  if (active && isSameAlgorithm(active.algorithm, algorithm)) return activeRules(profile, decision);
  return readStored(algorithm, setting) && compileRules(decision, null, rulesOfAlgorithm(algorithm!));
}

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, canonical(member)]),
  );
};

/** Whether two algorithms are the same, except for the order of members and members without a value. */
export const isSameAlgorithm = (a: WrittenAlgorithm | null, b: WrittenAlgorithm | null): boolean =>
  // Each confirmation asks, and two columns with the same JSON are read in the same form.
  isDeepStrictEqual(a, b) || JSON.stringify(canonical(a ?? {})) === JSON.stringify(canonical(b ?? {}));

/** What rules decide about the accounts of a payment or payout. */
export type RoutingOutcome = RuleOutcome<RoutingAction>;

/** Decides by the first rule that holds, else the default. */
export const decideRouting = (rules: CompiledRouting, subject: Subject): RoutingOutcome =>
  decideBy(rules, subject);

/** The form of a decision in which accounts are ordered; null if nothing is decided. */
export const decidedOrder = ({ action }: RoutingOutcome) => (action ? routingOrderOf(action) : null);

/**
 * The record of a decision with the account that it led to; null for an algorithm without a ruleset.
 *
 * @param expectation The expectation of the account, for a rule that learns.
 */
export function routingRecord(
  outcome: RoutingOutcome,
  account: Pick<ConnectorAccount, 'merchant_connector_id' | 'connector_label'> | null,
  isFallback: boolean,
  expectation: string | null = null,
): RuleDecided | null {
  const { action, rules } = outcome;
  const noun = rules.decision === 'payout_routing' ? 'payout' : 'payment';
  const named =
    account && [account.connector_label, `(${account.merchant_connector_id})`].filter(Boolean).join(' ');
  const way = !action
    ? 'is the oldest account that can take it'
    : isFallback
      ? `is the oldest other account, because none of the rule's can take the ${noun}`
      : action.volume_split
        ? 'was drawn by share'
        : 'is the first of its accounts that can take it';
  const said = !isFallback && expectation ? expectation : `${way}.`;
  return decisionRecord(outcome, named ? `${named} ${said}` : `No account can take the ${noun}.`);
}

/** The domain of an e-mail address; null without one. */
const domainOf = (email: string | null | undefined): string | null => email?.split('@').at(-1) ?? null;

/** The values by which a payment is counted and looked up. */
const keysOf = (payment: RoutedPayment, email: string | null): NonNullable<Subject['keys']> => ({
  payment: payment.payment_id,
  card: payment.fingerprint ?? null,
  customer: payment.customer_id ?? null,
  email: email?.toLowerCase() ?? null,
  ip_address: payment.browser_info?.ip_address?.toLowerCase() ?? null,
});

/** The facts about a payment that rules compare. */
export function paymentSubject(
  payment: RoutedPayment,
  cardNetwork: string | null,
  at: Date,
  countryOf: Subject['countryOf'] = null,
): Subject {
  const { capture_method, customer, metadata, off_session, setup_future_usage, shipping } = payment;
  const { card } = payment.payment_method_data ?? {};
  const { surcharge_amount, tax_amount } = payment.surcharge_details ?? {};
  const email = payment.email ?? customer?.email ?? null;
  const { authentication_type, country, currency, payment_method, payment_method_type } =
    paymentRoutingRequest(payment, cardNetwork);
  return {
    at,
    countryOf,
    keys: keysOf(payment, email),
    metadata: metadata ?? null,
    facts: {
      amount: payment.net_amount - (surcharge_amount ?? 0) - (tax_amount ?? 0),
      currency,
      country,
      shipping_country: shipping?.address?.country ?? null,
      card_issuing_country: card?.card_issuing_country ?? null,
      card_network: cardNetwork,
      card_type: card?.card_type ?? null,
      card_isin: card?.card_extended_bin ?? card?.card_isin ?? null,
      card_fingerprint: payment.fingerprint ?? null,
      card_issuer: card?.card_issuer ?? null,
      payment_method,
      payment_method_type,
      saved_method: Boolean(payment.payment_method_id || payment.payment_token),
      customer_known: Boolean(payment.customer_id),
      customer_id: payment.customer_id ?? null,
      ip_address: payment.browser_info?.ip_address ?? null,
      email,
      email_domain: domainOf(email),
      phone: payment.phone ?? customer?.phone ?? null,
      capture_method: capture_method ?? 'automatic',
      setup_future_usage: setup_future_usage ?? null,
      off_session: off_session === true,
      payment_channel: payment.payment_channel ?? 'ecommerce',
      authentication_type,
    },
  };
}

/** The facts about a payout that rules compare. */
export function payoutSubject(payout: RoutedPayout, at: Date): Subject {
  const { card } = payout.payout_method_data ?? {};
  const email = payout.email ?? payout.customer?.email ?? null;
  const { amount, card_network, country, currency, payment_method, payment_method_type, payout_type } =
    payoutRoutingRequest(payout);
  return {
    at,
    metadata: payout.metadata ?? null,
    facts: {
      ...{ amount, currency, country, card_network, payment_method, payment_method_type, payout_type },
      card_issuing_country: card?.card_issuing_country ?? null,
      card_type: card?.card_type ?? null,
      card_isin: card?.card_extended_bin ?? card?.card_isin ?? null,
      card_issuer: card?.card_issuer ?? null,
      customer_known: Boolean(payout.customer_id),
      customer_id: payout.customer_id ?? null,
      email,
      email_domain: domainOf(email),
      phone: payout.phone ?? payout.customer?.phone ?? null,
    },
  };
}
