import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import '../../../src/core/entities/resources.ts';
import type { JsonSchema } from '../../../src/core/model/json-schema.ts';
import { openApiDocument } from '../../../src/rest/openapi.ts';
import { BEYOND } from '../../../src/rest/operation.ts';
import { operations as table } from '../../../src/rest/operations.ts';
import { strictAjv } from '../../kit/ajv.ts';
import { KNOWN, schemaValues, typesOf } from './json-values.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** An operation, as the document describes it. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly isBeyond: boolean;
  /** The accepted kinds of key; requests use the first. */
  readonly keys: readonly string[];
  readonly query: readonly Parameter[];
  readonly body: JsonSchema | null;
}

/** A request to send, and whether the document allows it. */
export interface GeneratedRequest {
  readonly operation: DescribedOperation;
  /** Pairs of the query string. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
  /** The one fault; null for a valid request. */
  readonly wrong: string | null;
}

interface Document {
  readonly paths: Record<string, Record<string, DocumentOperation>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> };
}
interface DocumentOperation {
  readonly parameters: readonly Parameter[];
  readonly security: readonly Record<string, unknown>[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema } | undefined> };
}

const document = openApiDocument() as unknown as Document;
const values = schemaValues(document);
const ajv = strictAjv();
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, 'openapi.json');

const escaped = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1');
const BODY = 'requestBody/content/application~1json/schema';

/** Operations that would disable the merchant's keys. */
const endsKeys = /\/(suspend|rotate_publishable_key)$/;
/** Whether an operation takes a file instead of JSON. Other tests send invalid requests to these. */
const takesFile = ({ requestBody }: DocumentOperation) =>
  requestBody !== undefined && requestBody.content['application/json'] === undefined;

/** Operations of people, whatever key is sent. */
const byPersons = new Set(table.flatMap(({ byPersons, path }) => (byPersons ? [path] : [])));

/** The operations of the document. */
export const operations: readonly DescribedOperation[] = Object.entries(document.paths)
  .filter(([path]) => !endsKeys.test(path) && !byPersons.has(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => !takesFile(described))
      .map(([method, described]) => {
        const { parameters, requestBody, security } = described;
        return {
          method: method.toUpperCase(),
          path,
          isBeyond: BEYOND in described,
          keys: security.flatMap((kinds) => Object.keys(kinds)),
          query: parameters.filter((parameter) => parameter.in === 'query'),
          body: requestBody?.content['application/json']?.schema ?? null,
        };
      }),
  );

/** Whether the document allows a body. */
function isValidBody({ method, path }: DescribedOperation, body: unknown): boolean {
  const pointer = `#/paths/${escaped(path)}/${method.toLowerCase()}/${BODY}`;
  const validate = ajv.getSchema(`openapi.json${encodeURI(pointer)}`) as ValidateFunction;
  return validate(body);
}

type Pair = readonly [name: string, value: string];

/** A valid query: list parameters as repeated keys or with commas. */
function arbitraryQuery({ query }: DescribedOperation): fc.Arbitrary<Pair[]> {
  const pairsOf = ({ name, required, schema }: Parameter): fc.Arbitrary<Pair[]> => {
    const isId = String(schema.pattern).startsWith('^[A-Za-z0-9_-]');
    const value = isId ? fc.oneof(fc.constant(KNOWN), values.valid(schema)) : values.valid(schema);
    const pairs = fc.tuple(value, fc.boolean()).map(([given, joined]): Pair[] => {
      if (!Array.isArray(given)) return [[name, String(given)]];
      return joined || given.length === 0
        ? [[name, given.join()]]
        : given.map((entry) => [name, String(entry)]);
    });
    return required
      ? pairs
      : fc.oneof({ weight: 1, arbitrary: pairs }, { weight: 4, arbitrary: fc.constant<Pair[]>([]) });
  };
  return fc.tuple(...query.map(pairsOf)).map((all) => all.flat());
}

/** Texts that a parameter's schema rejects. An empty one counts as left out. */
function wrongTexts({ schema }: Parameter): string[] {
  const [type] = typesOf(schema);
  if (type === 'array') return wrongTexts({ schema: schema.items } as Parameter);
  const { enum: listed, format, maximum, minimum, pattern } = schema as { readonly [limit: string]: never };
  return [
    ...(type === 'integer' ? ['x', '1.5', '1e1', ' 1', '0x10'] : []),
    ...(type === 'boolean' ? ['maybe', '1', 'TRUE'] : []),
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(listed === undefined ? [] : ['unlisted']),
    ...(pattern === undefined
      ? []
      : ['a\0b', ...(String(pattern).includes('{1,64}') ? ['a b', 'x'.repeat(65)] : [])]),
    ...(type === 'string' && format !== undefined ? ['\u0007 no'] : []),
  ];
}

/** Every query that differs from a valid one in one place and is invalid. */
function wrongQueries(
  { query }: DescribedOperation,
  pairs: readonly Pair[],
): { query: Pair[]; what: string }[] {
  return [
    { what: 'an unknown query parameter', query: [...pairs, ['unknown_parameter', '1']] },
    ...query.flatMap((parameter) => {
      const { name, required, schema } = parameter;
      const others = pairs.filter(([other]) => other !== name);
      const own = pairs.filter(([other]) => other === name);
      return [
        ...(required ? [{ what: `no ${name}`, query: others }] : []),
        ...(own.length === 1 && schema.type !== 'array'
          ? [{ what: `${name} twice`, query: [...pairs, ...own] }]
          : []),
        ...wrongTexts(parameter).map((text) => ({
          what: `${name}=${JSON.stringify(text)}`,
          query: [...others, [name, text] as const],
        })),
      ];
    }),
  ];
}

/** Requests to an operation, with or without one fault. */
export function arbitraryRequest(
  operation: DescribedOperation,
  isWrong: boolean,
): fc.Arbitrary<GeneratedRequest> {
  const body = operation.body ? values.valid(operation.body) : fc.constant(undefined);
  return fc
    .tuple(arbitraryQuery(operation), body, fc.nat())
    .map(([query, given, which]): GeneratedRequest => {
      const asked = { operation, query, body: given, wrong: null };
      if (!isWrong) return asked;
      const inBody: Mutation[] = operation.body ? mutationsOf(values, operation.body, given) : [];
      const inQuery = wrongQueries(operation, query);
      const at = which % (inBody.length + inQuery.length);
      if (at >= inBody.length) {
        const changed = inQuery[at - inBody.length]!;
        return { ...asked, query: changed.query, wrong: changed.what };
      }
      const { value, what } = inBody[at]!;
      return { ...asked, body: value, wrong: isValidBody(operation, filled(value, {})) ? null : what };
    });
}

/** Requests to every operation, half of them with one fault. Operations with a body occur more often. */
export const arbitraryRequests: fc.Arbitrary<GeneratedRequest> = fc.oneof(
  ...operations.flatMap((operation) =>
    [true, false].map((isWrong) => ({
      weight: (operation.body ? 4 : 1) * (operation.isBeyond ? 1 : 8),
      arbitrary: arbitraryRequest(operation, isWrong),
    })),
  ),
);

/** Replaces {@link KNOWN} with identifiers, by member name. */
export function filled<T>(value: T, known: Readonly<Record<string, string>>, name = ''): T {
  if (value === KNOWN) return (known[name] ?? 'unknown_1') as T;
  if (Array.isArray(value)) return value.map((entry) => filled(entry, known, name)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, filled(member, known, key)]),
  ) as T;
}
