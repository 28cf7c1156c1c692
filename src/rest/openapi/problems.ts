import { type ProblemCode, type ProblemType, problemCodes } from '../../core/foundation/errors.ts';
import type { JsonSchema } from '../../core/model/json-schema.ts';
import { type Operation, pathNames } from '../operation/operation.ts';

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
const everyWrite: readonly ProblemCode[] = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'idempotency_in_progress',
  'idempotency_mismatch',
];

const reasons: Readonly<Record<number, string>> = Object.freeze({
  400: 'The request is wrong.',
  401: 'The key or the client secret is not accepted.',
  403: 'The key does not allow this.',
  404: 'There is no such object.',
  409: 'The request conflicts with how things stand.',
  413: 'The body is too large.',
  415: 'The body is of the wrong type.',
  422: 'The request is understood but cannot be followed.',
  429: 'There are too many requests.',
  500: 'Something went wrong on our side.',
  502: 'A connector could not be reached.',
  503: 'The service cannot answer for the moment.',
});

/** What tells when to try again. */
const RETRYABLE = new Set([409, 429, 503]);
const ALWAYS_TOLD = new Set([429, 503]);

/** The error codes that an operation may answer, in the order of their table. */
export function codesOf(operation: Operation): ProblemCode[] {
  const input = [operation.query, operation.body].filter((target) => target !== undefined);
  const codes = new Set<ProblemCode>([
    ...everyOperation,
    ...(operation.method === 'post' ? everyWrite : []),
    ...(pathNames(operation.path).length > 0 ? (['resource_not_found'] as const) : []),
    ...(input.length > 0 ? (['missing_parameter'] as const) : []),
    ...(operation.problems ?? []),
  ]);
  return (Object.keys(problemCodes) as ProblemCode[]).filter((code) => codes.has(code));
}

/**
 * Collects the error responses of a document: operations that may answer the same codes with a status mention
 * one response, whose name is made of them.
 */
export class ProblemResponses {
  readonly responses: Record<string, object> = {};
  readonly examples: Record<string, object> = {};

  /** An operation's error responses by status. */
  of(operation: Operation): Record<string, { $ref: string }> {
    const byStatus = Map.groupBy(codesOf(operation), (code) => problemCodes[code].status);
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(statuses.map(([status, codes]) => [`${status}`, this.#mention(status, codes)]));
  }

  #mention(status: number, codes: readonly ProblemCode[]): { $ref: string } {
    const name = [status, ...codes].join('.');
    this.responses[name] ??= problemResponse(status, codes);
    for (const code of codes) this.examples[code] ??= problemExample(code);
    return { $ref: `#/components/responses/${name}` };
  }
}

function problemResponse(status: number, codes: readonly ProblemCode[]): object {
  const told = codes.map((code) => `- \`${code}\`: ${problemCodes[code].about}`);
  return {
    description: [reasons[status] ?? 'The request failed.', '', ...told].join('\n'),
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(ALWAYS_TOLD.has(status) ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
      ...(RETRYABLE.has(status) && !ALWAYS_TOLD.has(status)
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

/** Parameters that the examples of errors about parameters name. */
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
  description: 'What is wrong with one parameter.',
  type: 'object',
  properties: {
    param: { description: 'Its path in the request, such as `billing.address.country`.', type: 'string' },
    code: { description: 'What is wrong with it, for programs.', type: 'string' },
    message: { description: 'What is wrong with it, for people.', type: 'string' },
  },
  required: ['param', 'code', 'message'],
  additionalProperties: false,
};

/** What every error is answered with. */
export const errorSchema: JsonSchema = {
  description: 'What every error is answered with. No value that was sent is ever repeated in it.',
  type: 'object',
  properties: {
    error: {
      description: 'The error.',
      type: 'object',
      properties: {
        type: { description: 'The family of the error.', type: 'string', enum: [...problemTypes] },
        code: { description: 'The error, for programs.', type: 'string', enum: Object.keys(problemCodes) },
        message: { description: 'The error for people, and how to mend it.', type: 'string' },
        param: {
          description: 'The parameter at fault, the first of several; null when it is none.',
          type: ['string', 'null'],
        },
        request_id: {
          description: 'The identifier of the request, as in the header `x-request-id`.',
          type: 'string',
        },
        errors: {
          description: 'Every bad parameter, when there are several.',
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
