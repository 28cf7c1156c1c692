import type { ErrorObject } from 'ajv/dist/2020.js';
import { routingAlgorithmSchema } from '../entities/values/routing-algorithm-schema.ts';
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
}

/** How the connector account of a payment or payout is chosen. */
export type RoutingAlgorithm =
  | { readonly type: 'single'; readonly choice: AccountChoice }
  | { readonly type: 'priority'; readonly choices: readonly AccountChoice[] }
  | { readonly type: 'volume_split'; readonly shares: readonly Share[] }
  | {
      readonly type: 'advanced';
      readonly rules: readonly Rule[];
      readonly otherwise: readonly AccountChoice[];
    };

/** The JSON that {@link routingAlgorithmSchema} describes. */
type ChoiceJson = string | { connector?: string | null; merchant_connector_id?: string | null };
interface RuleJson {
  name?: string | null;
  conditions?:
    | { field: keyof RoutingFacts; comparison: Comparison; value: RoutingCondition['values'][0] }[]
    | null;
  connectors: ChoiceJson[];
}
type AlgorithmJson =
  | { type: 'single'; data: ChoiceJson }
  | { type: 'priority'; data: ChoiceJson | ChoiceJson[] }
  | { type: 'volume_split'; data: { split: number; connector: ChoiceJson }[] }
  | { type: 'advanced'; data: { rules?: RuleJson[] | null; default?: ChoiceJson[] | null } };

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
    for (const error of inDocumentOrder(validate.errors ?? [])) report(error, param, errors);
    errors.raise();
    return null;
  }
  if (!value.type) return null;
  if (value.type === 'volume_split' && value.data.reduce((sum, { split }) => sum + split, 0) !== 100) {
    errors.invalid(memberPath(param, 'data'), 'must have splits that add up to 100');
    errors.raise();
  }
  if (value.type === 'advanced' && !value.data.rules?.length && !value.data.default?.length) {
    errors.invalid(memberPath(param, 'data'), 'must have a rule, or an account in default');
    errors.raise();
  }
  return algorithmOf(value);
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
  switch (json.type) {
    case 'single':
      return { type: json.type, choice: choiceOf(json.data) };
    case 'priority':
      // The `Routing` object of the specification has room for a single account.
      return { type: json.type, choices: [json.data].flat().map(choiceOf) };
    case 'volume_split': {
      const shares = json.data.map(({ split, connector }) => ({ split, choice: choiceOf(connector) }));
      return { type: json.type, shares };
    }
    case 'advanced': {
      const { rules, default: otherwise } = json.data;
      return {
        type: json.type,
        rules: (rules ?? []).map(({ name, conditions, connectors }) => ({
          name: name ?? '',
          conditions: (conditions ?? []).map(({ value, ...condition }) => ({
            ...condition,
            values: [value].flat(),
          })),
          choices: connectors.map(choiceOf),
        })),
        otherwise: (otherwise ?? []).map(choiceOf),
      };
    }
  }
}

const choiceOf = (json: ChoiceJson): AccountChoice =>
  typeof json === 'string'
    ? { connector: json, merchantConnectorId: null }
    : { connector: json.connector ?? null, merchantConnectorId: json.merchant_connector_id ?? null };

/** The accounts that a valid algorithm names, each with the path of the parameter that names it. */
export function namedChoices(value: unknown, param: string): [path: string, choice: AccountChoice][] {
  const json = value as AlgorithmJson | { type?: null };
  const all = (choices: readonly ChoiceJson[], path: string) =>
    choices.map((choice, i): [string, AccountChoice] => [`${path}[${i}]`, choiceOf(choice)]);
  const data = memberPath(param, 'data');
  switch (json.type) {
    case 'single':
      return [[data, choiceOf(json.data)]];
    case 'priority':
      return Array.isArray(json.data) ? all(json.data, data) : [[data, choiceOf(json.data)]];
    case 'volume_split':
      return json.data.map(({ connector }, i) => [`${data}[${i}].connector`, choiceOf(connector)]);
    case 'advanced':
      return [
        ...(json.data.rules ?? []).flatMap(({ connectors }, i) =>
          all(connectors, `${data}.rules[${i}].connectors`),
        ),
        ...all(json.data.default ?? [], `${data}.default`),
      ];
    default:
      return [];
  }
}
