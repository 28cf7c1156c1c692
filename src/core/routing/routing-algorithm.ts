import type { ErrorObject } from 'ajv/dist/2020.js';
import {
  onlyMemberOf,
  routingAlgorithmSchema,
  routingRestName,
  routingTypes,
} from '../entities/values/routing-schema.ts';
import {
  type AccountChoice,
  type RoutingByType,
  RoutingChoice,
  type RoutingTypeValue,
  type Share,
} from '../entities/values/typed-routing.ts';
import { Problem } from '../foundation/errors.ts';
import { type DescribedClass, type FieldDescription, fieldsOf } from '../model/index.ts';
import { validatorFor } from '../model/validate.ts';
import { memberPath, ValidationErrors } from '../model/validation-errors.ts';

/** The algorithm that chooses the connector account of a payment or payout. */
export type RoutingAlgorithm = RoutingByType;

type Json = Readonly<Record<string, unknown>>;
/** The REST form of an algorithm. */
interface AlgorithmJson {
  readonly type: RoutingTypeValue;
  readonly data: unknown;
  readonly fallback?: RoutingAlgorithm['fallback'];
}

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
  const algorithm = algorithmOf(value);
  for (const [path, shares] of splitsOf(algorithm, param)) {
    if (shares.reduce((sum, { split }) => sum + split, 0) === 100) continue;
    errors.invalid(path, 'must have splits that add up to 100');
    errors.raise();
  }
  if (algorithm.type === 'advanced' && algorithm.rules.length + algorithm.default.length === 0) {
    errors.invalid(memberPath(param, 'data'), 'must have a rule, or an account in default');
    errors.raise();
  }
  return algorithm;
}

/** The splits of an algorithm, by their paths. */
function splitsOf(algorithm: RoutingAlgorithm, param: string): [path: string, shares: readonly Share[]][] {
  const data = memberPath(param, 'data');
  if (algorithm.type === 'volume_split') return [[data, algorithm.shares]];
  const rules = algorithm.type === 'advanced' ? algorithm.rules : [];
  return rules.flatMap(({ shares }, i) =>
    shares.length > 0 ? [[`${data}.rules[${i}].volume_split`, shares]] : [],
  );
}

/** Reports schema errors of a routing algorithm, by the paths of the parts. */
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

/** A valid algorithm as its class describes it. */
function algorithmOf({ data, fallback = null, type }: AlgorithmJson): RoutingAlgorithm {
  const target = routingTypes.find(({ name }) => name === type)!.of!();
  const only = onlyMemberOf(target);
  const members = only ? { [only.name]: memberOf(only, data) } : partOf(target, data as Json);
  return { ...members, type, fallback } as RoutingAlgorithm;
}

function partOf(target: DescribedClass, json: Json | string): object {
  if (target === RoutingChoice && typeof json === 'string')
    return { connector: json, merchant_connector_id: null };
  return Object.fromEntries(
    fieldsOf(target).map((field) => [
      field.name,
      memberOf(field, (json as Json)[routingRestName(field.name)]),
    ]),
  );
}

function memberOf({ kind, of }: FieldDescription, value: unknown): unknown {
  switch (kind) {
    case 'object':
      return partOf(of!(), value as Json);
    case 'object_list':
      // The `Routing` object of the specification has room for a single account.
      return [value ?? []].flat().map((entry) => partOf(of!(), entry as Json));
    case 'text_list':
      return [value].flat();
    default:
      return value ?? null;
  }
}

/** The accounts that an algorithm names, each with its path in the original value. */
export function namedChoices(
  algorithm: RoutingAlgorithm,
  value: unknown,
  param: string,
): [path: string, choice: AccountChoice][] {
  const data = memberPath(param, 'data');
  const all = (choices: readonly AccountChoice[], path: string) =>
    choices.map((choice, i): [string, AccountChoice] => [`${path}[${i}]`, choice]);
  const split = (shares: readonly Share[], path: string) =>
    shares.map(({ account }, i): [string, AccountChoice] => [`${path}[${i}].connector`, account]);
  switch (algorithm.type) {
    case 'single':
      return [[data, algorithm.account]];
    case 'priority':
      return Array.isArray((value as AlgorithmJson).data)
        ? all(algorithm.accounts, data)
        : [[data, algorithm.accounts[0]!]];
    case 'volume_split':
      return split(algorithm.shares, data);
    case 'advanced':
      return [
        ...algorithm.rules.flatMap(({ accounts, shares }, i) => [
          ...all(accounts, `${data}.rules[${i}].connectors`),
          ...split(shares, `${data}.rules[${i}].volume_split`),
        ]),
        ...all(algorithm.default, `${data}.default`),
      ];
  }
}

/** Reads a stored algorithm. An invalid one is an error to fix: a fallback would route money elsewhere. */
export function readStored(value: unknown, param: string): RoutingAlgorithm | null {
  if (value === null || value === undefined) return null;
  try {
    return readRoutingAlgorithm(value, param);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('no_connector_available', `The stored routing algorithm is invalid: ${error.message}`, {
      cause: error,
    });
  }
}
