/** The families of errors that callers may need to distinguish. */
export type ProblemType =
  | 'invalid_request'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'rate_limit'
  | 'connector'
  | 'api';

interface CodeDescription {
  readonly status: number;
  readonly type: ProblemType;
  /** The code's meaning, in OpenAPI and docs/errors.md. */
  readonly about: string;
}

const code = (status: number, type: ProblemType, about: string): CodeDescription =>
  Object.freeze({ status, type, about });

/** Every error code. OpenAPI's error responses and docs/errors.md are generated from this table. */
export const problemCodes = Object.freeze({
  malformed_json: code(400, 'invalid_request', 'The body is not valid JSON.'),
  missing_parameter: code(400, 'invalid_request', 'A required parameter is missing.'),
  unknown_parameter: code(400, 'invalid_request', 'The operation has no such parameter.'),
  invalid_parameter: code(
    400,
    'invalid_request',
    'A parameter has the wrong type, range, length, format or value.',
  ),
  parameters_exclusive: code(400, 'invalid_request', 'Two parameters exclude each other.'),
  query_invalid: code(400, 'invalid_request', 'The GraphQL document is not valid against the schema.'),
  query_too_complex: code(
    400,
    'invalid_request',
    'The GraphQL document exceeds a limit on depth, aliases, tokens or cost, or its response would be too large; or unindexed filters take too long on a list.',
  ),
  invalid_api_key: code(401, 'authentication', 'The API key is missing, unknown, revoked or expired.'),
  session_ended: code(
    401,
    'authentication',
    "The person's session has expired or was revoked, and the request has no API key.",
  ),
  client_secret_invalid: code(401, 'authentication', 'The client secret does not belong to this object.'),
  client_secret_expired: code(401, 'authentication', 'The client secret has expired.'),
  wrong_key_kind: code(
    403,
    'permission',
    'The API key is valid, but this operation does not accept its kind.',
  ),
  not_permitted: code(
    403,
    'permission',
    'The role of the person, or the restricted API key, lacks the permission named in the message.',
  ),
  cross_site_request: code(
    403,
    'permission',
    "A page of another site sent the request with a person's session. Such pages need their own key.",
  ),
  address_not_allowed: code(
    403,
    'permission',
    'The API key is valid, but not allowed from this address; see its `allowedAddresses`.',
  ),
  second_factor_required: code(
    403,
    'permission',
    "The person's session has no second factor (an authenticator code, a backup code or a passkey), or not a recent one. The message explains how to provide it.",
  ),
  merchant_suspended: code(
    403,
    'permission',
    'The merchant account is suspended. It can still read, refund, cancel, respond to disputes and delete.',
  ),
  resource_not_found: code(404, 'not_found', 'The object does not exist, or belongs to another merchant.'),
  unknown_route: code(404, 'not_found', 'There is no operation at this path.'),
  method_not_allowed: code(405, 'invalid_request', 'The path does not support this method; see `Allow`.'),
  resource_already_exists: code(409, 'conflict', 'An object with this identifier already exists.'),
  unexpected_state: code(409, 'conflict', 'The status of the object does not allow the operation.'),
  idempotency_in_progress: code(409, 'conflict', 'A request with this idempotency key is still in progress.'),
  cursor_expired: code(
    410,
    'invalid_request',
    'The cursor is older than the retained updates. Read the page again.',
  ),
  body_too_large: code(
    413,
    'invalid_request',
    'The body exceeds the limit of the operation: 64 KiB, or 5 MB for a file.',
  ),
  unsupported_media_type: code(
    415,
    'invalid_request',
    'The body is not `application/json`, or not of a file type that the operation accepts.',
  ),
  idempotency_mismatch: code(422, 'invalid_request', 'The idempotency key was used for a different request.'),
  no_connector_available: code(
    422,
    'invalid_request',
    'No connector account is eligible for the payment or payout.',
  ),
  amount_exceeds_available: code(
    422,
    'invalid_request',
    'The amount exceeds the capturable or refundable amount.',
  ),
  mandate_exceeded: code(422, 'invalid_request', 'The charge exceeds the amount or currency of its mandate.'),
  mandate_inactive: code(
    422,
    'invalid_request',
    'The customer has not consented to be charged while absent, or the mandate is used, revoked or currently invalid.',
  ),
  blocked: code(
    422,
    'permission',
    'Blocked by a risk rule, by the blocklist, or by the protection against card testing. With `payment_id`, the payment was kept and has failed.',
  ),
  rate_limited: code(
    429,
    'rate_limit',
    'Too many requests with a key, or too many failed attempts; see `Retry-After`.',
  ),
  connector_unreachable: code(502, 'connector', 'The connector could not be reached.'),
  connector_unavailable: code(
    503,
    'connector',
    'No connector account is currently reachable; see `Retry-After`.',
  ),
  outgoing_calls_off: code(
    503,
    'api',
    'The database was restored or copied, and its outgoing calls are off until an operator runs `switchyard database original`.',
  ),
  overloaded: code(503, 'api', 'The service is overloaded; see `Retry-After`.'),
  database_unavailable: code(503, 'api', 'The database cannot be reached; see `Retry-After`.'),
  storage_unavailable: code(
    503,
    'api',
    'The file store is unreachable or refused the request; see `Retry-After`.',
  ),
  internal_error: code(500, 'api', 'An unexpected error. The log contains it under the request identifier.'),
});

