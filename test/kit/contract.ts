import type { ValidateFunction } from 'ajv/dist/2020.js';
import '../../src/core/entities/resources.ts';
import { codesOf, errorSchema } from '../../src/rest/openapi/problems.ts';
import { openApiDocument } from '../../src/rest/openapi.ts';
import { placeAt } from '../../src/rest/operation.ts';
import { documentedOperations } from '../../src/rest/operations.ts';
import { strictAjv } from './ajv.ts';

/** A response, with the request's method and path. */
export interface CheckedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Response {
  readonly headers?: Record<string, { $ref: string }>;
  readonly content: unknown;
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response | { $ref: string }> }>>;
  readonly components: { headers: Record<string, { required?: boolean; schema: object }> };
}

const ID = 'openapi.json';
const CONTENT = '/content/application~1json/schema';
const document = openApiDocument() as unknown as Document;

const ajv = strictAjv();
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, ID);
/** For responses at paths without an operation. */
const isError = ajv.compile(errorSchema);
/** The error codes of each operation, by its position: a response in the document lists the codes of all operations. */
const codes = new Map(
  documentedOperations.map((operation) => [
    `${operation.method} ${operation.path}`,
    new Set<string>(codesOf(operation)),
  ]),
);

/** The paths of operations, with their paths in the document; those with fewer parameters match first. */
const places = documentedOperations
  .flatMap(({ alsoAt = [], method, path }) =>
    [path, ...alsoAt].map((at) => {
      const place = placeAt({ method }, at);
      return { at: place.path, asArray: place.asArray, served: place.method, method, path };
    }),
  )
  .map((place) => ({ ...place, pattern: new RegExp(`^${place.at.replace(/\{\w+\}/g, '([^/]+)')}$`) }))
  .sort((a, b) => a.at.split('{').length - b.at.split('{').length);

/** Paths that the OpenAPI document does not describe. */
const undescribed = /^\/(graphql|graphiql|docs|health|openapi\.json)(\/|$)/;

/**
 * Expects a response to conform to the OpenAPI document: its status must be among the operation's responses, its
 * body and headers must match their schemas. Errors from paths without an operation must match the error schema.
 *
 * @throws with every deviation if the response does not conform.
 */
export function expectContractResponse(response: CheckedResponse): void {
  const path = response.path.split('?')[0]!;
  if (undescribed.test(path) || response.method === 'HEAD' || response.status === 204) return;
  const errors = responseErrors(path, response);
  if (errors.length === 0) return;
  const summary = `${response.method} ${path} responded ${response.status}, which violates the OpenAPI document:`;
  throw new Error([summary, ...errors, response.text.slice(0, 2_000)].join('\n  '));
}

/** The documented position of the operation that serves a request; undefined if none does. */
function placeOf(method: string, path: string): (typeof places)[number] | undefined {
  const matching = Map.groupBy(
    places.filter(({ pattern }) => pattern.test(path)),
    ({ at }) => at,
  );
  for (const [at, here] of matching) {
    const found = here.find((place) => place.served === method);
    // Only an additional path of an operation passes other methods on to later paths.
    if (found || here.some((place) => place.path === at)) return found;
  }
  return undefined;
}

function responseErrors(path: string, { method, status, headers, text }: CheckedResponse): string[] {
  const served = placeOf(method.toLowerCase(), path);
  const operation = served && document.paths[served.path]![served.method];
  if (!operation) return status >= 400 ? bodyErrors(isError, text) : [];
  const place = `${served.method} ${served.path}`;
  const pointer = `#/paths/${escaped(served.path)}/${served.method}/responses/${status}`;
  const declared = operation.responses[status];
  if (!declared) {
    return [`the operation declares ${Object.keys(operation.responses).join(', ')}; see its \`problems\`.`];
  }
  const target = '$ref' in declared ? declared.$ref : pointer;
  const response = '$ref' in declared ? (at(declared.$ref) as Response) : declared;
  const isCsv = 'text/csv' in (response.content as object);
  const validate = ajv.getSchema(ID + encodeURI(target + CONTENT)) as ValidateFunction;
  return [
    ...headerErrors(response, headers, isCsv),
    ...(isCsv ? [] : bodyErrors(validate, served.asArray && status < 400 ? asPage(text) : text)),
    ...(status < 400 ? [] : codeErrors(place, text)),
  ];
}

function codeErrors(place: string, text: string): string[] {
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  const known = codes.get(place)!;
  return code === undefined || known.has(code) ? [] : [`${place} does not list the code ${code}`];
}

/** An array of entries, from a page or a plain array. */
function asPage(text: string): string {
  const data = JSON.parse(text) as unknown[];
  return JSON.stringify({ size: data.length, data, has_more: false });
}

function bodyErrors(validate: ValidateFunction, text: string): string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['the body is not JSON'];
  }
  if (validate(body)) return [];
  return validate.errors!.map(({ instancePath, message, params }) => {
    return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
  });
}

function headerErrors(response: Response, headers: Headers, isCsv: boolean): string[] {
  const type = headers.get('content-type');
  const errors = type?.startsWith(isCsv ? 'text/csv' : 'application/json')
    ? []
    : [`the content type is ${type}`];
  for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
    const { required, schema } = at($ref) as { required?: boolean; schema: object };
    const value = headers.get(name);
    if (value === null) {
      if (required) errors.push(`the header ${name} is missing`);
      continue;
    }
    const isNumber = (schema as { type?: string }).type === 'integer';
    if (!ajv.validate(schema, isNumber ? Number(value) : value)) {
      errors.push(`the header ${name} is ${value}`);
    }
  }
  return errors;
}

/** Resolves a local reference. */
function at(ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown>)[name], document);
}

const escaped = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1');
