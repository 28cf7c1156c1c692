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
  /** A split by volume in place of accounts in order; it is kept as it is. */
  readonly shares?: readonly unknown[];
}

/**
 * A routing algorithm being edited. An account is selected by its identifier; all accounts at a connector by `at:` and
 * its name.
 */
export interface RoutingDraft {
  readonly type: RoutingType;
  /** The account of `single`, the accounts of `priority`, or the fallback of `advanced` if no rule matches. */
  readonly choices: readonly string[];
  readonly splits: Readonly<Record<string, number>>;
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
}

/** The draft of a saved algorithm. */
export function draftOf(saved: unknown): RoutingDraft {
  const { type, data } = (saved ?? {}) as AlgorithmJson;
  const empty: RoutingDraft = { type: type ?? 'none', choices: [], splits: {}, rules: [] };
  switch (type) {
    case 'single':
    case 'priority':
      return { ...empty, choices: [data].flat().map(choiceOf) };
    case 'volume_split': {
      const shares = data as { split: number; connector: ChoiceJson }[];
      return {
        ...empty,
        splits: Object.fromEntries(shares.map(({ connector, split }) => [choiceOf(connector), split])),
      };
    }
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
  readonly volume_split?: readonly unknown[] | null;
}

const ruleOf = ({ conditions, connectors, name, volume_split: shares }: RuleJson): RuleDraft => ({
  name: name ?? '',
  conditions: (conditions ?? []).map(({ value, ...condition }) => ({
    ...condition,
    value: [value].flat().join(', '),
  })),
  choices: (connectors ?? []).map(choiceOf),
  ...(shares ? { shares } : {}),
});

/** The algorithm of a draft; null for none. */
export function algorithmOf({ choices, rules, splits, type }: RoutingDraft): object | null {
  switch (type) {
    case 'none':
      return null;
    case 'single':
      return { type, data: choices[0] === undefined ? null : jsonOf(choices[0]) };
    case 'priority':
      return { type, data: choices.map(jsonOf) };
    case 'volume_split': {
      const shares = Object.entries(splits).filter(([, split]) => split > 0);
      return { type, data: shares.map(([choice, split]) => ({ split, connector: jsonOf(choice) })) };
    }
    case 'advanced':
      return {
        type,
        data: {
          rules: rules.map(({ choices: chosen, conditions, name, shares }) => ({
            name: name.trim() || null,
            conditions: conditions.map(({ comparison, field, value }) => ({
              field,
              comparison,
              value: comparedWith(field, comparison, value),
            })),
            ...(shares && chosen.length === 0
              ? { volume_split: shares }
              : { connectors: chosen.map(jsonOf) }),
          })),
          default: choices.map(jsonOf),
        },
      };
  }
}

/** The draft as an input of the API. The service validates it. */
function comparedWith(field: string, comparison: string, typed: string): unknown {
  const one = (text: string) =>
    field === 'amount' && /^\d+$/.test(text.trim()) ? Number(text) : text.trim();
  return lists.has(comparison) ? typed.split(',').map(one) : one(typed);
}
