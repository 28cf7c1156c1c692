import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { Payment } from '../../entities/payment.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { paymentSubject } from '../../routing/decide-routing.ts';
import {
  activeRules,
  type CompiledRules,
  decideBy,
  decisionRecord,
  keepDecision,
  type RuleOutcome,
} from '../../rules/compiled-rules.ts';
import {
  type ActionByDecision,
  type EarlyDecision,
  earlyDecisionNames,
  earlyDecisions,
} from '../../rules/decision-kinds.ts';
import type { Subject } from '../../rules/rule-conditions.ts';
import { lookUpValues } from '../../rules/rule-lookups.ts';
import { brandOf } from '../method/method-data.ts';

/** Carries out the action of a decision on a locked payment at its confirmation. */
type Apply<Action> = (tx: WritingContext, payment: Payment, action: Action | null) => void | Promise<void>;

const applyDecision: { readonly [D in EarlyDecision]: Apply<ActionByDecision[D]> } = {
  risk: () => {},
  three_ds: () => {},
  surcharge: () => {},
};

/**
 * Makes the decisions about a locked payment that precede routing, in order, carries them out and keeps them. Rules see what
 * the decisions before theirs set.
 *
 * @returns The values that rules looked up, also those of the routing rules: one statement for all decisions.
 */
export async function takeDecisions(
  tx: WritingContext,
  profile: BusinessProfile,
  payment: Payment,
): Promise<Subject['lookedUp']> {
  const brand = brandOf(payment);
  const rules = earlyDecisionNames.map((name) => activeRules(profile, name));
  const routing = activeRules(profile, 'payment_routing');
  const lookups = [...rules, routing].flatMap((one) => one?.lookups ?? []);
  const before = paymentSubject(payment, brand, tx.ports.now(), tx.ports.countryOf);
  const lookedUp = await lookUpValues(tx, payment.merchant_id, lookups, before, true);
  for (const [i, name] of earlyDecisionNames.entries()) {
    await take(tx, payment, name, rules[i] as CompiledRules<never> | null, lookedUp);
  }
  return lookedUp;
}

async function take<D extends EarlyDecision>(
  tx: WritingContext,
  payment: Payment,
  name: D,
  rules: CompiledRules<ActionByDecision[D]> | null,
  lookedUp: NonNullable<Subject['lookedUp']>,
): Promise<void> {
  const subject = {
    ...paymentSubject(payment, brandOf(payment), tx.ports.now(), tx.ports.countryOf),
    lookedUp,
  };
  const outcome = rules && decideBy(rules, subject);
  keepDecision(payment, name, outcome && earlyRecord(name, outcome));
  await applyDecision[name](tx, payment, outcome?.action ?? null);
}

/** The record of a decision that precedes routing. */
export const earlyRecord = <D extends EarlyDecision>(name: D, outcome: RuleOutcome<ActionByDecision[D]>) =>
  decisionRecord(outcome, earlyDecisions[name].effect(outcome.action));
