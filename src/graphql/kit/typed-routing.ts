import type { GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import {
  RoutingComparison,
  RoutingFallback,
  RoutingField,
} from '../../core/entities/values/routing-parts.ts';
import { Problem } from '../../core/foundation/errors.ts';
import * as f from '../../core/model/fields.ts';
import {
  camelCase,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  ValueObject,
  type ValueOf,
} from '../../core/model/index.ts';
import {
  type AccountChoice,
  readRoutingAlgorithm,
  type Share,
} from '../../core/routing/routing-algorithm.ts';

@ValueObject({ about: 'A connector account, or all of the profile at a connector.' })
class RoutingChoice {
  @f.Text('Name of the connector, such as `sandbox`.', { holds: 'code' }) connector?: string | null;
  @f.Id('Connector account (`mca_…`); null for any account at the connector.')
  merchant_connector_id?: string | null;
}

@ValueObject({ about: 'A share of the traffic.' })
class RoutingShare {
  @f.Integer('Whole percent of the traffic.', { required: true, min: 0, maximum: 100 }) split!: number;
  @f.NestedObject(() => RoutingChoice, 'The account that has it.', { required: true })
  account!: RoutingChoice;
}

@ValueObject({ about: 'What a payment or payout has to be for a rule to decide.' })
class RoutingCondition {
  @f.Enumeration(() => RoutingField, 'What is compared.', { required: true })
  field!: ValueOf<typeof RoutingField>;
  @f.Enumeration(() => RoutingComparison, 'How it is compared.', { required: true })
  comparison!: ValueOf<typeof RoutingComparison>;
  @f.TextList(
    'What it is compared with: one value, or for `in` and `not_in` one or more. An amount is in digits, in minor units.',
    { required: true, max: 250 },
  )
  values!: string[];
}

@ValueObject({ about: 'A rule: it decides where all its conditions hold.' })
class RoutingRule {
  @f.Text('Name of the rule, for people.') name?: string | null;
  @f.ObjectList(() => RoutingCondition, 'Conditions that all have to hold; without any the rule decides.')
  conditions!: RoutingCondition[];
  @f.ObjectList(
    () => RoutingChoice,
    'Accounts in order, the preferred one first; empty where there are `shares`.',
  )
  accounts!: RoutingChoice[];
  @f.ObjectList(() => RoutingShare, 'Shares that add up to 100, in place of `accounts`.')
  shares!: RoutingShare[];
}

/** What each type of algorithm has besides its accounts. */
abstract class FallingBack {
  @f.Enumeration(
    () => RoutingFallback,
    '`none` refuses a payment that none of the accounts can take; otherwise the other accounts of its profile are tried, oldest first.',
  )
  fallback?: ValueOf<typeof RoutingFallback> | null;
}

@ValueObject({ about: 'One account.' })
class SingleRouting extends FallingBack {
  @f.NestedObject(() => RoutingChoice, 'The account.', { required: true }) account!: RoutingChoice;
}

@ValueObject({ about: 'The first account of a list that can take the payment.' })
class PriorityRouting extends FallingBack {
  @f.ObjectList(() => RoutingChoice, 'Accounts in order, the preferred one first.', { required: true })
  accounts!: RoutingChoice[];
}

@ValueObject({ about: 'Accounts by percentage of the traffic.' })
class VolumeSplitRouting extends FallingBack {
  @f.ObjectList(() => RoutingShare, 'Shares that add up to 100.', { required: true }) shares!: RoutingShare[];
}

@ValueObject({ about: 'Rules: the first whose conditions all hold decides.' })
class AdvancedRouting extends FallingBack {
  @f.ObjectList(() => RoutingRule, 'Rules in order.') rules!: RoutingRule[];
  @f.ObjectList(() => RoutingChoice, 'Accounts in order, where no rule decides.') default!: RoutingChoice[];
}

@ValueObject({
  about:
    'How the connector account of a payment or payout is chosen: exactly one of these. The same as the REST API has as `type` and `data`.',
})
class RoutingAlgorithm {
  @f.Alternative(() => SingleRouting, '`single`: one account.') single?: SingleRouting | null;
  @f.Alternative(() => PriorityRouting, '`priority`: accounts in order.') priority?: PriorityRouting | null;
  @f.Alternative(() => VolumeSplitRouting, '`volume_split`: accounts by share.')
  volume_split?: VolumeSplitRouting | null;
  @f.Alternative(() => AdvancedRouting, '`advanced`: accounts by rules.') advanced?: AdvancedRouting | null;
}

/** The class behind the GraphQL type `RoutingAlgorithm` and its input. */
export const TypedRouting = RoutingAlgorithm;

/** Declares that an algorithm's input has exactly one member: type-graphql cannot. */
export function markOneOf(schema: GraphQLSchema): void {
  (schema.getType('RoutingAlgorithmInput') as GraphQLInputObjectType).isOneOf = true;
}

const shownChoice = ({ connector, merchantConnectorId }: AccountChoice): RoutingChoice => ({
  connector,
  merchant_connector_id: merchantConnectorId,
});

const shownShare = ({ choice, split }: Share): RoutingShare => ({ split, account: shownChoice(choice) });

/** A stored algorithm as the GraphQL type shows it; null if there is none. */
export function typedRouting(stored: unknown): RoutingAlgorithm | null {
  const algorithm = readRoutingAlgorithm(stored, 'routing');
  const fallback = algorithm?.fallback ?? null;
  switch (algorithm?.type) {
    case 'single':
      return { single: { account: shownChoice(algorithm.choice), fallback } };
    case 'priority':
      return { priority: { accounts: algorithm.choices.map(shownChoice), fallback } };
    case 'volume_split':
      return { volume_split: { shares: algorithm.shares.map(shownShare), fallback } };
    case 'advanced': {
      const rules = algorithm.rules.map(({ choices, conditions, name, shares }) => ({
        name: name || null,
        conditions: conditions.map(({ values, ...condition }) => ({
          ...condition,
          values: values.map(String),
        })),
        accounts: choices.map(shownChoice),
        shares: (shares ?? []).map(shownShare),
      }));
      return { advanced: { rules, default: algorithm.otherwise.map(shownChoice), fallback } };
    }
    default:
      return null;
  }
}

const storedShare = ({ account, split }: RoutingShare) => ({ split, connector: account });

/** An input's algorithm as it is stored, `type` and `data`. The command checks it. */
export function storedRouting(algorithm: RoutingAlgorithm): object {
  const { advanced, priority, single, volume_split: split } = algorithm;
  const { fallback } = (single ?? priority ?? split ?? advanced)!;
  return { ...storedType(algorithm), ...(fallback && { fallback }) };
}

function storedType({ advanced, priority, single, volume_split: split }: RoutingAlgorithm): object {
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
  const takesList = comparison === 'in' || comparison === 'not_in';
  return !takesList && typed.length === 1 ? typed[0] : typed;
}

const SUFFIX = /_algorithm$/;
/** The fields that hold an algorithm as `type` and `data`. */
const held = /^algorithm$|routing_algorithm$/;

/** The typed field beside one that holds an algorithm as `type` and `data`; null for any other field. */
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
    stored[field.name] = typed === null ? null : storedRouting(typed as RoutingAlgorithm);
  }
  return stored;
}

/** The list or account in which `data` of a type is, in the typed form. */
const memberOf: Readonly<Record<string, string>> = {
  single: 'account',
  priority: 'accounts',
  volumeSplit: 'shares',
};
/** Members that the typed form names differently. */
const renamed: Readonly<Record<string, string>> = {
  connectors: 'accounts',
  value: 'values',
  volume_split: 'shares',
};

/**
 * The path within a typed algorithm of what a command refuses by its path in `type` and `data`, such as
 * `['routing', 'advanced', 'rules', '0']`; null where the input gave it as `type` and `data`.
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
  const within = steps.slice(1).map((step, i) => {
    const isAccountOfShare = step === 'connector' && (tag === 'volumeSplit' ? i === 1 : i > 1);
    return isAccountOfShare ? 'account' : (renamed[step] ?? camelCase(step));
  });
  return [...path, tag, ...(memberOf[tag] ? [memberOf[tag]] : []), ...within];
}
