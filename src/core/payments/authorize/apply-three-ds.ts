import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import type { Payment } from '../../entities/payment.ts';
import type { RuleDecided } from '../../entities/values/rule-documents.ts';
import type { Context } from '../../foundation/context.ts';
import type { AuthenticationResult, Outcome } from '../../foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../../foundation/ports/connector-requests.ts';
import type { ThreeDsAction } from '../../rules/three-ds-action.ts';
import { type ThreeDsTerms, threeDsTerms } from '../../rules/three-ds-terms.ts';

const decisionOf = ({ decisions }: Payment): RuleDecided | undefined =>
  decisions.find(({ decision }) => decision === 'three_ds');

/** The 3-D Secure that the charge of a payment requests, by its own parameters and the rules of its confirmation. */
export const decidedTerms = (payment: Payment, profile: BusinessProfile): ThreeDsTerms =>
  threeDsTerms(payment, profile, (decisionOf(payment)?.action ?? null) as ThreeDsAction | null);

/** Adds results to the 3-D Secure decision of a locked payment, if rules made one. */
export function noteThreeDs(payment: Payment, results: Partial<RuleDecided>): void {
  payment.decisions = payment.decisions.map((decided) =>
    decided.decision === 'three_ds' ? { ...decided, ...results } : decided,
  );
}

/** Whether 3-D Secure shifts liability to the issuer: authenticated, or attempted. */
const shiftsLiability = ({ transStatus }: AuthenticationResult): boolean =>
  transStatus === 'Y' || transStatus === 'A';

/** The members of a decision that follow from a result of 3-D Secure. */
export const threeDsResults = (result: AuthenticationResult): Partial<RuleDecided> => ({
  eci: result.eci,
  liability_shift: shiftsLiability(result),
});

/** The members of an authorization that rules or the payment's own exemption decide. */
type DecidedRequest = Pick<AuthorizeRequest, 'challengeAvoided' | 'exemption'>;

/**
 * The preference and the exemption of an authorization at an account, by the abilities of its connector. Records in the
 * decision whether the exemption is requested.
 */
export function decideRequest(
  { ports }: Context,
  payment: Payment,
  profile: BusinessProfile,
  account: ConnectorAccount,
  { authentication, threeDs }: Pick<AuthorizeRequest, 'authentication' | 'threeDs'>,
): DecidedRequest {
  const terms = decidedTerms(payment, profile);
  const connector = ports.connectors.find(account.connector_name);
  // 3-D Secure that the terms did not request is a step-up: the issuer refused to go without.
  const isStepUp = threeDs && !terms.threeDs;
  const isProven = authentication !== null && authentication.transStatus !== 'I';
  const wanted = isStepUp || isProven ? null : terms.exemption;
  const exemption = wanted && connector?.exemptions?.has(wanted) ? wanted : null;
  noteThreeDs(payment, {
    ...exemptionAsked(payment, terms, exemption !== null),
    ...(authentication ? threeDsResults(authentication) : { eci: null, liability_shift: null }),
  });
  const avoids = threeDs && !isStepUp && terms.preference === 'no_challenge';
  return {
    challengeAvoided: avoids && (connector?.abilities.has('avoid_challenge') ?? false),
    exemption,
  };
}

/** Whether the latest attempt requests an exemption. One that was refused stays refused after the step-up. */
function exemptionAsked(payment: Payment, terms: ThreeDsTerms, isRequested: boolean): Partial<RuleDecided> {
  const decided = decisionOf(payment);
  if (isRequested) return { exemption_requested: true, exemption_granted: null };
  if (decided?.exemption_granted === false) return {};
  const isWanted =
    terms.exemption !== null || (decided?.action as ThreeDsAction | null)?.three_ds === 'exempt';
  return { exemption_requested: isWanted ? false : null, exemption_granted: null };
}

/** Records in the decision that an exemption was refused, if one was requested. */
export function noteRefusedExemption(payment: Payment): void {
  if (decisionOf(payment)?.exemption_requested) noteThreeDs(payment, { exemption_granted: false });
}

/** Records in the decision what the outcome of an authorization says about 3-D Secure and the exemption. */
export function noteThreeDsOutcome(payment: Payment, outcome: Exclude<Outcome, { kind: 'unknown' }>): void {
  const decided = decisionOf(payment);
  if (!decided || payment.payment_method !== 'card') return;
  const { authentication, kind, liabilityShift } = outcome;
  const results = authentication ? threeDsResults(authentication) : {};
  const shift = liabilityShift === undefined ? {} : { liability_shift: liabilityShift };
  if (kind !== 'succeeded') {
    if (authentication) noteThreeDs(payment, { ...results, ...shift });
    return;
  }
  const isOpen = decided.exemption_requested === true && (decided.exemption_granted ?? null) === null;
  const isExempted = !authentication || authentication.transStatus === 'I';
  noteThreeDs(payment, {
    liability_shift: decided.liability_shift ?? false,
    ...results,
    ...shift,
    ...(isOpen ? { exemption_granted: isExempted } : {}),
  });
}
