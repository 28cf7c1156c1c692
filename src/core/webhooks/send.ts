import http from 'node:http';
import https from 'node:https';
import type { TargetRules } from '../foundation/webhook-targets.ts';
import { aim, TargetRefused } from '../webhook-endpoints/target.ts';
import { type Fault, faultOf, type PostFailure } from './failures.ts';
import { type EndpointResponse, type Exchange, ExchangeFailed, httpPost } from './http-post.ts';
import { messageHeaders } from './message-headers.ts';

/** What is posted, and where. */
export interface Message {
  readonly url: string;
  /** Headers that say how a message is carried, such as `host`, are not taken from here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of posting a message. */
export type Posted =
  | {
      readonly kind: 'answered';
      readonly statusCode: number;
      /** The beginning of the answer's body, up to 4 KiB. */
      readonly answer: string;
      /** The header of this name, as it came. */
      readonly retryAfter: string | null;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'unanswered';
      readonly error: PostFailure;
      /** A sentence for people; nothing of the URL's path, nor of the message, is in it. */
      readonly message: string;
      readonly durationMs: number;
    };

/** Posts messages to merchants. */
export interface Sender {
  /** Rejects with the reason of the signal when that is aborted: what came of the message is not known then. */
  post(message: Message, signal?: AbortSignal): Promise<Posted>;
  /** Closes the connections that are kept, and those in use. */
  close(): void;
}

export interface SenderOptions {
  readonly rules: TargetRules;
  /** How long a message may take from looking up its host to the end of the answer; 15 seconds unless given. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/**
 * How connections are kept for the next message. They are kept by address and host name, so none serves a
 * message that was aimed elsewhere. One that is idle is closed sooner than most servers would close it.
 */
const connections = Object.freeze({ keepAlive: true, maxSockets: 64, maxFreeSockets: 4, timeout: 4_000 });

/** A sender that looks anew for each message where it goes, and goes only where the rules allow: no redirects. */
export function webhookSender({ rules, timeoutMs = TIMEOUT_MS }: SenderOptions): Sender {
  const agents = { 'http:': new http.Agent(connections), 'https:': new https.Agent(connections) };

  const send = async (message: Message, signal: AbortSignal): Promise<EndpointResponse> => {
    const target = await unlessAborted(aim(message.url, rules), signal);
    const body = Buffer.from(message.body);
    const headers = messageHeaders(message.headers, target.url, body);
    const agent = agents[target.url.protocol as keyof typeof agents];
    return exchangeAnew({ target, headers, body, agent, signal });
  };

  return {
    async post(message, signal) {
      const started = performance.now();
      const durationMs = () => Math.round(performance.now() - started);
      const deadline = AbortSignal.timeout(timeoutMs);
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
      try {
        const { statusCode, text, retryAfter } = await send(message, either);
        return { kind: 'answered', statusCode, answer: text, retryAfter, durationMs: durationMs() };
      } catch (error) {
        signal?.throwIfAborted();
        const fault = deadline.aborted ? late(timeoutMs) : faultIn(error);
        return { kind: 'unanswered', ...fault, durationMs: durationMs() };
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Sends a request once more, on a new connection, where the one that was kept had been closed meanwhile. */
async function exchangeAnew(request: Exchange): Promise<EndpointResponse> {
  try {
    return await httpPost(request);
  } catch (error) {
    if (!(error instanceof ExchangeFailed && error.onClosedConnection)) throw error;
    request.signal.throwIfAborted();
    return httpPost({ ...request, agent: false });
  }
}

/** Rejects when the signal is aborted, whether or not the work minds. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const late = (timeoutMs: number): Fault => ({
  error: 'timed_out',
  message: `There was no whole answer within ${timeoutMs / 1_000} s.`,
});

/** @throws what is no failure of sending, but a fault of ours. */
function faultIn(error: unknown): Fault {
  if (error instanceof ExchangeFailed) return faultOf(error.cause, error.stage);
  if (!(error instanceof TargetRefused)) throw error;
  return {
    error: error.reason === 'unresolved' ? 'unresolved' : 'target_refused',
    message: error.message,
  };
}
