import { type ProblemCode, problemCodes } from '../../core/foundation/errors.ts';
import { type JsonSchema, knownOrOther } from '../../core/model/json-schema.ts';
import { LEGACY_CODE_HEADER } from '../../http/requests/responses.ts';
import { type Operation, pathNames, takesBody } from '../operation.ts';
import { rateLimitHeaders } from './parameters.ts';

const everyOperation: readonly ProblemCode[] = [
  'unknown_parameter',
  'invalid_parameter',
  'invalid_api_key',
  'wrong_key_kind',
  'rate_limited',
  'overloaded',
  'database_unavailable',
  'internal_error',
];
/** The permission statement of an operation for API keys and people. */
const everyMerchants: readonly ProblemCode[] = [
  'missing_parameter',
  'session_ended',
  'second_factor_required',
  'not_permitted',
  'cross_site_request',
  'address_not_allowed',
  'resource_not_found',
];
/** Operators who signed in stand for the admin key. */
const everyAdmins: readonly ProblemCode[] = [
  'missing_parameter',
  'session_ended',
  'second_factor_required',
  'cross_site_request',
  'resource_not_found',
];
const everyBody: readonly ProblemCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type'];
const everyWrite: readonly ProblemCode[] = ['idempotency_in_progress', 'idempotency_mismatch'];

/** The response of each status: its name, from which code generators make types, and its meaning. */
const responses: Readonly<Record<number, readonly [name: string, about: string]>> = Object.freeze({
  400: ['BadRequest', 'Invalid request.'],
  401: ['Unauthorized', 'Invalid API key or client secret.'],
  403: ['Forbidden', 'The API key does not permit this operation.'],
  404: ['NotFound', 'Not found.'],
  409: ['Conflict', 'The request conflicts with the current state.'],
  410: ['Gone', 'The cursor has expired.'],
  413: ['ContentTooLarge', 'Request body too large.'],
  415: ['UnsupportedMediaType', 'Unsupported content type.'],
  422: ['UnprocessableContent', 'The request is valid but cannot be carried out.'],
  429: ['TooManyRequests', 'Too many requests.'],
  500: ['InternalServerError', 'Internal error.'],
  502: ['BadGateway', 'The connector could not be reached.'],
  503: ['ServiceUnavailable', 'Temporarily unavailable.'],
});

/** Statuses that may carry `Retry-After`, and statuses that always do. */
const RETRYABLE = new Set([409, 429, 503]);
const RETRY_AFTER_REQUIRED = new Set([429, 503]);

/** Error codes an operation may return, in the order of `problemCodes`. */
export function codesOf(operation: Operation): ProblemCode[] {
  const input = [operation.query, operation.body].filter((target) => target !== undefined);
  const isMerchants = operation.keys.some((kind) => kind !== 'admin_key');
  const isSuspendable = isMerchants && operation.method !== 'get' && !operation.evenIfSuspended;
  const codes = new Set<ProblemCode>([
    ...everyOperation,
    ...(operation.keys.includes('api_key') ? everyMerchants : []),
    ...(operation.keys.includes('admin_key') ? everyAdmins : []),
    ...(operation.permission === null && operation.reach !== 'installation'
      ? []
      : (['not_permitted'] as const)),
    ...(isSuspendable ? (['merchant_suspended'] as const) : []),
    ...(takesBody(operation) ? everyBody : []),
    ...(operation.method === 'get' ? [] : everyWrite),
    ...(pathNames(operation.path).length > 0 ? (['resource_not_found'] as const) : []),
    ...(input.length > 0 ? (['missing_parameter'] as const) : []),
    ...(takesAliases(operation) ? (['parameters_exclusive'] as const) : []),
    ...(operation.problems ?? []),
  ]);
  return (Object.keys(problemCodes) as ProblemCode[]).filter((code) => codes.has(code));
}

const takesAliases = ({ aliases }: Operation): boolean =>
  [aliases?.query, aliases?.body].some((table) => table !== undefined && table.byPath.size > 0);

/**
 * Collects the error responses of a document: one for each status, with the codes that any operation returns with it.
 * An operation mentions the response with its own codes as the description.
 */
export class ProblemResponses {
  readonly #codes = new Map<number, Set<ProblemCode>>();

  /** Error responses of an operation by status. */
  of(operation: Operation): Record<string, { $ref: string; description: string }> {
    const byStatus = Map.groupBy(codesOf(operation), (code) => problemCodes[code].status);
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(statuses.map(([status, codes]) => [`${status}`, this.#mention(status, codes)]));
  }

  #mention(status: number, codes: readonly ProblemCode[]): { $ref: string; description: string } {
    this.#codes.set(status, new Set([...(this.#codes.get(status) ?? []), ...codes]));
    // The response explains each code, once.
    const description = `${responses[status]![1]} ${codes.map((code) => `\`${code}\``).join(', ')}.`;
    return { $ref: `#/components/responses/${responses[status]![0]}`, description };
  }

