import { exampleId } from '../../core/model/example.ts';
import { inputSchema, type JsonSchema } from '../../core/model/json-schema.ts';
import { aliasSchema } from '../dialects/hyperswitch/documents.ts';
import { type Operation, pathNames } from '../operation.ts';

/** Path parameters whose name does not say which object they identify, or by which field. */
const identifiers: Readonly<
  Record<string, { readonly noun: string; readonly field: string; readonly example?: string }>
> = Object.freeze({
  account_id: { noun: 'merchant account', field: 'merchant_id' },
  connector_id: { noun: 'connector account', field: 'merchant_connector_id' },
  method_id: { noun: 'payment method', field: 'payment_method_id' },
  profile_id: { noun: 'business profile', field: 'profile_id' },
  routing_id: { noun: 'routing configuration', field: 'id' },
  poll_id: { noun: 'payment', field: 'payment_id' },
  ephemeral_key_id: { noun: 'ephemeral key', field: 'key_id', example: 'eph_01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  pm_collect_link_id: {
    noun: 'link',
    field: 'pm_collect_link_id',
    example: 'pmcl_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  },
  number: { noun: 'file, its number', field: 'number', example: '1' },
});

/** Request headers besides `api-key`. They have no examples: tools would send the same value with every request. */
export const headerParameters = Object.freeze({
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to retry: for 24 hours, a request with the same key and content returns the first response without repeating the operation.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description:
      'Your own identifier for the request, returned with the response. Values that do not match the pattern are replaced.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
  },
});

/** Response headers. */
export const responseHeaders = Object.freeze({
  RequestId: {
    description:
      'Identifier of the request: the `x-request-id` sent, or a generated one. Quote it when you report a problem. Also sent as `request-id`.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
  },
  IdempotencyReplayed: {
    description:
      'Set to `true` if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimit: {
    description:
      'The requests left of the limit (`r`), and the seconds until it is full again (`t`): `"reads";r=299999;t=60`. Absent if limits are switched off.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description:
      'The limit that the request counts by (`q`) in a window of seconds (`w`): `"reads";q=300000;w=60`. Absent if limits are switched off.',
    schema: { type: 'string' },
  },
  TotalCount: {
    description: 'Number of rows in the export, counted up to 100 000.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  TotalCountPrecision: {
    description: 'Whether the export has exactly `x-total-count` rows, or more.',
    required: true,
    schema: { type: 'string', enum: ['exact', 'at_least'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  LegacyErrorCode: {
    description:
      "Hyperswitch's code of the nearest meaning, for clients that came from there; not on operations of the specification, and absent if it has none.",
    schema: { type: 'string', pattern: '^[A-Z]{2}_[0-9]{2}$' },
  },
  MaybeRetryAfter: {
    description: 'Seconds to wait before retrying; absent if a retry cannot succeed.',
    schema: { type: 'integer', minimum: 0 },
  },
});

/** The headers that report a client's limits. */
export const rateLimitHeaders = Object.freeze({
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
});

/** An operation's parameters: path, query and headers. */
export function parametersOf(operation: Operation): object[] {
  const mention = (name: keyof typeof headerParameters) => ({ $ref: `#/components/parameters/${name}` });
  return [
    ...pathNames(operation.path).map((name) => pathParameter(name, operation)),
    ...queryParameters(operation),
    ...(operation.method === 'get' ? [] : [mention('IdempotencyKey')]),
    mention('RequestId'),
  ];
}

function pathParameter(name: string, { response }: Operation): object {
  const { example, field, noun } = identifiers[name] ?? {
    example: undefined,
    field: name,
    noun: name.replace(/_id$/, '').replaceAll('_', ' '),
  };
  return {
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${noun}.`,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    example: example ?? exampleId(field, response.target),
  };
}

function queryParameters({ aliases, query, example, instead }: Operation): object[] {
  if (!query) return [];
  const { properties: own, required = [] } = inputSchema(query) as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  const properties = instead?.operation.query ? withOthers(own, instead.operation.query) : own;
  const renamed = [...(aliases?.query?.byPath ?? [])].map(
    ([name, alias]) => [name, aliasSchema(alias, (of) => properties[of]!)] as const,
  );
  return [...Object.entries(properties), ...renamed].map(([name, { description, ...described }]) => {
    const schema = withoutNull(described);
    const isList = schema.type === 'array';
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description: isList
        ? `${description} Repeat the parameter, with or without brackets, or separate values with commas.`
        : description,
      ...(isList ? { style: 'form', explode: true } : {}),
      schema,
      ...(example?.query && name in example.query ? { example: example.query[name] } : {}),
    };
  });
}

/** The parameters of a query, with the values of another query at the same place. */
function withOthers(
  own: Record<string, JsonSchema>,
  other: NonNullable<Operation['query']>,
): Record<string, JsonSchema> {
  const { properties } = inputSchema(other) as { properties: Record<string, JsonSchema> };
  const merged = Object.entries(own).map(([name, schema]) => {
    const values = [schema.enum, properties[name]?.enum].filter(Array.isArray).flat();
    return [name, values.length > 0 ? { ...schema, enum: values } : schema];
  });
  return { ...properties, ...Object.fromEntries(merged) };
}

/** Query parameters cannot be null, only absent. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  const types = [type].flat().filter((one) => one !== 'null');
  return {
    type: types.length === 1 ? types[0] : types,
    ...rest,
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
  };
}
