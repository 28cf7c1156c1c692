import { inputSchema, type JsonSchema } from '../../core/model/json-schema.ts';
import { sampleId } from '../../core/model/sample.ts';
import { type Operation, pathNames } from '../operation/operation.ts';

/** What the names in paths stand for. */
const nouns: Readonly<Record<string, string>> = Object.freeze({
  account_id: 'merchant account',
  connector_id: 'connector account',
  method_id: 'payment method',
  profile_id: 'business profile',
});

/** The headers that a request may carry besides its key. */
export const headerParameters = Object.freeze({
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes it safe to send the request again: for 24 hours a request with the same key and the same content is answered as the first was, and nothing is done twice.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '2f6c1a0e-9a4b-4f0e-8a55-6f8a1f0b7c3d',
  },
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description: 'Your own identifier for the request; the answer carries it. Any other value is replaced.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
    example: 'checkout-20260131-000017',
  },
});

/** The headers that answers carry. */
export const headers = Object.freeze({
  RequestId: {
    description: 'Identifier of the request: your own, where you sent one, else one of ours.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
  },
  IdempotencyReplayed: {
    description: 'Set to `true` when the answer was given before and is given again.',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: {
    description: 'Seconds after which trying again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  MaybeRetryAfter: {
    description: 'Seconds after which trying again makes sense, when it does.',
    schema: { type: 'integer', minimum: 0 },
  },
});

/** An operation's parameters: path, query and headers. */
export function parametersOf(operation: Operation): object[] {
  const mention = (name: keyof typeof headerParameters) => ({ $ref: `#/components/parameters/${name}` });
  return [
    ...pathNames(operation.path).map(pathParameter),
    ...queryParameters(operation),
    ...(operation.method === 'post' ? [mention('IdempotencyKey')] : []),
    mention('RequestId'),
  ];
}

function pathParameter(name: string): object {
  const noun = nouns[name] ?? name.replace(/_id$/, '').replaceAll('_', ' ');
  return {
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${noun}.`,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    example: sampleId(name),
  };
}

function queryParameters({ query, example }: Operation): object[] {
  if (!query) return [];
  const { properties, required = [] } = inputSchema(query) as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...described }]) => {
    const schema = withoutNull(described);
    const isList = schema.type === 'array';
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description: isList ? `${description} Repeat the parameter, or separate by commas.` : description,
      ...(isList ? { style: 'form', explode: true } : {}),
      schema,
      ...(example?.query && name in example.query ? { example: example.query[name] } : {}),
    };
  });
}

/** A query has no way to write null: a parameter is there or it is not. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  const types = [type].flat().filter((one) => one !== 'null');
  return {
    type: types.length === 1 ? types[0] : types,
    ...rest,
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
  };
}
