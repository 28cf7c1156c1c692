import { type AccountChoice, RoutingFallback, type Share } from '../entities/values/typed-routing.ts';
import type { JsonRecord } from '../model/index.ts';
import { memberPath, type ValidationErrors } from '../model/validation-errors.ts';
import type { WrittenRules } from '../rules/compiled-rules.ts';
import { type DecisionRule, readRuleList, readRuleObject } from '../rules/read-rules.ts';
import { readRoutingAlgorithm } from './routing-algorithm.ts';

/** Most accounts or shares of an action. */
const ENTRIES_MAX = 100;
const TEXT_MAX = 64;

/** An account as rules write it: the name of a connector, or an object. */
type WrittenChoice = string | Partial<Record<keyof AccountChoice, string | null>>;
interface WrittenShare {
  readonly split: number;
  readonly connector: WrittenChoice;
}

/** Accounts that are put in order by the approvals that are expected of them. */
interface WrittenSuccessRate {
  readonly connectors: readonly WrittenChoice[];
  /** Most of the rule's payments of a day that explore, in percent; 5 by default. */
  readonly explore_percent?: number | null;
}

/** Accounts that are put in order by their expected fees. */
interface WrittenLeastCost {
  readonly connectors: readonly WrittenChoice[];
}

/** The action of a routing rule: accounts in order of preference, by share, or by expectation. */
export type RoutingAction = {
  /** `none` refuses a payment that none of the accounts can take; `others`, the default, tries the profile's other accounts. */
  readonly fallback?: 'others' | 'none' | null;
} & (
  | (Without<'volume_split' | 'success_rate' | 'least_cost'> & {
      readonly connectors: readonly WrittenChoice[];
    })
  | (Without<'connectors' | 'success_rate' | 'least_cost'> & {
      readonly volume_split: readonly WrittenShare[];
    })
  | (Without<'connectors' | 'volume_split' | 'least_cost'> & { readonly success_rate: WrittenSuccessRate })
  | (Without<'connectors' | 'volume_split' | 'success_rate'> & { readonly least_cost: WrittenLeastCost })
);
type Without<Names extends string> = { readonly [N in Names]?: null };

/** The rules of a routing decision; without a default the profile may decide nothing. */
export type RoutingRules = WrittenRules<RoutingAction>;

/** The ways of choosing accounts, of which an action has one. */
const ways = ['connectors', 'volume_split', 'success_rate', 'least_cost'] as const;
const fallbacks = ['others', ...RoutingFallback.values] as const;
/** Most of the payments of a day that a rule may be given to explore, and the default, in percent. */
const EXPLORE_PERCENT_MAX = 20;
export const EXPLORE_PERCENT = 5;

/** Reads the action of a rule about payouts, or reports its errors. */
export function readPayoutRoutingAction(value: unknown, path: string, errors: ValidationErrors): void {
  if (value !== null && typeof value === 'object' && 'success_rate' in value) {
    errors.invalid(
      memberPath(path, 'success_rate'),
      'is for payments only: give connectors, volume_split or least_cost for payouts',
    );
  } else readRoutingAction(value, path, errors);
}

/** Reads the action of a routing rule, or reports its errors. */
export function readRoutingAction(value: unknown, path: string, errors: ValidationErrors): void {
  const action = readRuleObject(value, path, [...ways, 'fallback'], errors);
  if (!action) return;
  const { connectors, fallback, least_cost: byCost, success_rate: byRate, volume_split: split } = action;
  if (fallback !== undefined && fallback !== null && !fallbacks.includes(fallback as never)) {
    errors.invalid(memberPath(path, 'fallback'), `must be one of ${fallbacks.join(', ')}`);
  }
  const isSet = (member: unknown) => member !== undefined && member !== null;
  const given = ways.filter((way) => isSet(action[way]));
  if (given.length !== 1) errors.alternatives(path, ways, given);
  else if (isSet(split)) readShares(split, memberPath(path, 'volume_split'), errors);
  else if (isSet(byRate)) {
    const at = memberPath(path, 'success_rate');
    const rate = readRuleObject(byRate, at, ['connectors', 'explore_percent'], errors);
    if (!rate) return;
    readChoices(rate.connectors, memberPath(at, 'connectors'), 1, errors);
    readPercent(rate.explore_percent, memberPath(at, 'explore_percent'), errors);
  } else if (isSet(byCost)) {
    const at = memberPath(path, 'least_cost');
    const cost = readRuleObject(byCost, at, ['connectors'], errors);
    if (cost) readChoices(cost.connectors, memberPath(at, 'connectors'), 1, errors);
  }
  // Without an account, `"fallback": "none"` refuses.
  else readChoices(connectors, memberPath(path, 'connectors'), fallback === 'none' ? 0 : 1, errors);
}

