import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { ExecutionResult } from 'graphql';
import { createHandler, type Request as StreamRequest } from 'graphql-sse';
import { Problem } from '../../core/foundation/errors.ts';
import type { KeyAuthentication } from '../../http/front-door/caller.ts';
import { noPlace } from '../../http/load/live-connection-limits.ts';
import type { Drain } from '../../http/requests/drain.ts';
import { requestIdOf } from '../../http/requests/request-log.ts';
import type { ErrorListener } from '../kit/errors.ts';
import { EventStream } from './event-stream.ts';
import { closings, LiveConnection } from './live-connection.ts';
import type { LiveConnections } from './live-connections.ts';

export interface EventStreamsParts
  extends Pick<KeyAuthentication, 'clientAddress' | 'contextFor' | 'credentialsOf'> {
  readonly connections: LiveConnections;
  readonly drain: Drain;
  readonly onError: ErrorListener;
}

export interface EventStreams {
  /**
   * Serves a request that accepts an event stream, once its body is parsed.
   *
   * @param bodyProblem The problem with the body, which is reported after one with the key.
   */
  serve(req: Request, res: Response, bodyProblem: unknown): Promise<void>;
  /** Ends every stream without completing it, which makes clients reconnect elsewhere. */
  stop(): void;
}

export const EVENT_STREAM = 'text/event-stream';

/**
 * Serves GraphQL subscriptions as server-sent events, in the protocol's mode of one request per operation. Its other
 * mode, in which operations share a reserved stream, needs all requests of a client to reach the same process; over
 * HTTP/2 or a WebSocket a client needs neither.
 */
export function eventStreams(parts: EventStreamsParts): EventStreams {
  const { clientAddress, connections, contextFor, credentialsOf, drain, onError } = parts;
  const open = new Set<EventStream>();
  const handle = createHandler<Request, EventStream>({
    // Without a token there is one operation per request.
    authenticate: () => null,
    onSubscribe: async ({ context: stream }, payload) => {
      const started = await connections.subscribe(stream.connection, '', payload);
      return stream.resultsUntilEnd('results' in started ? started.results : only({ errors: started }));
    },
    onNext: async (_context, { context: stream }, result) => {
      // A slow reader gets later states instead of a longer queue: the changes meanwhile are coalesced.
      await stream.readyForMore();
      if (!result.errors) return undefined;
      return { ...result, errors: connections.formatted(result.errors, stream.connection) as never };
    },
  });

  const serve = async (req: Request, res: Response, bodyProblem: unknown): Promise<void> => {
    if (drain.draining) throw noPlace();
    const stream = new EventStream(res, connections.limits.closingMs);
    const connection = new LiveConnection(stream, requestIdOf(res), clientAddress(req));
    stream.connection = connection;
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    await connections.admit(connection, credentialsOf(req));
    if (connection.caller === null) return;
    res.locals.ctx = contextFor(connection.caller, connection.requestId);
    if (bodyProblem !== undefined) throw bodyProblem;
    const [messages, { headers }] = await handle(streamRequest(req, stream));
    // graphql-sse refuses a request without a document, or with variables that are no object.
    if (messages === null || typeof messages === 'string') throw invalidRequest(messages);
    stream.once('close', () => connections.logEnd(connection, 'event stream', stream.closing?.[0] ?? null));
    res.setHeader('content-type', headers!['content-type']!);
    // No proxy may hold events back, to compress them or to fill a buffer.
    res.setHeader('cache-control', 'no-store, no-transform');
    res.setHeader('x-accel-buffering', 'no');
    await pipeline(stream.messagesUntilEnd(messages), res).catch((error: unknown) => {
      if (!isClosed(error)) onError(error, connection.requestId);
      res.destroy();
    });
  };

  return {
    serve,
    stop: () => {
      for (const stream of open) stream.end(closings.goingAway);
    },
  };
}

/** Whether a stream broke off because the client has left, or has been cut off. */
const isClosed = (error: unknown) =>
  /^(ERR_STREAM_|ECONNRESET$|EPIPE$)/.test(String((error as NodeJS.ErrnoException).code));

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/** The request as graphql-sse takes it, which compares the header `accept` with the one type it knows. */
function streamRequest(req: Request, context: EventStream): StreamRequest<Request, EventStream> {
  const { body, headers, method, url } = req;
  const get = (name: string) => (name === 'accept' ? EVENT_STREAM : (headers[name] as string | undefined));
  return { method, url, headers: { get }, body, raw: req, context };
}

function invalidRequest(answer: string | null): Problem {
  const { errors } = JSON.parse(answer ?? '{}') as { errors?: { message: string }[] };
  return new Problem('query_invalid', `${errors?.[0]?.message ?? 'The request is not valid'}.`);
}
