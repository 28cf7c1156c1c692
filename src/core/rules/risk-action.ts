import { memberPath, type ValidationErrors } from '../model/validation-errors.ts';
import { readRuleObject } from './read-rules.ts';

/** The effects of a risk rule. */
export const riskEffects = ['allow', 'review', 'block', 'challenge'] as const;

/** The action of a risk rule. */
export interface RiskAction {
  readonly risk: (typeof riskEffects)[number];
  /** The reason for people, in the decision of the payment. */
  readonly reason?: string | null;
}

/** Longest reason, in characters. */
const REASON_MAX = 255;

/** Reads the action of a risk rule, or reports its errors. */
export function readRiskAction(value: unknown, path: string, errors: ValidationErrors): void {
  const action = readRuleObject(value, path, ['risk', 'reason'], errors);
  if (!action) return;
  const { reason, risk } = action;
  if (!riskEffects.includes(risk as never)) {
    errors.invalid(memberPath(path, 'risk'), `must be one of ${riskEffects.join(', ')}`);
  }
  if (reason === undefined || reason === null) return;
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > REASON_MAX) {
    errors.invalid(memberPath(path, 'reason'), `must be text of 1 to ${REASON_MAX} characters`);
  }
}
