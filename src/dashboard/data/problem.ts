import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';

/** The error of a request, from the service or the network. */
export interface RequestProblem {
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** The service's error code, such as `not_permitted`; null without a response. */
  readonly code: string | null;
  readonly message: string;
  readonly requestId: string | null;
}

interface ReportedError {
  readonly message?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

const textOr = <T>(value: unknown, otherwise: T): string | T =>
  typeof value === 'string' ? value : otherwise;

/** Statuses by error code, for GraphQL errors in a 200 response. */
const statusOf: Readonly<Record<string, number>> = {
  invalid_api_key: 401,
  session_ended: 401,
  not_permitted: 403,
  second_factor_required: 403,
  resource_not_found: 404,
  rate_limited: 429,
};

function reported(error: ReportedError, status: number | null): RequestProblem {
  const code = textOr(error.extensions?.code, null);
  return {
    status: status ?? (code === null ? null : (statusOf[code] ?? null)),
    code,
    message: textOr(error.message, 'The request failed.'),
    requestId: textOr(error.extensions?.request_id, null),
  };
}

/** Reads the errors that the GraphQL client rejects with. */
export function problemOf(error: unknown): RequestProblem {
  if (CombinedGraphQLErrors.is(error)) return reported(error.errors[0] ?? {}, null);
  if (ServerError.is(error)) {
    try {
      const { errors = [] } = JSON.parse(error.bodyText) as { errors?: ReportedError[] };
      return reported(errors[0] ?? {}, error.statusCode);
    } catch {
      return reported({ message: `The service answered with status ${error.statusCode}.` }, error.statusCode);
    }
  }
  const isOffline = error instanceof TypeError || !navigator.onLine;
  const message = isOffline
    ? 'Can’t reach the service. Check your connection.'
    : error instanceof Error
      ? error.message
      : 'The request failed.';
  return { status: null, code: null, message, requestId: null };
}
