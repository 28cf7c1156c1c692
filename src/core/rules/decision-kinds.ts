import type { RiskAction } from './risk-action.ts';
import type { FactValues } from './rule-conditions.ts';
import type { SurchargeAction } from './surcharge-action.ts';
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
}

/** How the decisions that precede routing are explained, and what later decisions see of them. */
interface DecisionKind<Action> {
  /** What follows from the action, a sentence for people; null if no rule held and there is no default. */
  readonly effect: (action: Action | null, on: DecidedOn) => string;
  /** The facts that the action changes for the decisions after it. */
  readonly sets: (action: Action, on: DecidedOn) => FactValues;
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
    effect: (action, { payment, profile }) => threeDsTerms(payment, profile, action).effect,
    sets: (action, { payment, profile }) =>
      threeDsTerms(payment, profile, action).threeDs ? { authentication_type: 'three_ds' } : {},
  },
  surcharge: {
    effect: (action) => (action?.surcharge ? 'The surcharge is added.' : 'No surcharge is added.'),
    sets: () => ({}),
  },
};

export const earlyDecisionNames = Object.keys(earlyDecisions) as readonly EarlyDecision[];
