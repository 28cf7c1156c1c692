/** Body of an error response. */
export interface ErrorBody {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param: string | null;
    readonly request_id: string;
    readonly errors?: readonly BadParameter[];
  };
}

/** Problem with one parameter. */
export interface BadParameter {
  /** Path of the parameter, such as `billing.address.country`. */
  readonly param: string;
  readonly code: string;
  readonly message: string;
}

/** Whether a response's body is the service's, not a proxy's. */
export const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  typeof (body as { error?: { code?: unknown } }).error?.code === 'string';

/** An error response of the service. A declined payment is not an error: its `status` is `failed`. */
export class ResponseError extends Error {
  override readonly name = 'SwitchyardError';
  /** HTTP status. */
  readonly status: number;
  /** Category, such as `invalid_request`. */
  readonly type: string;
  /** The stable error code, as listed in `docs/errors.md`; `unreadable` if the response is not the service's. */
  readonly code: string;
  /** The invalid parameter; the first of several. */
  readonly param: string | null;
  /** All invalid parameters, if several. */
  readonly errors: readonly BadParameter[];
  /** Identifies the request for the service's operator. */
  readonly requestId: string | null;
  /** Seconds after which the request may be repeated, if the response has them. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: unknown, options?: ErrorOptions) {
    const error = isErrorBody(body) ? body.error : undefined;
    super(error?.message ?? `The response has status ${response.status} and is not the service's.`, options);
    this.status = response.status;
    this.type = error?.type ?? 'api';
    this.code = error?.code ?? 'unreadable';
    this.param = error?.param ?? null;
    this.errors = error?.errors ?? [];
    this.requestId = error?.request_id ?? response.headers.get('x-request-id');
    this.retryAfter = secondsOf(response.headers.get('retry-after'));
  }
}

/** No response after all attempts: the service was unreachable, or did not respond in time. */
export class SwitchyardConnectionError extends Error {
  override readonly name = 'SwitchyardConnectionError';
}

/**
 * The seconds of a `Retry-After` header, a number or a date; null without it.
 *
 * @param now Milliseconds since 1970.
 */
export function secondsOf(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
