import { createHash } from 'node:crypto';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import { METADATA } from '../entities/values/rule-facts.ts';
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
import {
  type CompiledRouting,
  decidedOrder,
  decideRouting,
  paymentSubject,
  payoutSubject,
} from '../routing/decide-routing.ts';
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

/** Decides about a payment of the past, as the confirmation would with the present accounts. */
export function judgePayment(
  tx: WritingContext,
  { accounts, early, profile, routing }: ReplayRules,
  row: ReplayedPayment,
  method: MandatedMethod | null,
): Judged {
  // As before its confirmation, whose rules have yet to decide.
  const payment = { ...withoutRuleSurcharge(row), decisions: [] };
  const brand = brandOf(payment);
  const subject = paymentSubject(payment, brand, new Date(payment.created), tx.ports.countryOf);
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
): Judged {
  return judged(payout, {
    amount: payout.amount,
    network: payout.payout_type ?? '',
    fee: null,
    effects: new Set(),
    choose: () => {
      const own = payoutAlgorithm(payout);
      const subject = payoutSubject(payout, new Date(payout.created));
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

/** The facts and lookups of rules that a payment of the past does not have, in comparison with a subject. */
export function unknownTo(rules: readonly CompiledRules[], { facts }: Subject): string[] {
  const fields = rules.flatMap((one) => one.rules.flatMap((rule) => rule.fields));
  const isUnknown = (field: string) =>
    !field.startsWith(METADATA) && field !== 'hour' && field !== 'weekday' && !Object.hasOwn(facts, field);
  const lookups = rules.flatMap((one) => one.lookups.map(({ key }) => key));
  return [...new Set([...fields.filter(isUnknown), ...lookups])];
}
