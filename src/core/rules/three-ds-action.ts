import { threeDsEffects } from '../entities/values/rule-actions.ts';
import { type ScaExemption, scaExemptions } from '../foundation/ports/connector-capabilities.ts';
import { memberPath, type ValidationErrors } from '../model/validation-errors.ts';
import { readRuleObject } from './read-rules.ts';

/** The action of a 3-D Secure rule. */
export interface ThreeDsAction {
  /** Null if rules request nothing: the payment decides. */
  readonly three_ds: (typeof threeDsEffects)[number] | null;
  /** The exemption to request; only and always with `exempt`. */
  readonly exemption?: ScaExemption | null;
}

/** Reads the action of a 3-D Secure rule, or reports its errors. */
export function readThreeDsAction(value: unknown, path: string, errors: ValidationErrors): void {
  const action = readRuleObject(value, path, ['three_ds', 'exemption'], errors);
  if (!action) return;
  const { exemption, three_ds: effect } = action;
  if (effect !== null && !threeDsEffects.includes(effect as never)) {
    errors.invalid(memberPath(path, 'three_ds'), `must be one of ${threeDsEffects.join(', ')}, or null`);
    return;
  }
  const at = memberPath(path, 'exemption');
  const isGiven = exemption !== undefined && exemption !== null;
  if (effect === 'exempt' ? !scaExemptions.includes(exemption as never) : false) {
    errors.invalid(at, `must be one of ${scaExemptions.join(', ')}`);
  } else if (effect !== 'exempt' && isGiven) {
    errors.invalid(at, 'must be left out unless three_ds is exempt');
  }
}
