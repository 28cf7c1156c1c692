import {
  type ConnectorFailure,
  NotSentError,
  type Outcome,
  UnansweredError,
} from '../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from './connector-setup.ts';

/** A request that is not sent, because the vendor or its connector does not take it: the call has failed. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError';

  constructor(
    /** As in the connector's error table. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A response, or an event, has a value that cannot be read. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}

/** The errors of a vendor's package or transport, in the terms of the core. */
export interface VendorErrors {
  /** The failure that an error proves: the vendor refused the request, and did nothing. Null for any other error. */
  failureOf(error: unknown): ConnectorFailure | null;
  /** An error of the network or the vendor without its details; null for an error of our own. */
  unansweredOf(error: unknown): Error | null;
}

/** One request to the vendor that acts, and the reading of its response. */
export interface Exchange<Answer> {
  /** Translates the request and sends it. Requests that move nothing, such as for a token, come before. */
  readonly ask: () => Promise<Answer>;
  /** Translates the response. Further requests of the same call, each a separate exchange, belong here. */
  readonly read: (answer: Answer) => Outcome | Promise<Outcome>;
  /** The vendor's identifier, as in the outcome. It is kept even if nothing else can be read. */
  readonly idOf?: (answer: Answer) => unknown;
}

/**
 * Makes a request that moves money. Only `ask` can end the call as failed or as not sent: once the vendor has answered,
 * any error of `read` makes the outcome `unknown`, and the call is looked up.
 *
 * @throws {NotSentError} if the vendor was certainly not reached.
 * @throws {UnansweredError} if the effect is unknown.
 *
 * @example
 * ```ts
 * exchange(setup, acmeErrors, {
 *   ask: () => acme.refunds.create({ amount: amounts.toVendor(request) }),
 *   read: ({ amount, id }) => ({ kind: 'succeeded', connectorTransactionId: id, moved: amounts.fromVendor(amount, 'EUR') }),
 *   idOf: ({ id }) => id,
 * });
 * ```
 */
export async function exchange<Answer>(
  { warn }: Pick<ConnectorSetup, 'warn'>,
  errors: VendorErrors,
  { ask, idOf, read }: Exchange<Answer>,
): Promise<Outcome> {
  let answer: Answer;
  try {
    answer = await ask();
  } catch (error) {
    const failure = error instanceof RefusedRequestError ? failureOf(error) : errors.failureOf(error);
    if (failure) return failure;
    throw errors.unansweredOf(error) ?? error;
  }
  try {
    return await read(answer);
  } catch (error) {
    if (isAbort(error)) throw error;
    const unanswered = isUnanswered(error) ? error : errors.unansweredOf(error);
    // This request was not sent or was refused, but an earlier one acted.
    if (unanswered) throw new UnansweredError(unanswered.message);
    warn({ error: describe(error) }, "The vendor's answer could not be read. The call is looked up.");
    const id = idIn(answer, idOf);
    return { kind: 'unknown', reason: 'unreadable', ...(id ? { connectorTransactionId: id } : {}) };
  }
}

const failureOf = ({ code, message }: RefusedRequestError): ConnectorFailure => ({
  kind: 'failed',
  code,
  message,
});

const isUnanswered = (error: unknown): error is Error =>
  error instanceof UnansweredError || error instanceof NotSentError;

/** The deadline's error. */
const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');

/** Only the service's own messages are repeated: the runtime's may quote the response. */
const describe = (error: unknown): string =>
  error instanceof UnreadableAnswerError ? error.message : ((error as Error | null)?.name ?? 'unknown');

function idIn<Answer>(answer: Answer, idOf: Exchange<Answer>['idOf']): string | null {
  try {
    const id = idOf?.(answer);
    return typeof id === 'string' && id !== '' ? id : null;
  } catch {
    return null;
  }
}

/**
 * A value stored beside an outcome, such as a fee: left out with a warning if it cannot be read.
 *
 * @param name Names it in the warning.
 */
export function readBeside<T extends object>(
  { warn }: Pick<ConnectorSetup, 'warn'>,
  name: string,
  read: () => T,
): Partial<T> {
  try {
    return read();
  } catch (error) {
    warn({ member: name, error: describe(error) }, "A part of the vendor's answer could not be read.");
    return {};
  }
}

/**
 * The outcomes that an event reports; none, with a warning, if a value of it cannot be read. A redelivery would have
 * the same value, so the event is acknowledged, later events follow, and a call that it concerns is looked up.
 *
 * @param name The vendor's name of the event.
 */
export async function readEvent<T>(
  { warn }: Pick<ConnectorSetup, 'warn'>,
  name: string,
  read: () => readonly T[] | Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableAnswerError)) throw error;
    warn({ event: name, error: error.message }, 'An event of the vendor could not be read.');
    return [];
  }
}

/** System error codes of connections that were never established: nothing was sent. */
const neverConnected: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The error of a request that `fetch` rejected, without its details.
 *
 * @param error `fetch`'s own, whose cause has the system's code.
 */
export function connectionError(vendor: string, error: unknown): NotSentError | UnansweredError {
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && neverConnected.has(code)
    ? new NotSentError(`${vendor} could not be reached: ${code}.`)
    : new UnansweredError(`The connection to ${vendor} broke${typeof code === 'string' ? `: ${code}` : ''}.`);
}
