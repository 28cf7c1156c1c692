import { type DestinationStream, type Logger, pino } from 'pino';
import { maskedText } from '../../core/foundation/mask-text.ts';

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

/** The logged form of an error. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  /** Of PostgreSQL: the SQLSTATE. */
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  /** The function of PostgreSQL's source that reported it. */
  readonly routine?: string;
  readonly stack: string;
  readonly cause?: LoggedError;
  /** Of an error that stands for several: the first of them. */
  readonly errors?: readonly LoggedError[];
}

const CAUSES_MAX = 5;
const ERRORS_MAX = 5;
const MESSAGE_MAX = 500;

/**
 * Serializes an error for the log, without the values that it is about: PostgreSQL quotes them in its message, and has whole
 * rows in `detail` and `where`; the ORM quotes them too, and so do JavaScript's own errors.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, table, column, constraint, routine, originalError } = error as Error &
    Record<string, unknown>;
  // GraphQL wraps errors of resolvers and copies their message.
  if (originalError instanceof Error && depth < CAUSES_MAX) return loggedError(originalError, depth + 1);
  const several = error instanceof AggregateError ? error.errors.slice(0, ERRORS_MAX) : [];
  return {
    type: error.constructor.name,
    message: maskedText(messageOf(error)).slice(0, MESSAGE_MAX),
    ...texts({ code, table, column, constraint, routine }),
    stack: frames(error),
    ...(error.cause !== undefined && depth < CAUSES_MAX
      ? { cause: loggedError(error.cause, depth + 1) }
      : {}),
    ...(several.length > 0 && depth < CAUSES_MAX
      ? { errors: several.map((each) => loggedError(each, depth + 1)) }
      : {}),
  };
}

/** The message of an error without values. The service's own messages hold none. */
function messageOf(error: Error): string {
  const { code, getEntity, message, severity, sqlMessage } = error as Error & Record<string, unknown>;
  if (severity !== undefined || sqlMessage !== undefined)
    return databaseMessage(String(code), String(sqlMessage ?? message));
  const isEngines = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  const isForeign = isEngines || ['DOMException', 'GraphQLError'].includes(error.constructor.name);
  const isOrms = typeof getEntity === 'function';
  if (!isForeign && !isOrms && !String(code).startsWith('ERR_')) return String(message);
  return foreignMessage(String(message));
}

/** States whose messages name tables, columns and the like: violated constraints, and errors in a statement itself. */
const namingState = /^(23|42)(?!60[12])/;
/** Words, and names in double quotes, but neither numbers nor texts. */
const namesAlone = /^[A-Za-z ,.:;()[\]=<>-]*("[a-z_][\w.$]*"[A-Za-z ,.:;()[\]=<>-]*)*$/;

const databaseMessage = (state: string, message: string): string =>
  namingState.test(state) && namesAlone.test(message) ? message : beforeValues(message);

/** Messages of JavaScript and Node.js that name only parts of the program. */
const harmless =
  /^(Cannot (read|set) properties of (undefined|null) \((reading|setting) '[\w$#]+'\)$|[A-Za-z_$][\w.$]*(\(\.{3}\))?(\.\w+)* is not (a function|iterable|defined)$|The "[\w.]+" (argument|property) must be [^']*?(?=\. Received)|Cannot return null for non-nullable field [\w.]+\.$)/;

/** How messages of JavaScript begin that do not begin with a value. */
const begins =
  /^(Bad|Cannot|Do not|Expected|Illegal|Incorrect|Invalid|Maximum|Missing|No|Trying|Unexpected|Unterminated)\b/;

const foreignMessage = (message: string): string =>
  harmless.exec(message)?.[0] ?? (begins.test(message) ? beforeValues(message) : '…');

/** A message up to a possible value: a quote, number or bracket, or the words after a colon or a verb such as `got`. */
function beforeValues(message: string): string {
  const [before] = /^(Cannot (convert|use)\b|[A-Za-z ,.-]*)/.exec(message)!;
  return before === message ? message : `${before.trimEnd()} …`.trimStart();
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
