import { type DestinationStream, type Logger, pino } from 'pino';

/** Headers that hold secrets. No header is logged today; this guards a future log of whole requests. */
const secrets = ['api-key', 'authorization', 'cookie', 'set-cookie'];

/**
 * The service's log: JSON lines, to standard output by default.
 *
 * @param traceId The current trace, for each line.
 */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  traceId?: () => string | null,
): Logger {
  return pino(
    {
      level,
      base: null,
      ...(traceId ? { mixin: () => traced(traceId()) } : {}),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggedError },
      redact: secrets.flatMap((name) => [`*["${name}"]`, `*.headers["${name}"]`]),
    },
    destination,
  );
}

const traced = (traceId: string | null) => (traceId === null ? {} : { trace_id: traceId });

/** An error as it is logged. */
export interface LoggedError {
  readonly type: string;
  readonly message?: string;
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
  readonly stack: string;
  readonly cause?: LoggedError;
}

const CAUSES_MAX = 5;

/**
 * Serializes an error for the log. The message is left out where it may quote data: PostgreSQL quotes values, the
 * ORM whole statements, and `JSON.parse` the text it could not read.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' };
  const { code, table, constraint, sqlMessage, severity, originalError } = error as Error &
    Record<string, unknown>;
  // GraphQL wraps errors of resolvers and copies their message.
  if (originalError instanceof Error && depth < CAUSES_MAX) return loggedError(originalError, depth + 1);
  const quotesValues = severity !== undefined || sqlMessage !== undefined || error instanceof SyntaxError;
  return {
    type: error.constructor.name,
    ...(quotesValues ? {} : { message: error.message }),
    ...texts({ code, table, constraint }),
    stack: frames(error),
    ...(error.cause !== undefined && depth < CAUSES_MAX
      ? { cause: loggedError(error.cause, depth + 1) }
      : {}),
  };
}

/** The stack without its message, which precedes the frames and may span lines. */
function frames(error: Error): string {
  const lines = (error.stack ?? '').split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}

function texts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
