import { Problem } from '../core/foundation/errors.ts';

/** Suggested delay before a retry, in seconds. */
const RETRY_AFTER_S = 1;

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // The server is starting up, shutting down or out of connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // The database, the role or its password does not exist (any more).
  '3D000',
  '28000',
  '28P01',
]);
/** Class 08 of SQLSTATE: connection exceptions. */
const connectionException = /^08[0-9A-Z]{3}$/;
/** Errors that pg and its pool report without a code. */
const poolMessages = /^(timeout exceeded when trying to connect|Connection terminated|Cannot use a pool)/;

/** Statement and lock timeouts, serialization failures and deadlocks. */
const overloaded = new Set(['57014', '55P03', '40001', '40P01']);

/** The problem for a database failure that a retry may get past; undefined for any other error. */
export function databaseProblem(error: unknown): Problem | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = String((cause as { code?: unknown }).code ?? '');
    if (overloaded.has(code)) {
      return new Problem('overloaded', 'The service is busy. Try again shortly.', {
        retryAfterS: RETRY_AFTER_S,
        cause: error,
      });
    }
    if (unreachable.has(code) || connectionException.test(code) || poolMessages.test(cause.message)) {
      return new Problem('database_unavailable', 'The database cannot be reached. Try again shortly.', {
        retryAfterS: RETRY_AFTER_S,
        cause: error,
      });
    }
  }
  return undefined;
}
