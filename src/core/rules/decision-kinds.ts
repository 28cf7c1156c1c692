import { moneyText } from '../foundation/currencies.ts';
import type { RiskAction } from './risk-action.ts';
import type { FactValues, Subject } from './rule-conditions.ts';
import type { SurchargeAction } from './surcharge-action.ts';
import { type SurchargeAmounts, surchargeAmounts } from './surcharge-amounts.ts';
import type { ThreeDsAction } from './three-ds-action.ts';
import { type ThreeDsPayment, type ThreeDsProfile, threeDsTerms } from './three-ds-terms.ts';

/** The actions of the decisions about a payment that precede routing, in the order in which they are made. */
export interface ActionByDecision {
  risk: RiskAction;
  three_ds: ThreeDsAction;
  surcharge: SurchargeAction;
}

/** A decision that precedes routing. */
export type EarlyDecision = keyof ActionByDecision;

/** The payment that is decided about, with its profile. */
export interface DecidedOn {
  readonly payment: ThreeDsPayment;
  readonly profile: ThreeDsProfile;
  /** Its facts, with what earlier decisions set. */
  readonly facts: FactValues;
}

/** How the decisions that precede routing are explained, and what later decisions see of them. */
interface DecisionKind<Action> {
  /**
   * What follows from the action, a sentence for people. The action is null if no rule held and there is no default.
   */
  readonly effect: (action: Action | null, on: DecidedOn) => string;
  /** The facts that the action changes for the decisions after it. */
  readonly sets: (action: Action, on: DecidedOn) => FactValues;
  /** Whether the action refuses the payment, so that nothing more is decided. */
  readonly refuses?: (action: Action) => boolean;
}

/** Whether a risk rule has the customer challenged: only 3-D Secure of cards can, and only a customer who is present. */
export const isChallenged = (
  { risk }: RiskAction,
  { off_session, payment_channel, payment_method }: FactValues,
): boolean =>
  risk === 'challenge' && payment_method === 'card' && off_session !== true && payment_channel !== 'moto';

/** What follows from a risk rule. */
function riskEffect(action: RiskAction | null, facts: FactValues): string {
  switch (action?.risk) {
    case 'block':
      return 'The payment is blocked.';
    case 'review':
      return facts.amount === 0
        ? 'The payment is allowed: a verification holds no money that could wait for review.'
        : 'The payment waits for review once it is authorized.';
    case 'challenge':
      if (isChallenged(action, facts)) return 'The customer is challenged.';
      return facts.off_session === true || facts.payment_channel === 'moto'
        ? 'The payment is allowed without a challenge: its customer is absent.'
        : 'The payment is allowed without a challenge: only cards are challenged.';
    default:
      return 'The payment is allowed.';
  }
}

/** The decisions that precede routing, in the order in which they are made. */
export const earlyDecisions: { readonly [D in EarlyDecision]: DecisionKind<ActionByDecision[D]> } = {
  risk: {
    effect: (action, { facts }) =>
      `${riskEffect(action, facts)}${action?.reason ? ` Reason: ${action.reason}` : ''}`,
    sets: (action, { facts }) => (isChallenged(action, facts) ? { authentication_type: 'three_ds' } : {}),
    refuses: ({ risk }) => risk === 'block',
  },
  three_ds: {
    effect: (action, { payment, profile }) => threeDsTerms(payment, profile, action).effect,
    sets: (action, { payment, profile }) =>
      threeDsTerms(payment, profile, action).threeDs ? { authentication_type: 'three_ds' } : {},
  },
  surcharge: {
    effect: surchargeText,
    sets: () => ({}),
  },
};

export const earlyDecisionNames = Object.keys(earlyDecisions) as readonly EarlyDecision[];

/** The surcharge that an action adds to a payment of the subject's `amount`; null if it adds none. */
export function surchargeOfAction(
  action: SurchargeAction | null,
  { facts: { amount } }: Pick<Subject, 'facts'>,
): SurchargeAmounts | null {
  return action?.surcharge ? surchargeAmounts(action.surcharge, Number(amount ?? 0)) : null;
}

function surchargeText(action: SurchargeAction | null, subject: Pick<Subject, 'facts'>): string {
  const amounts = surchargeOfAction(action, subject);
  if (!amounts) return 'No surcharge is added.';
  const { surcharge_amount: amount, tax_amount: tax } = amounts;
  const money = (one: number) => moneyText(one, String(subject.facts.currency));
  return `A surcharge of ${money(amount)} is added${tax > 0 ? `, and tax of ${money(tax)}` : ''}.`;
}
