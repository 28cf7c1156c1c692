import { AMOUNT_MAX } from '../model/index.ts';
import { memberPath, type ValidationErrors } from '../model/validation-errors.ts';
import { readRuleObject } from './read-rules.ts';

/** A surcharge of a rule. */
export interface RuleSurcharge {
  readonly type: 'fixed' | 'rate';
  /** Of `fixed` minor units; of `rate` basis points: 200 is 2 %. */
  readonly value: number;
  /** Most that a `rate` charges, in minor units. */
  readonly max?: number | null;
  /** Tax on the surcharge, in basis points. */
  readonly tax_rate?: number | null;
}

/** The action of a surcharge rule; null for no surcharge. */
export interface SurchargeAction {
  readonly surcharge: RuleSurcharge | null;
}

/** All of the amount, in basis points. */
const WHOLE = 10_000;

/** Reads the action of a surcharge rule, or reports its errors. */
export function readSurchargeAction(value: unknown, path: string, errors: ValidationErrors): void {
  const action = readRuleObject(value, path, ['surcharge'], errors);
  if (!action || action.surcharge === null) return;
  const at = memberPath(path, 'surcharge');
  if (action.surcharge === undefined) {
    errors.missing(at);
    return;
  }
  const surcharge = readRuleObject(action.surcharge, at, ['type', 'value', 'max', 'tax_rate'], errors);
  if (!surcharge) return;
  const { max, tax_rate: tax, type, value: amount } = surcharge;
  if (type !== 'fixed' && type !== 'rate') {
    errors.invalid(memberPath(at, 'type'), 'must be fixed or rate');
    return;
  }
  const isRate = type === 'rate';
  const most = isRate ? WHOLE : AMOUNT_MAX;
  readWhole(amount, memberPath(at, 'value'), most, isRate ? 'basis points' : 'minor units', errors);
  if (max !== undefined && max !== null) {
    if (!isRate) errors.invalid(memberPath(at, 'max'), 'must be left out of a fixed surcharge');
    else readWhole(max, memberPath(at, 'max'), AMOUNT_MAX, 'minor units', errors);
  }
  if (tax !== undefined && tax !== null) {
    readWhole(tax, memberPath(at, 'tax_rate'), WHOLE, 'basis points', errors);
  }
}

function readWhole(value: unknown, path: string, most: number, unit: string, errors: ValidationErrors): void {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most) return;
  errors.invalid(path, `must be a whole number of ${unit} from 0 to ${most}`);
}