  /** The responses that operations mentioned so far, by name. */
  get responses(): Record<string, object> {
    return this.#named((status, codes) => [responses[status]![0], problemResponse(status, codes)]);
  }

  /** The schemas of their bodies, by name. */
  get schemas(): Record<string, JsonSchema> {
    return this.#named((status, codes) => [schemaName(status), problemSchema(status, codes)]);
  }

  /** An example of each of their codes. */
  get examples(): Record<string, object> {
    const codes = [...this.#codes.values()].flatMap((ofStatus) => [...ofStatus]);
    return Object.fromEntries(codes.map((code) => [code, problemExample(code)]));
  }

  #named<T>(describe: (status: number, codes: ProblemCode[]) => [string, T]): Record<string, T> {
    const order = Object.keys(problemCodes) as ProblemCode[];
    return Object.fromEntries(
      [...this.#codes].map(([status, codes]) =>
        describe(
          status,
          order.filter((code) => codes.has(code)),
        ),
      ),
    );
  }
}

const schemaName = (status: number) => `${responses[status]![0]}Body`;

function problemResponse(status: number, codes: readonly ProblemCode[]): object {
  const list = codes.map((code) => `- \`${code}\`: ${problemCodes[code].about}`);
  return {
    description: [responses[status]![1], '', ...list].join('\n'),
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      [LEGACY_CODE_HEADER]: { $ref: '#/components/headers/LegacyErrorCode' },
      ...(status === problemCodes.rate_limited.status ? rateLimitHeaders : {}),
      ...(RETRY_AFTER_REQUIRED.has(status)
        ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
        : {}),
      ...(RETRYABLE.has(status) && !RETRY_AFTER_REQUIRED.has(status)
        ? { 'Retry-After': { $ref: '#/components/headers/MaybeRetryAfter' } }
        : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schemaName(status)}` },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Example values of `param`. */
const exampleParams: Partial<Record<ProblemCode, string>> = {
  missing_parameter: 'amount',
  unknown_parameter: 'amont',
  invalid_parameter: 'billing.address.country',
  parameters_exclusive: 'ending_before',
  idempotency_in_progress: 'Idempotency-Key',
  idempotency_mismatch: 'Idempotency-Key',
};

function problemExample(code: ProblemCode): object {
  const { about, type } = problemCodes[code];
  const param = exampleParams[code] ?? null;
  return {
    summary: about,
    value: { error: { type, code, message: about, param, request_id: 'req_01JZ5V0G7N4S8X2T6W9Y3B1C5D' } },
  };
}

const badParameter: JsonSchema = {
  description: 'Problem with one parameter.',
  type: 'object',
  properties: {
    param: { description: 'Path of the parameter, such as `billing.address.country`.', type: 'string' },
    code: { description: 'Machine-readable error code.', type: 'string' },
    message: { description: 'Human-readable explanation.', type: 'string' },
  },
  required: ['param', 'code', 'message'],
  additionalProperties: false,
};

/** Body of error responses, which differ in the values of `type` and `code`. */
const bodyOf = (about: string, type: JsonSchema, code: JsonSchema): JsonSchema => ({
  description: about,
  type: 'object',
  properties: {
    error: {
      description: 'The error.',
      type: 'object',
      properties: {
        type: { description: 'Error category.', ...type },
        code: { description: 'Machine-readable error code.', ...code },
        message: { description: 'Human-readable explanation and how to fix the request.', type: 'string' },
        param: {
          description: 'Invalid parameter, the first if there are several; null if no parameter is at fault.',
          type: ['string', 'null'],
        },
        request_id: {
          description: 'Identifier of the request, as in the `x-request-id` header.',
          type: 'string',
        },
        payment_id: {
          description:
            'Payment that the refused confirmation left `failed`; absent if the request changed nothing.',
          type: 'string',
        },
        errors: {
          description: 'All invalid parameters, if there are several.',
          type: 'array',
          items: badParameter,
        },
      },
      required: ['type', 'code', 'message', 'param', 'request_id'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
});

/** Body of every error response, of any status and path. */
export const errorSchema: JsonSchema = bodyOf(
  'Body of every error response. It never echoes values from the request.',
  knownOrOther([...new Set(Object.values(problemCodes).map(({ type }) => type))]),
  knownOrOther(Object.keys(problemCodes)),
);

const problemSchema = (status: number, codes: readonly ProblemCode[]): JsonSchema =>
  bodyOf(
    `Body of a response ${status}. ${responses[status]![1]}`,
    { type: 'string', enum: [...new Set(codes.map((code) => problemCodes[code].type))] },
    { type: 'string', enum: [...codes] },
  );