function readChoices(value: unknown, path: string, least: number, errors: ValidationErrors): void {
  const choices = readRuleList(value, path, [least, ENTRIES_MAX, 'accounts'], errors) ?? [];
  for (const [i, choice] of choices.entries()) readChoice(choice, `${path}[${i}]`, errors);
}

function readPercent(value: unknown, path: string, errors: ValidationErrors): void {
  if (value === undefined || value === null) return;
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= EXPLORE_PERCENT_MAX) return;
  errors.invalid(path, `must be a whole number of percent from 0 to ${EXPLORE_PERCENT_MAX}`);
}

function readShares(value: unknown, path: string, errors: ValidationErrors): void {
  const shares = readRuleList(value, path, [1, ENTRIES_MAX, 'shares'], errors);
  if (!shares) return;
  let total = 0;
  for (const [i, entry] of shares.entries()) {
    const at = `${path}[${i}]`;
    const share = readRuleObject(entry, at, ['split', 'connector'], errors);
    if (!share) return;
    const split = Number.isInteger(share.split) ? Number(share.split) : -1;
    if (split < 0 || split > 100) errors.invalid(`${at}.split`, 'must be a whole number from 0 to 100');
    else total += split;
    readChoice(share.connector, `${at}.connector`, errors);
  }
  if (total !== 100) errors.invalid(path, `must have splits that add up to 100, not ${total}`);
}

function readChoice(value: unknown, path: string, errors: ValidationErrors): void {
  const isName = (text: unknown) =>
    typeof text === 'string' && text.length > 0 && text.length <= TEXT_MAX && !text.includes('\0');
  if (isName(value)) return;
  const form = 'the name of a connector, or an object with a connector or a merchant_connector_id';
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    errors.invalid(path, `must be ${form}`);
    return;
  }
  const choice = readRuleObject(value, path, ['connector', 'merchant_connector_id'], errors)!;
  const given = Object.values(choice).filter((member) => member !== null && member !== undefined);
  if (given.length === 0 || !given.every(isName)) errors.invalid(path, `must be ${form}`);
}

/** An account of a rule, in the form that routing reads. */
export const choiceOf = (choice: WrittenChoice): AccountChoice =>
  typeof choice === 'string'
    ? { connector: choice, merchant_connector_id: null }
    : {
        connector: choice.connector ?? null,
        merchant_connector_id: choice.merchant_connector_id ?? null,
      };

const shareOf = ({ connector, split }: WrittenShare): Share => ({ split, account: choiceOf(connector) });

/** The accounts of an action that are named in a list, with its path within the action. */
const listOf = (action: RoutingAction): [path: string, choices: readonly WrittenChoice[]] =>
  action.success_rate
    ? ['success_rate.connectors', action.success_rate.connectors]
    : action.least_cost
      ? ['least_cost.connectors', action.least_cost.connectors]
      : ['connectors', action.connectors ?? []];

/** An action in the form in which accounts are ordered. Accounts of a rule that learns are in the order of its list. */
export function routingOrderOf(action: RoutingAction) {
  const fallback = action.fallback === 'none' ? ('none' as const) : null;
  return action.volume_split
    ? ({ type: 'volume_split', shares: action.volume_split.map(shareOf), fallback } as const)
    : ({ type: 'priority', accounts: listOf(action)[1].map(choiceOf), fallback } as const);
}

/** The accounts that rules name, each with its path. */
export function choicesOfRules({
  default: otherwise,
  rules,
}: RoutingRules): [path: string, choice: AccountChoice][] {
  const within = (action: RoutingAction, path: string) => {
    const [at, choices] = listOf(action);
    return [
      ...choices.map((choice, i): [string, AccountChoice] => [`${path}.${at}[${i}]`, choiceOf(choice)]),
      ...(action.volume_split ?? []).map(({ connector }, i): [string, AccountChoice] => [
        `${path}.volume_split[${i}].connector`,
        choiceOf(connector),
      ]),
    ];
  };
  return [
    ...rules.flatMap(({ then }, i) => within(then, `rules[${i}].then`)),
    ...(otherwise ? within(otherwise, 'default') : []),
  ];
}

