import type { RuleJson, RulesJson } from './draft.ts';

/** What became of a rule, or of the default, from one version to another. */
export interface RuleChange {
  /** The name of the rule; null for the default. */
  readonly name: string | null;
  readonly kinds: readonly ('added' | 'removed' | 'changed' | 'moved')[];
  readonly before: RuleJson | null;
  readonly after: RuleJson | null;
  /** The positions of a rule that moved, from 1. */
  readonly moved: { readonly from: number; readonly to: number } | null;
}

/** A value whose objects have their members in order, so that equal ones have the same text. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, ordered(one)]),
  );
}
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));

/** The positions of the most numbers that are already in order: the others moved. */
function inOrder(numbers: readonly number[]): ReadonlySet<number> {
  const best: number[][] = [];
  for (const [i, number] of numbers.entries()) {
    const before = best.filter((run) => numbers[run.at(-1)!]! < number);
    const longest = before.reduce<number[]>((a, b) => (b.length > a.length ? b : a), []);
    best.push([...longest, i]);
  }
  return new Set(best.reduce<number[]>((a, b) => (b.length > a.length ? b : a), []));
}

/** What changed from one version to another: rules are the same by their name. */
export function differenceOf(before: RulesJson, after: RulesJson): RuleChange[] {
  const places = new Map(before.rules.map(({ name }, i) => [name, i]));
  const names = new Set(after.rules.map(({ name }) => name));
  const common = after.rules.filter(({ name }) => places.has(name));
  const kept = inOrder(common.map(({ name }) => places.get(name)!));
  const stayed = new Set([...kept].map((i) => common[i]!.name));
  const changes = after.rules.flatMap((rule, to): RuleChange[] => {
    const name = String(rule.name);
    const from = places.get(rule.name);
    if (from === undefined) return [{ name, kinds: ['added'], before: null, after: rule, moved: null }];
    const was = before.rules[from]!;
    const isMoved = !stayed.has(rule.name);
    const kinds = [
      ...(isSame(was, rule) ? [] : ['changed' as const]),
      ...(isMoved ? ['moved' as const] : []),
    ];
    if (kinds.length === 0) return [];
    return [
      { name, kinds, before: was, after: rule, moved: isMoved ? { from: from + 1, to: to + 1 } : null },
    ];
  });
  const removed = before.rules
    .filter(({ name }) => !names.has(name))
    .map(
      (rule): RuleChange => ({
        ...{ name: String(rule.name), kinds: ['removed'], before: rule, after: null, moved: null },
      }),
    );
  return [...changes, ...removed, ...defaultChange(before.default, after.default)];
}

function defaultChange(before: unknown, after: unknown): RuleChange[] {
  if (isSame(before ?? null, after ?? null)) return [];
  const kind = before ? (after ? 'changed' : 'removed') : 'added';
  const rule = (then: unknown) => (then ? { then } : null);
  return [{ name: null, kinds: [kind], before: rule(before), after: rule(after), moved: null }];
}
