/** The types of routing, with their labels. */
export const routingTypes = {
  none: 'Oldest account first',
  single: 'One account',
  priority: 'In order',
  volume_split: 'Split by volume',
  advanced: 'By rules',
} as const;

export type RoutingType = keyof typeof routingTypes;

export interface Condition {
  readonly field: string;
  readonly comparison: string;
  /** As typed, with values separated by commas. */
  readonly value: string;
}

export interface RuleDraft {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly choices: readonly string[];
  /** The shares in percent, by account, in place of accounts in order; null for accounts in order. */
  readonly splits: Splits | null;
}

/** Shares in whole percent, by account. */
export type Splits = Readonly<Record<string, number>>;

export const totalOf = (splits: Splits): number =>
  Object.values(splits).reduce((sum, split) => sum + split, 0);

const isShared = (splits: Splits): boolean => totalOf(splits) === 100;

/**
 * A routing algorithm being edited. An account is selected by its identifier; all accounts at a connector by `at:` and
 * its name.
 */
export interface RoutingDraft {
  readonly type: RoutingType;
  /** The account of `single`, the accounts of `priority`, or the fallback of `advanced` if no rule matches. */
  readonly choices: readonly string[];
  readonly splits: Splits;
  /** Whether payments that none of the accounts can process are refused. */
  readonly isStrict: boolean;
  readonly rules: readonly RuleDraft[];
}

type ChoiceJson = string | { connector?: string | null; merchant_connector_id?: string | null };

const ANY_AT = 'at:';
const lists = new Set(['in', 'not_in']);

const choiceOf = (json: ChoiceJson): string =>
  typeof json === 'string' ? ANY_AT + json : (json.merchant_connector_id ?? ANY_AT + json.connector);

const jsonOf = (choice: string): ChoiceJson =>
  choice.startsWith(ANY_AT) ? { connector: choice.slice(ANY_AT.length) } : { merchant_connector_id: choice };

interface AlgorithmJson {
  readonly type?: Exclude<RoutingType, 'none'> | null;
  // biome-ignore lint/suspicious/noExplicitAny: The shape depends on the type, which the service has validated.
  readonly data?: any;
  readonly fallback?: 'none' | null;
}

/** The draft of a saved algorithm. */
export function draftOf(saved: unknown): RoutingDraft {
  const { type, data, fallback } = (saved ?? {}) as AlgorithmJson;
  const isStrict = fallback === 'none';
  const empty: RoutingDraft = { type: type ?? 'none', choices: [], splits: {}, rules: [], isStrict };
  switch (type) {
    case 'single':
    case 'priority':
      return { ...empty, choices: [data].flat().map(choiceOf) };
    case 'volume_split':
      return { ...empty, splits: splitsOf(data) };
    case 'advanced':
      return {
        ...empty,
        choices: ((data.default ?? []) as ChoiceJson[]).map(choiceOf),
        rules: ((data.rules ?? []) as RuleJson[]).map(ruleOf),
      };
    default:
      return empty;
  }
}

interface RuleJson {
  readonly name?: string | null;
  readonly conditions?: readonly { field: string; comparison: string; value: unknown }[] | null;
  readonly connectors?: readonly ChoiceJson[] | null;
  readonly volume_split?: readonly ShareJson[] | null;
}

interface ShareJson {
  readonly split: number;
  readonly connector: ChoiceJson;
}

const splitsOf = (shares: readonly ShareJson[]): Splits =>
  Object.fromEntries(shares.map(({ connector, split }) => [choiceOf(connector), split]));

const sharesOf = (splits: Splits): ShareJson[] =>
  Object.entries(splits)
    .filter(([, split]) => split > 0)
    .map(([choice, split]) => ({ split, connector: jsonOf(choice) }));

const ruleOf = ({ conditions, connectors, name, volume_split: shares }: RuleJson): RuleDraft => ({
  name: name ?? '',
  conditions: (conditions ?? []).map(({ value, ...condition }) => ({
    ...condition,
    value: [value].flat().join(', '),
  })),
  choices: (connectors ?? []).map(choiceOf),
  splits: shares ? splitsOf(shares) : null,
});

/** Whether a draft can be saved: every part of it names accounts. */
export function isComplete({ choices, rules, splits, type }: RoutingDraft): boolean {
  switch (type) {
    case 'none':
      return true;
    case 'single':
    case 'priority':
      return choices.length > 0;
    case 'volume_split':
      return isShared(splits);
    case 'advanced':
      return rules.every((rule) => (rule.splits ? isShared(rule.splits) : rule.choices.length > 0));
  }
}

/** The algorithm of a draft; null without one. */
export function algorithmOf(draft: RoutingDraft): object | null {
  if (draft.type === 'none') return null;
  return { type: draft.type, data: dataOf(draft), ...(draft.isStrict ? { fallback: 'none' } : {}) };
}

function dataOf({ choices, rules, splits, type }: RoutingDraft): unknown {
  switch (type) {
    case 'none':
      return null;
    case 'single':
      return choices[0] === undefined ? null : jsonOf(choices[0]);
    case 'priority':
      return choices.map(jsonOf);
    case 'volume_split':
      return sharesOf(splits);
    case 'advanced':
      return {
        rules: rules.map(({ choices: chosen, conditions, name, splits: shared }) => ({
          name: name.trim() || null,
          conditions: conditions.map(({ comparison, field, value }) => ({
            field,
            comparison,
            value: comparedWith(field, comparison, value),
          })),
          ...(shared ? { volume_split: sharesOf(shared) } : { connectors: chosen.map(jsonOf) }),
        })),
        default: choices.map(jsonOf),
      };
  }
}

/** The draft as an input of the API. The service validates it. */
function comparedWith(field: string, comparison: string, typed: string): unknown {
  const one = (text: string) =>
    field === 'amount' && /^\d+$/.test(text.trim()) ? Number(text) : text.trim();
  return lists.has(comparison) ? typed.split(',').map(one) : one(typed);
}