export type ProblemCode = keyof typeof problemCodes;

/** A bad parameter. `param` is its path in the request, such as `billing.address.country`. */
export interface ParameterProblem {
  readonly param: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/**
 * An error to report to the caller. Its message says how to fix the request and never quotes a value from it: any value
 * might be a card number or a secret in the wrong place.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly param: string | null;
  /** All invalid parameters, if there is more than one. */
  readonly parameters: readonly ParameterProblem[];
  /** The payment that a refused confirmation left failed; null if the refusal changed nothing. */
  readonly paymentId: string | null;
  /** Whether it repeats the stored response of an earlier request with the same idempotency key. */
  readonly isReplayed: boolean;
  /** The `Retry-After` header, in seconds. */
  readonly retryAfterS: number | null;
  /**
   * Reason, for the request's line in the log only; the response does not contain it. A problem with a reason is not
   * a defect.
   */
  readonly reason: string | null;

  constructor(
    code: ProblemCode,
    message: string,
    details: {
      param?: string;
      parameters?: readonly ParameterProblem[];
      paymentId?: string;
      isReplayed?: boolean;
      retryAfterS?: number;
      reason?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.param = details.param ?? null;
    this.parameters = details.parameters ?? [];
    this.paymentId = details.paymentId ?? null;
    this.isReplayed = details.isReplayed ?? false;
    this.retryAfterS = details.retryAfterS ?? null;
    this.reason = details.reason ?? null;
  }

  get status(): number {
    return problemCodes[this.code].status;
  }

  get type(): ProblemType {
    return problemCodes[this.code].type;
  }
}

/** The problem for one or more invalid parameters: reports the first, and lists all if there is more than one. */
export function parametersProblem(parameters: readonly ParameterProblem[]): Problem {
  const [first] = parameters;
  if (!first) throw new Error('A parameter problem needs a parameter.');
  return new Problem(first.code, first.message, {
    param: first.param,
    parameters: parameters.length > 1 ? parameters : [],
  });
}

/** The problem for a parameter with a bad value. */
export const invalidParameter = (param: string, message: string): Problem =>
  new Problem('invalid_parameter', message, { param });

/** The problem for a confirmation with an outdated value of an object, which may have changed meanwhile. */
export const changedMeanwhile = (noun: string, param: string): Problem =>
  new Problem(
    'unexpected_state',
    `${param} does not match the ${noun}, which may have changed meanwhile. Nothing was done: read the ${noun}, show its current values, and confirm again.`,
    { param },
  );

/** The problem for a missing object; also required for another merchant's object. */
export function notFound(noun: string, param?: string): Problem {
  return new Problem('resource_not_found', `No such ${noun}.`, param === undefined ? {} : { param });
}
