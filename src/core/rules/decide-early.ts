import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Payment } from '../entities/payment.ts';
import { activeRules, type CompiledRules, decideBy, type RuleOutcome } from './compiled-rules.ts';
import { type DecidedOn, type EarlyDecision, earlyDecisionNames, earlyDecisions } from './decision-kinds.ts';
import type { FactValues, Subject } from './rule-conditions.ts';
import type { ThreeDsPayment } from './three-ds-terms.ts';

/** The rules of a decision that precedes routing. */
export type EarlyRules = readonly [name: EarlyDecision, rules: CompiledRules];

/**
 * The rules of the decisions that precede routing, in order. A given ruleset goes before the active one of its decision, and
 * the merchant's own surcharge before both.
 */
export const earlyRules = (
  profile: Readonly<BusinessProfile>,
  { surcharge_details: own }: Partial<Pick<Payment, 'surcharge_details'>>,
  given: CompiledRules | null = null,
): EarlyRules[] =>
  earlyDecisionNames.flatMap((name): EarlyRules[] => {
    if (name === 'surcharge' && own) return [];
    const rules = given?.decision === name ? given : activeRules(profile, name);
    return rules ? [[name, rules]] : [];
  });

/** A decision that precedes routing, with the payment as its rules saw it. */
interface EarlyOutcome {
  readonly name: EarlyDecision;
  readonly outcome: RuleOutcome<never>;
  readonly on: DecidedOn;
}

/** What the decisions that precede routing decide, without carrying it out. */
export interface EarlyOutcomes {
  readonly outcomes: readonly EarlyOutcome[];
  /** The facts that they set for the decisions after them. */
  readonly set: FactValues;
  /** Whether the last of them refuses the payment, so that nothing more is decided. */
  readonly isRefused: boolean;
}

/** Decides what precedes routing, in order. Rules see what the decisions before theirs set. */
export function decideEarly(
  all: readonly EarlyRules[],
  subject: Subject,
  { payment, profile }: Omit<DecidedOn, 'facts'>,
): EarlyOutcomes {
  const outcomes: EarlyOutcome[] = [];
  let set: FactValues = {};
  for (const [name, rules] of all) {
    const facts = { ...subject.facts, ...set };
    const outcome = decideBy(rules, { ...subject, facts }) as RuleOutcome<never>;
    const on = { payment: threeDsOf(payment, facts), profile, facts };
    outcomes.push({ name, outcome, on });
    if (!outcome.action) continue;
    const { refuses, sets } = earlyDecisions[name];
    if (refuses?.(outcome.action)) return { outcomes, set, isRefused: true };
    set = { ...set, ...sets(outcome.action, on) };
  }
  return { outcomes, set, isRefused: false };
}

/** The 3-D Secure that a payment requests, with the facts that rules see. */
const threeDsOf = (
  { force_3ds_challenge, psd2_sca_exemption_type }: ThreeDsPayment,
  { authentication_type, off_session, payment_channel, payment_method }: FactValues,
) =>
  ({
    ...{ force_3ds_challenge, psd2_sca_exemption_type },
    ...{ authentication_type, off_session, payment_channel, payment_method },
  }) as ThreeDsPayment;
