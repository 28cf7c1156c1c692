import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpLimits } from '../../config/limit-defaults.ts';
import { openConnections } from '../requests/drain.ts';

/** Interval of checking connections against the time limits. */
const CHECK_MS = 1_000;

/** The requests of a connection: how many there were, and which have no response yet. */
class RequestsOfConnection {
  total = 0;
  inFlight = 0;
  readonly waiting: [IncomingMessage, ServerResponse][] = [];
}

const requestsOf = new WeakMap<Socket, RequestsOfConnection>();

/**
 * Serves few requests of a connection at a time, and closes it after its last one. A client may send a thousand in one
 * packet and read no response (HTTP pipelining); Node hands all of them over at once, and each response would wait in
 * memory. Responses are sent in the order of the requests, so serving them in turn delays none.
 */
export function servedInTurn(
  listener: RequestListener,
  { requestsInFlight, requestsPerConnection, requestsWaiting }: HttpLimits,
): RequestListener {
  const serve = (of: RequestsOfConnection, req: IncomingMessage, res: ServerResponse) => {
    of.inFlight += 1;
    res.once('close', () => {
      of.inFlight -= 1;
      const next = of.waiting.shift();
      if (next && !req.socket.destroyed) serve(of, ...next);
    });
    listener(req, res);
  };
  return (req, res) => {
    const { socket } = req;
    // The rest of a packet is still handed over after its connection was cut off.
    if (socket.destroyed) return;
    let of = requestsOf.get(socket);
    if (!of) {
      of = new RequestsOfConnection();
      requestsOf.set(socket, of);
    }
    of.total += 1;
    // Node's `maxRequestsPerSocket` announces the end without closing, and sends an empty 503 for later requests. Those
    // may be sent again: no response has said that they were served.
    if (of.total > requestsPerConnection) return;
    if (of.total === requestsPerConnection) res.shouldKeepAlive = false;
    if (of.inFlight < requestsInFlight) serve(of, req, res);
    else if (of.waiting.length < requestsWaiting) of.waiting.push([req, res]);
    else {
      of.waiting.length = 0;
      socket.destroy();
    }
  };
}

/** The options of a server for the limits on the time that requests take to arrive. */
export const arrivalLimits = ({ headersMs, requestMs }: HttpLimits) => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: CHECK_MS,
});

/** Limits the connections of a server, and the time in which responses are read. */
export function limitConnections(server: Server, limits: HttpLimits): void {
  server.maxConnections = limits.connections;
  // Emitted after that time without a byte sent or received, and between requests after the keep-alive time.
  server.timeout = limits.answerReadMs;
  server.on('timeout', (socket: Socket) => {
    const isWorking = (requestsOf.get(socket)?.inFlight ?? 0) > 0;
    // While a request is being worked on, nothing may be sent for longer: only unread bytes count.
    if (isWorking && socket.writableLength === 0) socket.setTimeout(limits.answerReadMs);
    else socket.destroy();
  });
  const check = setInterval(() => cutSlowReaders(server, limits), CHECK_MS);
  check.unref();
  server.once('close', () => clearInterval(check));
}

/** Since when a connection has had unread bytes, and the number of bytes sent before. */
interface Lag {
  readonly sinceMs: number;
  readonly readBefore: number;
}

const lags = new WeakMap<Socket, Lag>();

/**
 * Cuts off clients that read continuously, but so slowly that they would hold a response in memory for hours. A
 * connection without unread bytes starts anew.
 */
function cutSlowReaders(server: Server, { answerReadMs, answerReadRate }: HttpLimits): void {
  const nowMs = performance.now();
  for (const socket of openConnections(server)) {
    const { bytesWritten, writableLength } = socket;
    if (writableLength === 0) {
      lags.delete(socket);
      continue;
    }
    const lag = lags.get(socket) ?? { sinceMs: nowMs, readBefore: bytesWritten - writableLength };
    lags.set(socket, lag);
    const allowedMs = answerReadMs + ((bytesWritten - lag.readBefore) / answerReadRate) * 1000;
    if (nowMs - lag.sinceMs > allowedMs) socket.destroy();
  }
}
