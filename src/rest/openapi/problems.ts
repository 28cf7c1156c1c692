import { type ProblemCode, type ProblemType, problemCodes } from '../../core/foundation/errors.ts';
import { type JsonSchema, openEnumeration } from '../../core/model/json-schema.ts';
import { type Operation, pathNames } from '../operation.ts';
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

const reasons: Readonly<Record<number, string>> = Object.freeze({
  400: 'Invalid request.',
  401: 'Invalid API key or client secret.',
  403: 'The API key does not permit this operation.',
  404: 'Not found.',
  409: 'The request conflicts with the current state.',
  413: 'Request body too large.',
  415: 'Unsupported content type.',
  422: 'The request is valid but cannot be carried out.',
  429: 'Too many requests.',
  500: 'Internal error.',
  502: 'The connector could not be reached.',
  503: 'Temporarily unavailable.',
});

/** Statuses that may carry `Retry-After`, and those that always do. */
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
    ...(operation.method === 'post' ? everyBody : []),
    ...(operation.method === 'get' ? [] : everyWrite),
    ...(pathNames(operation.path).length > 0 ? (['resource_not_found'] as const) : []),
    ...(input.length > 0 ? (['missing_parameter'] as const) : []),
    ...(operation.problems ?? []),
  ]);
  return (Object.keys(problemCodes) as ProblemCode[]).filter((code) => codes.has(code));
}

/**
 * Collects the error responses of a document. Operations that return the same codes with a status share one
 * response, named after its codes.
 */
export class ProblemResponses {
  readonly responses: Record<string, object> = {};
  readonly examples: Record<string, object> = {};

  /** Error responses of an operation by status. */
  of(operation: Operation): Record<string, { $ref: string }> {
    const byStatus = Map.groupBy(codesOf(operation), (code) => problemCodes[code].status);
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(statuses.map(([status, codes]) => [`${status}`, this.#mention(status, codes)]));
  }

  #mention(status: number, codes: readonly ProblemCode[]): { $ref: string } {
    const name = codes.map(pascalCase).join('Or');
    this.responses[name] ??= problemResponse(status, codes);
    for (const code of codes) this.examples[code] ??= problemExample(code);
    return { $ref: `#/components/responses/${name}` };
  }
}

/** `rate_limited` → `RateLimited`: code generators make types of these names. */
const pascalCase = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function problemResponse(status: number, codes: readonly ProblemCode[]): object {
  const list = codes.map((code) => `- \`${code}\`: ${problemCodes[code].about}`);
  return {
    description: [reasons[status] ?? 'The request failed.', '', ...list].join('\n'),
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
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
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            {
              type: 'object',
              properties: {
                error: {
                  type: 'object',
                  properties: { code: { enum: [...codes] } },
                  additionalProperties: true,
                },
              },
            },
          ],
        },
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

const problemTypes: readonly ProblemType[] = [
  ...new Set(Object.values(problemCodes).map(({ type }) => type)),
];

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

/** Body of every error response. */
export const errorSchema: JsonSchema = {
  description: 'Body of every error response. It never echoes values from the request.',
  type: 'object',
  properties: {
    error: {
      description: 'The error.',
      type: 'object',
      properties: {
        type: { description: 'Error category.', ...openEnumeration(problemTypes) },
        code: { description: 'Machine-readable error code.', ...openEnumeration(Object.keys(problemCodes)) },
        message: { description: 'Human-readable explanation and how to fix the request.', type: 'string' },
        param: {
          description: 'Invalid parameter, the first if there are several; null if no parameter is at fault.',
          type: ['string', 'null'],
        },
        request_id: {
          description: 'Identifier of the request, as in the `x-request-id` header.',
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
};
