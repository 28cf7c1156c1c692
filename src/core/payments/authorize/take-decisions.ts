import { cardFingerprints } from '../../cards/card.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { Payment } from '../../entities/payment.ts';
import type { RuleDecided } from '../../entities/values/rule-documents.ts';
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
import { earlyRules } from '../../rules/decide-early.ts';
import {
  type ActionByDecision,
  type DecidedOn,
  type EarlyDecision,
  earlyDecisionNames,
  earlyDecisions,
} from '../../rules/decision-kinds.ts';
import type { Subject } from '../../rules/rule-conditions.ts';
import { type Lookup, lookUpValues } from '../../rules/rule-lookups.ts';
import { addToList } from '../../value-lists/add-to-list.ts';
import { decryptField } from '../../writes/apply-changes.ts';
import { brandOf } from '../method/method-data.ts';
import { applyRisk } from './apply-risk.ts';
import { applySurcharge } from './apply-surcharge.ts';

/** Carries out the action of a decision on a locked payment at its confirmation. */
type Apply<Action> = (tx: WritingContext, payment: Payment, action: Action | null) => void | Promise<void>;

const applyDecision: { readonly [D in EarlyDecision]: Apply<ActionByDecision[D]> } = {
  risk: applyRisk,
  // The authorization reads its decision: `apply-three-ds.ts`.
  three_ds: () => {},
  surcharge: (_, payment, action) => applySurcharge(payment, action),
};

/**
 * Makes the decisions about a locked payment that precede routing, in order, carries them out and keeps them. Rules see what
 * the decisions before theirs set.
 *
 * @returns The values that rules looked up, also those of the routing rules: one statement for all decisions; and the
 * decision that refuses the payment, after which nothing more is decided.
 */
export async function takeDecisions(
  tx: WritingContext,
  profile: BusinessProfile,
  payment: Payment,
): Promise<DecisionsTaken> {
  const brand = brandOf(payment);
  const rules = new Map(earlyRules(profile, payment));
  const routing = activeRules(profile, 'payment_routing');
  // Rules do not see the decisions of an earlier confirmation.
  payment.decisions = payment.decisions.filter(({ decision }) => !(decision in earlyDecisions));
  const lookups = [...rules.values(), ...(routing ? [routing] : [])].flatMap((one) => one.lookups);
  const before = withFingerprints(
    tx,
    payment,
    lookups,
    paymentSubject(payment, brand, tx.ports.now(), tx.ports.countryOf),
  );
  const lookedUp = await lookUpValues(tx, payment.merchant_id, lookups, before, true);
  for (const name of earlyDecisionNames) {
    const refused = await take(
      tx,
      profile,
      payment,
      name,
      (rules.get(name) ?? null) as CompiledRules<never> | null,
      lookedUp,
    );
    if (refused) return { lookedUp, refused };
  }
  return { lookedUp, refused: null };
}

interface DecisionsTaken {
  readonly lookedUp: Subject['lookedUp'];
  /** The decision that refuses the payment; null unless one does. */
  readonly refused: RuleDecided | null;
}

/** A subject with the card's fingerprint by every encryption key, if rules ask for it: lists may have an earlier one. */
function withFingerprints(
  tx: WritingContext,
  payment: Payment,
  lookups: readonly Lookup[],
  subject: Subject,
): Subject {
  if (!payment.card_number || !lookups.some(({ key }) => key.endsWith(' card_fingerprint'))) return subject;
  const number = String(decryptField(tx, payment, 'card_number'));
  return { ...subject, fingerprints: cardFingerprints(tx.ports, payment.merchant_id, number) };
}

async function take<D extends EarlyDecision>(
  tx: WritingContext,
  profile: BusinessProfile,
  payment: Payment,
  name: D,
  rules: CompiledRules<ActionByDecision[D]> | null,
  lookedUp: NonNullable<Subject['lookedUp']>,
): Promise<RuleDecided | null> {
  const subject = {
    ...paymentSubject(payment, brandOf(payment), tx.ports.now(), tx.ports.countryOf),
    lookedUp,
  };
  const outcome = rules && decideBy(rules, subject);
  const record = outcome && earlyRecord(name, outcome, { payment, profile, facts: subject.facts });
  keepDecision(payment, name, record);
  const adds = outcome?.action && 'risk' in outcome.action ? outcome.action.add_to_list : null;
  if (adds) await addToList(tx, payment, adds, subject, `Rule "${outcome?.rule?.name ?? 'default'}"`);
  await applyDecision[name](tx, payment, outcome?.action ?? null);
  return outcome?.action && earlyDecisions[name].refuses?.(outcome.action) ? record : null;
}

/** The record of a decision that precedes routing. */
export const earlyRecord = <D extends EarlyDecision>(
  name: D,
  outcome: RuleOutcome<ActionByDecision[D]>,
  on: DecidedOn,
) => decisionRecord(outcome, earlyDecisions[name].effect(outcome.action, on));
