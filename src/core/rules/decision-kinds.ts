import { moneyText } from '../foundation/currencies.ts';
import type { RiskAction } from './risk-action.ts';
import type { FactValues, Subject } from './rule-conditions.ts';
import type { SurchargeAction } from './surcharge-action.ts';
import { type SurchargeAmounts, surchargeAmounts } from './surcharge-amounts.ts';
import type { ThreeDsAction } from './three-ds-action.ts';

/** The actions of the decisions about a payment that precede routing, in the order in which they are made. */
export interface ActionByDecision {
  risk: RiskAction;
  three_ds: ThreeDsAction;
  surcharge: SurchargeAction;
}

/** A decision that precedes routing. */
export type EarlyDecision = keyof ActionByDecision;

/** How the decisions that precede routing are explained, and what later decisions see of them. */
interface DecisionKind<Action> {
  /** What follows from the action, a sentence for people; null if no rule held and there is no default. */
  readonly effect: (action: Action | null, subject: Subject) => string;
  /** The facts that the action changes for the decisions after it. */
  readonly sets: (action: Action) => FactValues;
}

/** The decisions that precede routing, in the order in which they are made. */
export const earlyDecisions: { readonly [D in EarlyDecision]: DecisionKind<ActionByDecision[D]> } = {
  risk: {
    effect: (action) => {
      const effects = {
        allow: 'The payment is allowed.',
        review: 'The payment waits for review.',
        block: 'The payment is blocked.',
        challenge: 'The customer is challenged.',
      } as const;
      const reason = action?.reason ? ` Reason: ${action.reason}` : '';
      return `${effects[action?.risk ?? 'allow']}${reason}`;
    },
    sets: ({ risk }) => (risk === 'challenge' ? { authentication_type: 'three_ds' } : {}),
  },
  three_ds: {
    effect: (action) => {
      if (!action) return 'The payment decides about 3-D Secure.';
      const effects = {
        challenge: 'The customer is challenged.',
        no_preference: '3-D Secure runs without a preference.',
        no_challenge: '3-D Secure is requested without a challenge.',
        exempt: `The exemption ${action.exemption} is requested.`,
      } as const;
      return effects[action.three_ds];
    },
    sets: ({ three_ds: effect }) => (effect === 'exempt' ? {} : { authentication_type: 'three_ds' }),
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
  { facts: { amount } }: Subject,
): SurchargeAmounts | null {
  return action?.surcharge ? surchargeAmounts(action.surcharge, Number(amount ?? 0)) : null;
}

function surchargeText(action: SurchargeAction | null, subject: Subject): string {
  const amounts = surchargeOfAction(action, subject);
  if (!amounts) return 'No surcharge is added.';
  const { surcharge_amount: amount, tax_amount: tax } = amounts;
  const money = (one: number) => moneyText(one, String(subject.facts.currency));
  return `A surcharge of ${money(amount)} is added${tax > 0 ? `, and tax of ${money(tax)}` : ''}.`;
}
