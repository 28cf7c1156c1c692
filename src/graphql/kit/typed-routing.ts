import type { GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import { listComparisons, onlyMemberOf, routingRestName } from '../../core/entities/values/routing-schema.ts';
import {
  type RoutingCondition,
  type RoutingShare,
  TypedRouting,
} from '../../core/entities/values/typed-routing.ts';
import { Problem } from '../../core/foundation/errors.ts';
import {
  camelCase,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  graphqlName,
} from '../../core/model/index.ts';
import { readRoutingAlgorithm } from '../../core/routing/routing-algorithm.ts';

/** Declares that an algorithm's input has exactly one member: type-graphql cannot. */
export function markOneOf(schema: GraphQLSchema): void {
  (schema.getType('RoutingAlgorithmInput') as GraphQLInputObjectType).isOneOf = true;
}

/** A stored algorithm in the form of the GraphQL type; null without an algorithm. */
export function typedRouting(stored: unknown): TypedRouting | null {
  const algorithm = readRoutingAlgorithm(stored, 'routing');
  if (!algorithm) return null;
  const { type, ...shown } = algorithm;
  if (!('rules' in shown)) return { [type]: shown };
  const rules = shown.rules.map(({ conditions, ...rule }) => ({
    ...rule,
    conditions: conditions.map((condition) => ({ ...condition, values: condition.values.map(String) })),
  }));
  return { [type]: { ...shown, rules } };
}

const storedShare = ({ account, split }: RoutingShare) => ({ split, connector: account });

/** An input's algorithm in its stored form, `type` and `data`. The command checks it. */
export function storedRouting(algorithm: TypedRouting): object {
  const { advanced, priority, single, volume_split: split } = algorithm;
  const { fallback } = (single ?? priority ?? split ?? advanced)!;
  return { ...storedType(algorithm), ...(fallback && { fallback }) };
}

function storedType({ advanced, priority, single, volume_split: split }: TypedRouting): object {
  if (single) return { type: 'single', data: single.account };
  if (priority) return { type: 'priority', data: priority.accounts };
  if (split) return { type: 'volume_split', data: split.shares.map(storedShare) };
  const rules = (advanced!.rules ?? []).map(({ accounts, conditions, shares, ...rule }) => ({
    ...rule,
    conditions: (conditions ?? []).map(({ values, ...condition }) => ({
      ...condition,
      value: comparedWith(condition, values),
    })),
    // Both are refused by the command.
    ...(accounts?.length || !shares?.length ? { connectors: accounts ?? [] } : {}),
    ...(shares?.length ? { volume_split: shares.map(storedShare) } : {}),
  }));
  return { type: 'advanced', data: { rules, default: advanced!.default ?? [] } };
}

/** A comparison with one value has that value, and one with several a list, which the command then refuses. */
function comparedWith(
  { comparison, field }: Omit<RoutingCondition, 'values'>,
  values: readonly string[],
): unknown {
  const typed =
    field === 'amount' ? values.map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text)) : values;
  return !listComparisons.includes(comparison) && typed.length === 1 ? typed[0] : typed;
}

const SUFFIX = /_algorithm$/;
/** The fields that hold an algorithm as `type` and `data`. */
const held = /^algorithm$|routing_algorithm$/;

/** The typed field beside a field with an algorithm as `type` and `data`; null for any other field. */
export function typedTwin({ name }: FieldDescription): FieldDescription | null {
  if (!held.test(name)) return null;
  const about = `\`${camelCase(name)}\`, typed. Give one of the two.`;
  return {
    name: name === 'algorithm' ? 'routing' : name.replace(SUFFIX, ''),
    kind: 'object',
    about,
    of: () => TypedRouting,
  };
}

/**
 * Puts the typed algorithms of a validated input in the fields that the command takes.
 *
 * @throws {Problem} `parameters_exclusive` if an algorithm is given in both ways.
 */
export function withStoredRouting(
  input: DescribedClass,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const stored: Record<string, unknown> = { ...values };
  for (const field of fieldsOf(input)) {
    const twin = typedTwin(field);
    const typed = twin && stored[twin.name];
    if (!twin || typed === undefined) continue;
    if (stored[field.name] !== undefined) {
      const message = `Give either ${camelCase(twin.name)} or ${camelCase(field.name)}, not both.`;
      throw new Problem('parameters_exclusive', message, { param: twin.name });
    }
    delete stored[twin.name];
    stored[field.name] = typed === null ? null : storedRouting(typed as TypedRouting);
  }
  return stored;
}

/**
 * Translates the path of a refused part of `type` and `data` into its path within a typed algorithm, such as
 * `['routing', 'advanced', 'rules', '0']`; null if the input has `type` and `data`.
 */
export function typedPath(input: DescribedClass, given: unknown, param: string | null): string[] | null {
  const [name = '', ...steps] = param?.match(/[^.[\]]+/g) ?? [];
  const field = fieldsOf(input).find((one) => one.name === name);
  const twin = field && typedTwin(field);
  const typed =
    twin && (given as Record<string, Record<string, unknown> | null> | null)?.[camelCase(twin.name)];
  if (!typed) return null;
  const path = [camelCase(twin.name)];
  const tag = Object.keys(typed).find((one) => typed[one]);
  if (!tag || steps[0] !== 'data') return path;
  let at = fieldsOf(TypedRouting).find((type) => graphqlName(type) === tag)!.of!();
  const only = onlyMemberOf(at);
  path.push(tag, ...(only ? [graphqlName(only)] : []));
  at = only?.of?.() ?? at;
  for (const step of steps.slice(1)) {
    const member = fieldsOf(at).find(({ name }) => routingRestName(name) === step);
    path.push(member ? graphqlName(member) : step);
    at = member?.of?.() ?? at;
  }
  return path;
}
