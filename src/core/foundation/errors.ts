/** The families of error a caller may have to tell apart. */
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
  readonly about: string;
}

const code = (status: number, type: ProblemType, about: string): CodeDescription =>
  Object.freeze({ status, type, about });

/** Every error code, in one table. OpenAPI and the README are made from it. */
export const problemCodes = Object.freeze({
  malformed_json: code(400, 'invalid_request', 'The body is not JSON.'),
  missing_parameter: code(400, 'invalid_request', 'A parameter that is required was not given.'),
  unknown_parameter: code(400, 'invalid_request', 'A parameter was given that the operation does not take.'),
  invalid_parameter: code(
    400,
    'invalid_request',
    'A parameter has the wrong type, range, length, format or value.',
  ),
  parameters_exclusive: code(400, 'invalid_request', 'Two parameters were given that exclude each other.'),
  query_invalid: code(400, 'invalid_request', 'The GraphQL document does not fit the schema.'),
  query_too_complex: code(
    400,
    'invalid_request',
    'The GraphQL document exceeds a limit on depth, aliases, tokens or cost.',
  ),
  invalid_api_key: code(401, 'authentication', 'No key, or one that is unknown, revoked or expired.'),
  client_secret_invalid: code(401, 'authentication', 'The client secret is not the one of this object.'),
  client_secret_expired: code(401, 'authentication', 'The client secret is older than the session may be.'),
  wrong_key_kind: code(
    403,
    'permission',
    'The key is good, but of a kind that this operation does not take.',
  ),
  resource_not_found: code(404, 'not_found', 'There is no such object, or it belongs to another merchant.'),
  unknown_route: code(404, 'not_found', 'There is no operation at this path.'),
  method_not_allowed: code(405, 'invalid_request', 'The path takes other methods; see `Allow`.'),
  resource_already_exists: code(409, 'conflict', 'The identifier is taken.'),
  unexpected_state: code(409, 'conflict', 'The object is in a state that does not allow the operation.'),
  idempotency_in_progress: code(409, 'conflict', 'A request with this idempotency key is being worked on.'),
  cursor_expired: code(410, 'invalid_request', 'Updates are not kept for as long as this cursor is old.'),
  body_too_large: code(413, 'invalid_request', 'The body is larger than 64 KiB.'),
  unsupported_media_type: code(415, 'invalid_request', 'The body is not `application/json`.'),
  idempotency_mismatch: code(422, 'invalid_request', 'The idempotency key was used with another request.'),
  no_connector_available: code(
    422,
    'invalid_request',
    'No connector account can take the payment or payout.',
  ),
  amount_exceeds_available: code(422, 'invalid_request', 'The amount is more than there is.'),
  blocked: code(422, 'permission', 'Refused by the card-testing guard.'),
  rate_limited: code(429, 'rate_limit', 'Too many requests; see `Retry-After`.'),
  connector_unreachable: code(502, 'connector', 'The connector could not be reached.'),
  overloaded: code(503, 'api', 'The service has more to do than it can; see `Retry-After`.'),
  database_unavailable: code(503, 'api', 'The database cannot be reached; see `Retry-After`.'),
  internal_error: code(500, 'api', 'Something went wrong on our side. The request id finds it in our logs.'),
});

export type ProblemCode = keyof typeof problemCodes;

/** What is wrong with one parameter. `param` is its path in the request, such as `billing.address.country`. */
export interface ParameterProblem {
  readonly param: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/**
 * An error that a caller is meant to see. Its message says how to mend it and never repeats a value the
 * caller sent: any value may be a card number or a secret in the wrong place.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly param: string | null;
  /** Every bad parameter, where there are several. */
  readonly parameters: readonly ParameterProblem[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS: number | null;

  constructor(
    code: ProblemCode,
    message: string,
    details: {
      param?: string;
      parameters?: readonly ParameterProblem[];
      retryAfterS?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.param = details.param ?? null;
    this.parameters = details.parameters ?? [];
    this.retryAfterS = details.retryAfterS ?? null;
  }

  get status(): number {
    return problemCodes[this.code].status;
  }

  get type(): ProblemType {
    return problemCodes[this.code].type;
  }
}

/** The problem of a request with one or more bad parameters: the first leads, all are listed. */
export function parametersProblem(parameters: readonly ParameterProblem[]): Problem {
  const [first] = parameters;
  if (!first) throw new Error('A parameter problem needs a parameter.');
  return new Problem(first.code, first.message, {
    param: first.param,
    parameters: parameters.length > 1 ? parameters : [],
  });
}

/** A parameter whose value is not acceptable. */
export const invalidParameter = (param: string, message: string): Problem =>
  new Problem('invalid_parameter', message, { param });

/** The same answer for an object that does not exist and for another merchant's. */
export function notFound(noun: string, param?: string): Problem {
  return new Problem('resource_not_found', `No such ${noun}.`, param === undefined ? {} : { param });
}
