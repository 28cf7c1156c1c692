import type { ErrorObject } from 'ajv/dist/2020.js';
import { routingAlgorithmSchema } from '../entities/values/routing-algorithm-schema.ts';
import type { RoutingFallback } from '../entities/values/routing-parts.ts';
import type { ValueOf } from '../model/index.ts';
import { validatorFor } from '../model/validate.ts';
import { memberPath, ValidationErrors } from '../model/validation-errors.ts';
import type { RoutingFacts } from './routing-request.ts';

/** Names a connector account, or every account at a connector. At least one of the two is set. */
export interface AccountChoice {
  readonly connector: string | null;
  readonly merchantConnectorId: string | null;
}

/** A share of the traffic, in percent. */
export interface Share {
  readonly split: number;
  readonly choice: AccountChoice;
}

type Comparison =
  | 'equal'
  | 'not_equal'
  | 'in'
  | 'not_in'
  | 'greater_than'
  | 'greater_or_equal'
  | 'less_than'
  | 'less_or_equal';

/** One condition of a rule. `values` has one entry, except for `in` and `not_in`. */
export interface RoutingCondition {
  readonly field: keyof RoutingFacts;
  readonly comparison: Comparison;
  readonly values: readonly (string | number)[];
}

/** A rule matches if all its conditions hold; a rule without conditions always matches. */
export interface Rule {
  readonly name: string;
  readonly conditions: readonly RoutingCondition[];
  readonly choices: readonly AccountChoice[];
  /** Shares that its accounts are drawn by; null if they are asked in order. */
  readonly shares: readonly Share[] | null;
}

/** How the connector account of a payment or payout is chosen. */
export type RoutingAlgorithm = {
  /** `none` refuses a payment that no account of the algorithm can take; null tries the profile's other accounts. */
  readonly fallback: ValueOf<typeof RoutingFallback> | null;
} & (
  | { readonly type: 'single'; readonly choice: AccountChoice }
  | { readonly type: 'priority'; readonly choices: readonly AccountChoice[] }
  | { readonly type: 'volume_split'; readonly shares: readonly Share[] }
  | {
      readonly type: 'advanced';
      readonly rules: readonly Rule[];
      readonly otherwise: readonly AccountChoice[];
    }
);

/** The JSON that {@link routingAlgorithmSchema} describes. */
type ChoiceJson = string | { connector?: string | null; merchant_connector_id?: string | null };
interface ShareJson {
  split: number;
  connector: ChoiceJson;
}
interface RuleJson {
  name?: string | null;
  conditions?:
    | { field: keyof RoutingFacts; comparison: Comparison; value: RoutingCondition['values'][0] }[]
    | null;
  connectors?: ChoiceJson[] | null;
  volume_split?: ShareJson[] | null;
}
type AlgorithmJson = { fallback?: RoutingAlgorithm['fallback'] } & (
  | { type: 'single'; data: ChoiceJson }
  | { type: 'priority'; data: ChoiceJson | ChoiceJson[] }
  | { type: 'volume_split'; data: ShareJson[] }
  | { type: 'advanced'; data: { rules?: RuleJson[] | null; default?: ChoiceJson[] | null } }
);

const validator = validatorFor<AlgorithmJson | { type?: null; data?: null }>(routingAlgorithmSchema);

/**
 * Reads a routing algorithm; null if the value sets none.
 *
 * @param param The parameter that holds the value; it prefixes the paths in errors.
 * @throws {Problem} `invalid_parameter` or `unknown_parameter`, for each bad part by its path.
 */
export function readRoutingAlgorithm(value: unknown, param: string): RoutingAlgorithm | null {
  if (value === null || value === undefined) return null;
  const errors = new ValidationErrors();
  const validate = validator();
  if (!validate(value)) {
    reportRouting(validate.errors ?? [], param, errors);
    errors.raise();
    return null;
  }
  if (!value.type) return null;
  for (const [path, shares] of splitsOf(value, param)) {
    if (shares.reduce((sum, { split }) => sum + split, 0) === 100) continue;
    errors.invalid(path, 'must have splits that add up to 100');
    errors.raise();
  }
  if (value.type === 'advanced' && !value.data.rules?.length && !value.data.default?.length) {
    errors.invalid(memberPath(param, 'data'), 'must have a rule, or an account in default');
    errors.raise();
  }
  return algorithmOf(value);
}

/** The splits of an algorithm, by their paths. */
function splitsOf(json: AlgorithmJson, param: string): [path: string, shares: readonly ShareJson[]][] {
  const data = memberPath(param, 'data');
  if (json.type === 'volume_split') return [[data, json.data]];
  const rules = json.type === 'advanced' ? (json.data.rules ?? []) : [];
  return rules.flatMap(({ volume_split: shares }, i) =>
    shares ? [[`${data}.rules[${i}].volume_split`, shares]] : [],
  );
}

