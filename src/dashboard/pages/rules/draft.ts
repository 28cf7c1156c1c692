/** A rule as the API has it. */
export interface RuleJson {
  readonly name?: unknown;
  readonly when?: unknown;
  readonly then?: unknown;
}

/** The rules and the default of a ruleset, as the API has them: what the editor's rows and its JSON show. */
export interface RulesJson {
  readonly rules: readonly RuleJson[];
  /** The action if no rule holds; null for none. */
  readonly default: unknown;
}

/** A rule in the editor, with a key that stays when it moves. */
export interface KeyedRule {
  readonly key: string;
  readonly json: RuleJson;
}

/** The rules in the editor. */
export interface RulesDraft {
  readonly rules: readonly KeyedRule[];
  readonly default: unknown;
}

let keys = 0;
const nextKey = (): string => `rule${++keys}`;

export const keyed = (json: RuleJson): KeyedRule => ({ key: nextKey(), json });

/** The draft of rules. Rules whose name stays keep their key. */
export function draftOf(
  { default: otherwise, rules }: RulesJson,
  before: readonly KeyedRule[] = [],
): RulesDraft {
  return {
    rules: rules.map((json, i) => {
      const same = before[i]?.json.name === json?.name ? before[i] : undefined;
      return same ? { key: same.key, json } : keyed(json);
    }),
    default: otherwise ?? null,
  };
}

/** The rules of a draft, as the API has them. */
export const rulesOf = ({ default: otherwise, rules }: RulesDraft): RulesJson => ({
  rules: rules.map(({ json }) => json),
  default: otherwise,
});

/** The JSON text of rules, without an absent default. */
export function textOf({ default: otherwise, rules }: RulesJson): string {
  return JSON.stringify({ rules, ...(otherwise === null ? {} : { default: otherwise }) }, null, 2);
}

/** The rules of a JSON text, or the reason why it has none. */
export function readText(text: string): RulesJson | { readonly problem: string } {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { problem: `Not valid JSON: ${error instanceof Error ? error.message : 'it can’t be read'}` };
  }
  const { default: otherwise = null, rules, ...others } = (read ?? {}) as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown) return { problem: `Only rules and default are known, not ${unknown}.` };
  const isRule = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!Array.isArray(rules) || !rules.every(isRule)) return { problem: 'rules must be a list of objects.' };
  return { rules: rules as RuleJson[], default: otherwise };
}

/** The rules with one moved by a number of places. */
export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const changed = [...list];
  const [one] = changed.splice(from, 1);
  changed.splice(from + by, 0, one!);
  return changed;
}

export const replaced = <T>(list: readonly T[], place: number, ...by: readonly T[]): T[] => [
  ...list.slice(0, place),
  ...by,
  ...list.slice(place + 1),
];

/** An error or a warning of the service about a part of the rules. */
export interface Finding {
  readonly message: string;
  /** The path of the part, such as `rules[0].when.all[1].value`. */
  readonly param?: string | null;
}

const isBelow = (param: string, path: string): boolean =>
  param === path || param.startsWith(`${path}.`) || param.startsWith(`${path}[`);

/** The findings about a part or something in it. */
export const findingsIn = (findings: readonly Finding[], path: string): readonly Finding[] =>
  findings.filter(({ param }) => param && isBelow(param, path));

/** The findings about exactly a part. */
export const findingsAt = (findings: readonly Finding[], path: string): readonly Finding[] =>
  findings.filter(({ param }) => param === path);

/** A finding without the path, which its place shows: `Must be one of …`. */
export function findingText({ message, param }: Finding): string {
  const rest = param && message.startsWith(`${param} `) ? message.slice(param.length + 1) : message;
  const named = rest.replace(/\brules\[(\d+)\](?!\.\w)/g, (_, index) => `rule ${Number(index) + 1}`);
  return named.charAt(0).toUpperCase() + named.slice(1);
}
