import { createHash } from 'node:crypto';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import { type Fact, factOf, velocityCount } from '../entities/values/rule-facts.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { brandOf } from '../payments/method/method-data.ts';
import {
  decidedSelection,
  isChargedBySavedMethod,
  mandateHolders,
  selectAccounts,
  withFacts,
} from '../routing/choose-accounts.ts';
import { payoutAlgorithm } from '../routing/choose-payout-accounts.ts';
import { type CompiledRouting, decidedOrder, decideRouting } from '../routing/decide-routing.ts';
import { type RoutingAlgorithm, readStored } from '../routing/routing-algorithm.ts';
import { payoutRoutingRequest } from '../routing/routing-request.ts';
import type { CompiledRules } from '../rules/compiled-rules.ts';
import { decideEarly, type EarlyOutcomes, type EarlyRules } from '../rules/decide-early.ts';
import { isChallenged, surchargeOfAction } from '../rules/decision-kinds.ts';
import type { RiskAction } from '../rules/risk-action.ts';
import type { Subject } from '../rules/rule-conditions.ts';
import type { SurchargeAction } from '../rules/surcharge-action.ts';
import { withoutRuleSurcharge } from '../rules/surcharge-amounts.ts';
import type { ThreeDsAction } from '../rules/three-ds-action.ts';
import { threeDsTerms } from '../rules/three-ds-terms.ts';
import type { MandatedMethod, ReplayedPayment, ReplayedPayout } from './replayed-rows.ts';
import type { Judged, ReplayEffect } from './tally.ts';

/** What decides about the payments or payouts of a page. */
export interface ReplayRules {
  readonly profile: BusinessProfile;
  readonly accounts: readonly ConnectorAccount[];
  readonly early: readonly EarlyRules[];
  readonly routing: CompiledRouting | null;
  /** The merchant account's algorithm for payouts. */
  readonly merchants: RoutingAlgorithm | null;
}

/** Whether a payment is charged by its saved method, whose mandates then matter. */
export const needsMethod = (payment: ReplayedPayment): boolean =>
  !payment.has_details && isChargedBySavedMethod(payment);

/** A payment of the past before its confirmation, whose rules have yet to decide. */
export const unconfirmed = (row: ReplayedPayment): ReplayedPayment => ({
  ...withoutRuleSurcharge(row),
  decisions: [],
});

/**
 * Decides about a payment of the past, as the confirmation would with the present accounts.
 *
 * @param payment As {@link unconfirmed}.
 * @param subject What rules see of it, with what they look up.
 */
export function judgePayment(
  tx: WritingContext,
  { accounts, early, profile, routing }: ReplayRules,
  payment: ReplayedPayment,
  subject: Subject,
  method: MandatedMethod | null,
): Judged {
  const brand = brandOf(payment);
  const before = early.filter(([name]) => name !== 'surcharge' || !payment.surcharge_details);
  const decided = decideEarly(before, subject, { payment, profile });
  const effects = effectsOf(decided);
  const { fee, fee_currency } = payment;
  return judged(payment, {
    amount: payment.net_amount,
    network: brand ?? '',
    fee: fee !== null && fee !== undefined && fee_currency === payment.currency ? fee : null,
    effects,
    choose: () => {
      const algorithm = payment.routing ? readStored(payment.routing, 'routing') : null;
      const rules = algorithm ? null : routing;
      const holders = mandateHolders(payment, profile, method);
      const seen = rules && withFacts(subject, decided.set);
      const settings = { accounts, algorithm, holders, profile, rules };
      const made = decided.outcomes.map(({ name, outcome }) => ({ decision: name, action: outcome.action }));
      return decidedSelection(tx, settings, payment, brand, seen, {
        draw: drawFor(payment.id),
        decisions: made,
      }).chosen;
    },
  });
}

/** Decides about a payout of the past, as the confirmation would with the present accounts. */
export function judgePayout(
  tx: WritingContext,
  { accounts, merchants, routing }: ReplayRules,
  payout: ReplayedPayout,
  subject: Subject,
): Judged {
  return judged(payout, {
    amount: payout.amount,
    network: payout.payout_type ?? '',
    fee: null,
    effects: new Set(),
    choose: () => {
      const own = payoutAlgorithm(payout);
      const decision = !own && routing ? decideRouting(routing, subject) : null;
      const by = own ?? (decision && decidedOrder(decision)) ?? merchants;
      return selectAccounts(tx, accounts, by, payoutRoutingRequest(payout), drawFor(payout.id)).chosen;
    },
  });
}

interface Judgement extends Pick<Judged, 'amount' | 'network' | 'fee' | 'effects'> {
  readonly choose: () => readonly ConnectorAccount[];
}

function judged(
  { created, currency, first_account: from, first_result, id }: ReplayedPayment | ReplayedPayout,
  { amount, choose, effects, fee, network }: Judgement,
): Judged {
  const isBlocked = effects.has('blocked');
  const to = isBlocked ? null : firstOf(choose);
  const moved = !isBlocked && to !== from;
  return { id, created, amount, currency, from, to, moved, effects, network, result: first_result, fee };
}

/** The first account; null for a payment that would be refused, also for its own algorithm that is invalid by now. */
function firstOf(choose: Judgement['choose']): string | null {
  try {
    return choose()[0]?.merchant_connector_id ?? null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** What happens to a payment. Of a blocked one nothing else does. */
function effectsOf({ isRefused, outcomes }: EarlyOutcomes): ReadonlySet<ReplayEffect> {
  if (isRefused) return new Set(['blocked']);
  const effects = new Set<ReplayEffect>();
  for (const { name, on, outcome } of outcomes) {
    const action: unknown = outcome.action;
    if (!action) continue;
    if (name === 'risk') {
      if ((action as RiskAction).risk === 'review') effects.add('reviewed');
      if (isChallenged(action as RiskAction, on.facts)) effects.add('challenged');
    } else if (name === 'three_ds') {
      if ((action as ThreeDsAction).three_ds === null) continue;
      const { exemption, preference, threeDs } = threeDsTerms(
        on.payment,
        on.profile,
        action as ThreeDsAction,
      );
      if (exemption) effects.add('exempted');
      if (threeDs && preference === 'challenge') effects.add('challenged');
    } else if (surchargeOfAction(action as SurchargeAction, on)?.surcharge_amount) effects.add('surcharged');
  }
  return effects;
}

/** Draws for a volume split by the identifier, so that a replay that is resumed or repeated draws the same. */
const drawFor = (id: string) => () => createHash('sha256').update(id).digest().readUInt32BE() / 2 ** 32;

/**
 * The facts and counts of rules that no payment, or payout, of the past has: those of the other kind, and the country of IP
 * addresses without a database of them.
 */
export function unknownTo(
  rules: readonly CompiledRules[],
  kind: NonNullable<Fact['only']>,
  hasAddresses: boolean,
): string[] {
  const isUnknown = (field: string) => {
    const fact = factOf(field);
    const isOfAnother = fact?.only !== undefined && fact.only !== kind;
    return !fact || isOfAnother || (field === 'ip_country' && !hasAddresses);
  };
  const fields = rules.flatMap((one) => one.rules.flatMap((rule) => rule.fields));
  const counts = rules.flatMap(({ lookups }) =>
    lookups.flatMap(({ countsBy, key }) => (countsBy ? [key] : [])),
  );
  return [...new Set([...fields.filter(isUnknown), ...(velocityCount.only === kind ? [] : counts)])];
}
