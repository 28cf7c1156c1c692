import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { publishedDescription } from '../../conformance/vendor-descriptions.ts';
import { known } from './known.ts';
import { newer } from './newer.ts';

type Schema = Record<string, unknown>;

/** Refuses requests that Stripe's own description refuses, and unknown requests of the connector. */
export interface Description {
  /** The basis of the request checks. */
  readonly source: string;
  /** The fault of a request; null if there is none. */
  check(method: string, path: string, params: unknown): string | null;
}

const file = 'stripe/spec3-2022-04.json';

/** Stripe's description, if this machine has it. */
export function readDescription(): Description {
  const instead = 'the parameters that the connector is known to send';
  const { folder, source } = publishedDescription(file, instead);
  const openapi = folder ? (JSON.parse(readFileSync(join(folder, file), 'utf8')) as OpenApi) : null;
  const compiled = new Map<string, ValidateFunction | null>();
  return {
    source,
    check(method, path, params) {
      const operation = operationOf(method, path);
      if (!operation) return `${method} ${path} is no operation that the connector is known to use.`;
      const strange = flat(params).find(
        (name) => !operation.params.some((pattern) => matches(pattern, name)),
      );
      if (strange)
        return `${method} ${path}: ${strange} is no parameter that the connector is known to send.`;
      if (!openapi) return null;
      const key = `${method} ${operation.path}`;
      if (!compiled.has(key)) compiled.set(key, compile(openapi, method, operation.path));
      const validate = compiled.get(key);
      if (!validate) return `${key} is not in Stripe's description.`;
      if (validate(structuredClone(params))) return null;
      const [error] = validate.errors ?? [];
      return `${method} ${path}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
    },
  };
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly {
              readonly in: string;
              readonly name: string;
              readonly schema: Schema;
            }[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
            };
          }
        >
      >
    >
  >;
}

const operationOf = (method: string, path: string) =>
  known.find(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

/** The names of all parameters, such as `card.number`, without list indexes. */
function flat(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return [prefix];
  if (Array.isArray(value)) return value.flatMap((one) => flat(one, prefix));
  return Object.entries(value).flatMap(([name, inner]) => flat(inner, prefix ? `${prefix}.${name}` : name));
}

/** `metadata.*` matches any name. */
const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

function compile(openapi: OpenApi, method: string, path: string): ValidateFunction | null {
  const operation = openapi.paths[path]?.[method.toLowerCase()];
  if (!operation) return null;
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const schema =
    method === 'GET'
      ? {
          type: 'object',
          properties: Object.fromEntries(query.map((one) => [one.name, one.schema])),
          additionalProperties: false,
        }
      : (body?.schema ?? { type: 'object' });
  // Forms are text: numbers and booleans are parsed from it, as Stripe does.
  const ajv = new Ajv({ strict: false, coerceTypes: true, validateFormats: false, logger: false });
  return ajv.compile(withNewer(strict(schema) as Schema, `${method} ${path}`));
}

/** Refuses unknown members of nested objects too, and allows values that Stripe does not validate. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { 'x-stripeBypassValidation': bypass, ...rest } = schema as Schema;
  const copied = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, strict(inner)]));
  if (bypass) delete copied.enum;
  if (copied.type === 'object' && copied.properties && copied.additionalProperties === undefined) {
    copied.additionalProperties = false;
  }
  return copied;
}

/** Adds the parameters newer than the description. */
function withNewer(schema: Schema, operation: string): Schema {
  for (const { at, operation: of, params } of newer) {
    if (of !== operation) continue;
    for (const target of objectsAt(schema, at === '' ? [] : at.split('.'))) {
      target.properties = { ...(target.properties as Schema), ...params };
    }
  }
  return schema;
}

/** The object schemas at a path, in every alternative. */
function objectsAt(schema: Schema, [name, ...rest]: readonly string[]): Schema[] {
  const choices = [schema, ...((schema.anyOf as Schema[] | undefined) ?? [])].filter((one) => one.properties);
  if (name === undefined) return choices;
  return choices.flatMap((one) => {
    const inner = (one.properties as Record<string, Schema>)[name];
    return inner ? objectsAt(inner, rest) : [];
  });
}
