import http, { validateHeaderName, validateHeaderValue } from 'node:http';
import https from 'node:https';
import { requireOutgoingCalls } from '../../foundation/outgoing-calls.ts';
import type { OutgoingCalls } from '../../foundation/ports/outgoing-calls.ts';
import type { TargetRules } from '../../foundation/ports/target-rules.ts';
import { resolveTarget, TargetRefused } from '../../foundation/resolve-target.ts';
import { transportHeaders } from '../../webhook-endpoints/webhook-headers.ts';
import { describeFailure, type PostFailure } from './failures.ts';
import { type EndpointResponse, httpPost, PostFailed, type PostRequest } from './http-post.ts';

/** A webhook message to post. */
export interface WebhookMessage {
  readonly url: string;
  /** Transport headers such as `host` are ignored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of posting a message: any HTTP response, or the reason there was none. */
export type PostResult =
  | {
      readonly kind: 'response';
      readonly statusCode: number;
      /** The beginning of the response body, up to 4 KiB. */
      readonly responseBody: string;
      /** The raw `Retry-After` header. */
      readonly retryAfter: string | null;
      readonly durationMs: number;
    }
  | ({ readonly kind: 'no_response'; readonly durationMs: number } & PostFailure);

/** Posts messages to merchants. */
export interface WebhookSender {
  /** Rejects, with nothing sent, while no calls are made; and with the signal's reason if it aborts: whether the endpoint received the message is then unknown. */
  post(message: WebhookMessage, signal?: AbortSignal): Promise<PostResult>;
  /** Closes all connections, idle or in use. */
  close(): void;
}

export interface SenderOptions {
  readonly rules: TargetRules;
  /** Whether calls are made. */
  readonly outgoing: OutgoingCalls;
  /** Time-out from the DNS lookup to the end of the response; 15 seconds by default. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/**
 * Connections are pooled by address and host name, so none is reused for a message that resolves elsewhere. The
 * idle time-out is shorter than most servers'. Endpoints that share a host do not wait for each other here: each has its own
 * limit, and a process a total one.
 */
const poolOptions = Object.freeze({ keepAlive: true, maxSockets: 256, maxFreeSockets: 4, timeout: 4_000 });

/** Creates a sender that resolves and checks the target for each message, and follows no redirects. */
export function webhookSender({ outgoing, rules, timeoutMs = TIMEOUT_MS }: SenderOptions): WebhookSender {
  const agents = { 'http:': new http.Agent(poolOptions), 'https:': new https.Agent(poolOptions) };

  const send = async (message: WebhookMessage, signal: AbortSignal): Promise<EndpointResponse> => {
    const target = await unlessAborted(resolveTarget(message.url, rules), signal);
    const body = Buffer.from(message.body);
    const headers = requestHeaders(message.headers, target.url, body);
    const agent = agents[target.url.protocol as keyof typeof agents];
    return postOnLiveConnection({ target, headers, body, agent, signal });
  };

  return {
    async post(message, signal) {
      requireOutgoingCalls({ outgoing });
      const started = performance.now();
      const durationMs = () => Math.round(performance.now() - started);
      const deadline = AbortSignal.timeout(timeoutMs);
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
      try {
        const { statusCode, text, retryAfter } = await send(message, either);
        return { kind: 'response', statusCode, responseBody: text, retryAfter, durationMs: durationMs() };
      } catch (error) {
        signal?.throwIfAborted();
        const failure = deadline.aborted ? timedOut(timeoutMs) : failureOf(error);
        return { kind: 'no_response', ...failure, durationMs: durationMs() };
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/**
 * The headers of the request: the message's and the transport's. Omits headers that cannot be sent as one line. They
 * are validated when a merchant sets them, so this is a second line of defence: an invalid one must neither inject
 * another header nor block its delivery for good.
 */
function requestHeaders(
  messageHeaders: WebhookMessage['headers'],
  url: URL,
  body: Buffer,
): Record<string, string> {
  const sendable = Object.entries(messageHeaders).filter(
    ([name, value]) => !transportHeaders.has(name.toLowerCase()) && isSendable(name, value),
  );
  return {
    ...Object.fromEntries(sendable),
    host: url.host,
    'content-length': String(body.length),
    // Responses are not decompressed.
    'accept-encoding': 'identity',
  };
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Posts again, on a new connection, if the pooled one turns out to have been closed by the server. */
async function postOnLiveConnection(request: PostRequest): Promise<EndpointResponse> {
  try {
    return await httpPost(request);
  } catch (error) {
    if (!(error instanceof PostFailed && error.onClosedConnection)) throw error;
    request.signal.throwIfAborted();
    return httpPost({ ...request, agent: false });
  }
}

/** Rejects when the signal aborts, even if the work does not support it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const timedOut = (timeoutMs: number): PostFailure => ({
  error: 'timed_out',
  message: `No complete response arrived within ${timeoutMs / 1_000} s.`,
});

/** @throws the error itself if it is a defect rather than a failure to post. */
function failureOf(error: unknown): PostFailure {
  if (error instanceof PostFailed) return describeFailure(error.cause, error.stage);
  if (!(error instanceof TargetRefused)) throw error;
  return {
    error: error.reason === 'unresolved' ? 'unresolved' : 'target_refused',
    message: error.message,
  };
}
