import { riskEffects } from '../entities/values/rule-actions.ts';
import { ListedFact } from '../entities/values/rule-facts.ts';
import { memberPath, type ValidationErrors } from '../model/validation-errors.ts';
import { readRuleObject } from './read-rules.ts';

/** The action of a risk rule. */
export interface RiskAction {
  readonly risk: (typeof riskEffects)[number];
  /** The reason for people, in the decision of the payment. */
  readonly reason?: string | null;
  /** Adds the value of a fact to a list. */
  readonly add_to_list?: AdditionToList | null;
}

/** An addition to a list, with the rule that decides. */
export interface AdditionToList {
  /** The identifier of the list. */
  readonly list: string;
  readonly field: string;
  /** Seconds until the entry expires; never without. */
  readonly expires_in?: number | null;
}

/** Longest reason, in characters. */
const REASON_MAX = 255;

/** Reads the action of a risk rule, or reports its errors. */
export function readRiskAction(value: unknown, path: string, errors: ValidationErrors): void {
  const action = readRuleObject(value, path, ['risk', 'reason', 'add_to_list'], errors);
  if (!action) return;
  const { add_to_list: adds, reason, risk } = action;
  if (!riskEffects.includes(risk as never)) {
    errors.invalid(memberPath(path, 'risk'), `must be one of ${riskEffects.join(', ')}`);
  }
  if (adds !== undefined && adds !== null) readAddition(adds, memberPath(path, 'add_to_list'), errors);
  if (reason === undefined || reason === null) return;
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > REASON_MAX) {
    errors.invalid(memberPath(path, 'reason'), `must be text of 1 to ${REASON_MAX} characters`);
  }
}

/** Longest time until an entry expires: ten years, in seconds. */
export const EXPIRES_IN_MAX = 315_360_000;

function readAddition(value: unknown, path: string, errors: ValidationErrors): void {
  const addition = readRuleObject(value, path, ['list', 'field', 'expires_in'], errors);
  if (!addition) return;
  const { expires_in: expiresIn, field, list } = addition;
  if (typeof list !== 'string' || list === '') {
    errors.invalid(memberPath(path, 'list'), 'must be the list_id or the name of a list');
  }
  if (!ListedFact.values.includes(field as never)) {
    errors.invalid(memberPath(path, 'field'), `must be one of ${ListedFact.values.join(', ')}`);
  }
  if (expiresIn === undefined || expiresIn === null) return;
  const isValid =
    Number.isInteger(expiresIn) && Number(expiresIn) >= 1 && Number(expiresIn) <= EXPIRES_IN_MAX;
  if (!isValid) {
    errors.invalid(
      memberPath(path, 'expires_in'),
      `must be a whole number of seconds from 1 to ${EXPIRES_IN_MAX}`,
    );
  }
}