/** Reports what a schema of routing refuses, by the paths of the parts. */
export function reportRouting(
  refused: readonly ErrorObject[],
  param: string,
  errors: ValidationErrors,
): void {
  for (const error of inDocumentOrder(refused)) report(error, param, errors);
}

/** Sorts ajv's errors, which are grouped by keyword, from the top down, unknown members first. */
function inDocumentOrder(errors: readonly ErrorObject[]): ErrorObject[] {
  return (
    errors
      // Failed alternatives and conditionals are also reported as a whole, or by the part that failed.
      .filter(({ keyword, schemaPath }) => keyword !== 'if' && !schemaPath.includes('/anyOf/'))
      .sort(
        (a, b) =>
          a.instancePath.localeCompare(b.instancePath, 'en', { numeric: true }) ||
          Number(b.keyword === 'additionalProperties') - Number(a.keyword === 'additionalProperties'),
      )
  );
}

function report(
  { instancePath, keyword, params, parentSchema }: ErrorObject,
  param: string,
  errors: ValidationErrors,
) {
  const path = instancePath
    .split('/')
    .slice(1)
    .reduce((at, part) => (/^\d+$/.test(part) ? `${at}[${part}]` : memberPath(at, part)), param);
  const properties = (parentSchema?.properties ?? {}) as Record<string, { description?: string }>;
  if (keyword === 'additionalProperties') {
    errors.unknown(path, String(params.additionalProperty), Object.keys(properties));
  } else if (keyword === 'required') {
    const name = String(params.missingProperty);
    errors.invalid(memberPath(path, name), `must be ${properties[name]?.description ?? 'given'}`);
  } else {
    errors.invalid(path, `must be ${parentSchema?.description ?? 'an object with type and data'}`);
  }
}

function algorithmOf(json: AlgorithmJson): RoutingAlgorithm {
  const fallback = json.fallback ?? null;
  switch (json.type) {
    case 'single':
      return { fallback, type: json.type, choice: choiceOf(json.data) };
    case 'priority':
      // The `Routing` object of the specification has room for a single account.
      return { fallback, type: json.type, choices: [json.data].flat().map(choiceOf) };
    case 'volume_split':
      return { fallback, type: json.type, shares: json.data.map(shareOf) };
    case 'advanced': {
      const { rules, default: otherwise } = json.data;
      return {
        fallback,
        type: json.type,
        rules: (rules ?? []).map(({ name, conditions, connectors, volume_split: shares }) => ({
          name: name ?? '',
          conditions: (conditions ?? []).map(({ value, ...condition }) => ({
            ...condition,
            values: [value].flat(),
          })),
          choices: (connectors ?? []).map(choiceOf),
          shares: shares ? shares.map(shareOf) : null,
        })),
        otherwise: (otherwise ?? []).map(choiceOf),
      };
    }
  }
}

const shareOf = ({ connector, split }: ShareJson): Share => ({ split, choice: choiceOf(connector) });

const choiceOf = (json: ChoiceJson): AccountChoice =>
  typeof json === 'string'
    ? { connector: json, merchantConnectorId: null }
    : { connector: json.connector ?? null, merchantConnectorId: json.merchant_connector_id ?? null };

/** The accounts that a valid algorithm names, each with the path of the parameter that names it. */
export function namedChoices(value: unknown, param: string): [path: string, choice: AccountChoice][] {
  const json = value as AlgorithmJson | { type?: null };
  const all = (choices: readonly ChoiceJson[], path: string) =>
    choices.map((choice, i): [string, AccountChoice] => [`${path}[${i}]`, choiceOf(choice)]);
  const split = (shares: readonly ShareJson[], path: string) =>
    shares.map(({ connector }, i): [string, AccountChoice] => [
      `${path}[${i}].connector`,
      choiceOf(connector),
    ]);
  const data = memberPath(param, 'data');
  switch (json.type) {
    case 'single':
      return [[data, choiceOf(json.data)]];
    case 'priority':
      return Array.isArray(json.data) ? all(json.data, data) : [[data, choiceOf(json.data)]];
    case 'volume_split':
      return split(json.data, data);
    case 'advanced':
      return [
        ...(json.data.rules ?? []).flatMap(({ connectors, volume_split: shares }, i) => [
          ...all(connectors ?? [], `${data}.rules[${i}].connectors`),
          ...split(shares ?? [], `${data}.rules[${i}].volume_split`),
        ]),
        ...all(json.data.default ?? [], `${data}.default`),
      ];
    default:
      return [];
  }
}
