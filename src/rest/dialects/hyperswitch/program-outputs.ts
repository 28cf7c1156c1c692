import { memberPath, type ValidationErrors } from '../../../core/model/validation-errors.ts';
import { readRuleObject } from '../../../core/rules/read-rules.ts';
import type { SurchargeAction } from '../../../core/rules/surcharge-action.ts';
import type { ThreeDsAction } from '../../../core/rules/three-ds-action.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the rules of a program select, and the actions of a ruleset that it is. */
export interface ProgramOutput<Action> {
  /** Reads a selection, or reports its errors. */
  readonly read: (selection: unknown, path: string, errors: ValidationErrors) => Action | null;
  /** The selection that is an action; null if none is. */
  readonly write: (action: Action) => Json | null;
  /** The selection of a default that decides nothing. */
  readonly nothing: Json;
}

const oneOf = (names: readonly string[]) => `must be one of ${names.join(', ')}`;

/** The selection of `PUT /routing/decision`. `no_three_ds` leaves the request to the payment. */
export const threeDsOverride: ProgramOutput<ThreeDsAction> = {
  nothing: { override_3ds: null },
  read: (selection, path, errors) => {
    const read = readRuleObject(selection, path, ['override_3ds'], errors);
    if (!read) return null;
    const override = read.override_3ds ?? null;
    if (override === 'three_ds') return { three_ds: 'no_preference' };
    if (override !== null && override !== 'no_three_ds') {
      errors.invalid(memberPath(path, 'override_3ds'), oneOf(['three_ds', 'no_three_ds']));
    }
    return { three_ds: null };
  },
  write: ({ three_ds: effect }) => {
    if (effect === null) return { override_3ds: 'no_three_ds' };
    return effect === 'no_preference' ? { override_3ds: 'three_ds' } : null;
  },
};

const actionsByDecision: Readonly<Record<string, ThreeDsAction>> = {
  no_three_ds: { three_ds: null },
  challenge_requested: { three_ds: 'challenge' },
  challenge_preferred: { three_ds: 'no_preference' },
  issuer_three_ds_exemption_requested: { three_ds: 'no_challenge' },
  three_ds_exemption_requested_tra: { three_ds: 'exempt', exemption: 'transaction_risk_analysis' },
  three_ds_exemption_requested_low_value: { three_ds: 'exempt', exemption: 'low_value' },
};

/** The words for decisions about 3-D Secure. */
export const threeDsDecisions: readonly string[] = Object.keys(actionsByDecision);

/** The word for an action about 3-D Secure; null if there is none. */
export const threeDsDecisionOf = ({ exemption = null, three_ds: effect }: ThreeDsAction): string | null =>
  Object.entries(actionsByDecision).find(
    ([, one]) => one.three_ds === effect && (one.exemption ?? null) === exemption,
  )?.[0] ?? null;

/** The selection of a routing configuration for `three_ds_authentication`. */
export const threeDsDecision: ProgramOutput<ThreeDsAction> = {
  nothing: { decision: 'no_three_ds' },
  read: (selection, path, errors) => {
    const read = readRuleObject(selection, path, ['decision'], errors);
    const action = Object.entries(actionsByDecision).find(([name]) => name === read?.decision)?.[1];
    if (read && !action) errors.invalid(memberPath(path, 'decision'), oneOf(threeDsDecisions));
    return action ?? null;
  },
  write: (action) => {
    const decision = threeDsDecisionOf(action);
    return decision === null ? null : { decision };
  },
};

/** Basis points in a percent. */
const PERCENT = 100;

/** The selection of `PUT /routing/decision/surcharge`: percentages with up to two decimals. */
export const surchargeSelection: ProgramOutput<SurchargeAction> = {
  nothing: { surcharge_details: null },
  read: (selection, path, errors) => {
    const read = readRuleObject(selection, path, ['surcharge_details'], errors);
    if (!read || (read.surcharge_details ?? null) === null) return { surcharge: null };
    const at = memberPath(path, 'surcharge_details');
    const details = readRuleObject(read.surcharge_details, at, ['surcharge', 'tax_on_surcharge'], errors);
    const inner = memberPath(at, 'surcharge');
    const surcharge = details && readRuleObject(details.surcharge, inner, ['type', 'value'], errors);
    if (!surcharge) return null;
    const { type, value } = surcharge;
    const tax = details.tax_on_surcharge ?? null;
    const tax_rate = tax === null ? null : readPercentage(tax, memberPath(at, 'tax_on_surcharge'), errors);
    if (type !== 'fixed' && type !== 'rate') {
      errors.invalid(memberPath(inner, 'type'), oneOf(['fixed', 'rate']));
      return null;
    }
    const place = memberPath(inner, 'value');
    if (type === 'rate')
      return { surcharge: { type, value: readPercentage(value, place, errors), tax_rate } };
    if (!Number.isSafeInteger(value) || Number(value) < 0) {
      errors.invalid(place, 'must be a whole number of minor units');
    }
    return { surcharge: { type, value: Number(value), tax_rate } };
  },
  write: ({ surcharge }) => {
    // A later release may have other actions.
    if (!surcharge) return surcharge === null ? { surcharge_details: null } : null;
    const { max = null, tax_rate = null, type, value } = surcharge;
    if (max !== null) return null;
    return {
      surcharge_details: {
        surcharge: { type, value: type === 'rate' ? percentage(value) : value },
        tax_on_surcharge: tax_rate === null ? null : percentage(tax_rate),
      },
    };
  },
};

const percentage = (basisPoints: number) => ({ percentage: basisPoints / PERCENT });

/** Reads `{percentage}` as basis points. */
function readPercentage(value: unknown, path: string, errors: ValidationErrors): number {
  const read = readRuleObject(value, path, ['percentage'], errors);
  const given = read?.percentage;
  const basisPoints = typeof given === 'number' ? Math.round(given * PERCENT) : Number.NaN;
  const isExact = basisPoints / PERCENT === given && basisPoints >= 0 && basisPoints <= 100 * PERCENT;
  if (read && !isExact) {
    errors.invalid(memberPath(path, 'percentage'), 'must be a number from 0 to 100 with up to two decimals');
  }
  return isExact ? basisPoints : 0;
}