/** An algorithm of a profile as it is written, and the comparisons that it can express. */
export interface WrittenAlgorithm {
  readonly type?: string | null;
  readonly data?: unknown;
  readonly fallback?: string | null;
}

interface WrittenRule {
  readonly name?: string | null;
  readonly conditions?: readonly never[] | null;
  readonly connectors?: readonly WrittenChoice[] | null;
  readonly volume_split?: readonly WrittenShare[] | null;
}

/** The rules of a valid algorithm of a profile. They decide as the algorithm does. */
export function rulesOfAlgorithm({ data, fallback, type }: WrittenAlgorithm): RoutingRules {
  const ending = fallback === 'none' ? ({ fallback } as const) : {};
  if (type === 'volume_split') {
    return { rules: [], default: { volume_split: data as readonly WrittenShare[], ...ending } };
  }
  if (type !== 'advanced') {
    return { rules: [], default: { connectors: [data].flat() as readonly WrittenChoice[], ...ending } };
  }
  const { default: otherwise, rules } = data as {
    rules?: readonly WrittenRule[] | null;
    default?: readonly WrittenChoice[] | null;
  };
  return {
    rules: uniquelyNamed(rules ?? []).map(([name, { conditions, connectors, volume_split: split }]) => ({
      name,
      ...(conditions && conditions.length > 0 ? { when: { all: conditions } } : {}),
      then: split ? { volume_split: split, ...ending } : { connectors: connectors ?? [], ...ending },
    })),
    // Nothing is selected without a default: payments fall back to the other accounts unless that is refused.
    default: { connectors: otherwise ?? [], ...ending },
  };
}

/** Rules with the names of an algorithm's, which need not have one. */
function uniquelyNamed(rules: readonly WrittenRule[]): [name: string, rule: WrittenRule][] {
  const seen = new Set<string>();
  return rules.map((rule, i) => {
    const given = rule.name?.trim() ? rule.name : `Rule ${i + 1}`;
    const name = seen.has(given) ? `${given.slice(0, TEXT_MAX - 6)} (${i + 1})` : given;
    seen.add(name);
    return [name, rule];
  });
}

const comparedByAlgorithms: ReadonlySet<string> = new Set([
  ...['amount', 'currency', 'country', 'card_network', 'payment_method', 'payment_method_type'],
  ...['authentication_type', 'payout_type'],
]);

/** The conditions of a rule as an algorithm has them; null if it cannot express them. */
function plainConditions(when: DecisionRule['when']): readonly unknown[] | null {
  if (!when) return [];
  const parts = 'all' in when ? when.all : [when];
  return parts.every((part) => 'field' in part && comparedByAlgorithms.has(part.field)) ? parts : null;
}

/** The algorithm that decides as the rules do; null if no algorithm can express them. */
export function algorithmOfRules(written: RoutingRules): JsonRecord | null {
  const algorithm = expressed(written);
  try {
    // Rules may compare with longer texts.
    return readRoutingAlgorithm(algorithm, '') && algorithm;
  } catch {
    return null;
  }
}

function expressed({ default: otherwise, rules }: RoutingRules): JsonRecord | null {
  if (!otherwise) return null;
  const actions = [...rules.map(({ then }) => then), otherwise];
  if (actions.some((action) => action.success_rate || action.least_cost)) return null;
  const refuses = actions.map(({ fallback }) => fallback === 'none');
  if (refuses.some((one) => one !== refuses[0])) return null;
  const ending = refuses[0] ? { fallback: 'none' } : {};
  if (rules.length === 0 && otherwise.volume_split) {
    return { type: 'volume_split', data: otherwise.volume_split, ...ending };
  }
  if (otherwise.volume_split) return null;
  if (rules.length === 0) {
    const connectors = otherwise.connectors ?? [];
    if (connectors.length === 0) return null;
    return connectors.length === 1
      ? { type: 'single', data: choiceOf(connectors[0]!), ...ending }
      : { type: 'priority', data: connectors, ...ending };
  }
  const written = rules.map(({ name, then: { connectors, volume_split: split }, when }) => ({
    name,
    conditions: plainConditions(when),
    ...(split ? { volume_split: split } : { connectors }),
  }));
  if (written.some(({ conditions }) => conditions === null)) return null;
  const isEmpty = rules.some(({ then }) => then.connectors?.length === 0);
  return isEmpty
    ? null
    : { type: 'advanced', data: { rules: written, default: otherwise.connectors }, ...ending };
}
