import type { Caller } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import { networkOf } from '../requests/client-address.ts';

/** Limits on live connections, per process: two processes behind a load balancer allow twice as much. */
export const subscriptionLimits = Object.freeze({
  /** Connections per key. A dashboard needs one for each of its open windows, or an event stream for each list. */
  connectionsPerKey: 100,
  /** All connections that have authenticated. Each costs some 50 KB. */
  connections: 2_000,
  /** Connections that have not authenticated yet; with more, the oldest of the address with most is cut off. */
  keylessConnections: 500,
  /** Of them, those from one address. Behind a proxy that `TRUST_PROXY` does not name, that is all of them. */
  keylessPerAddress: 100,
  /** Subscriptions per connection. A page follows a few lists and the objects opened from them. */
  subscriptionsPerConnection: 20,
  /** Subscriptions per key. Each reads the objects it sends by its own query. */
  subscriptionsPerKey: 100,
  /** Bytes of an incoming message: the same as of an HTTP request body. */
  messageBytes: 64 * 1024,
  /** Time to authenticate after connecting. */
  initMs: 5_000,
  /**
   * Interval of WebSocket pings; graphql-sse sends event streams a comment every 12 seconds. A peer that has not
   * responded by the next one is disconnected.
   */
  keepAliveMs: 15_000,
  /** Interval at which keys are checked again. Revocations are announced, expiry and lost announcements are not. */
  keyCheckMs: 60_000,
  /** Outgoing bytes buffered per WebSocket before it is closed. Nothing is lost: it resumes after its cursor. */
  backlogBytes: 1024 * 1024,
  /**
   * Time for a client to read a message from a WebSocket. Event streams are subject to the limits on HTTP responses.
   */
  stallMs: 15_000,
  /** Time for a peer to complete the closing handshake, or to read the end of an event stream. */
  closingMs: 2_000,
});

export type SubscriptionLimits = { readonly [Name in keyof typeof subscriptionLimits]: number };

/** Counts something per key, up to a maximum. */
export class Quota {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place; false if the key already has the maximum. */
  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  release(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** The quota's subject of a caller: its key, or the person. */
export function keyOf(caller: Caller): string {
  if (caller.kind === 'admin_key') return JSON.stringify([caller.kind, caller.holder?.id ?? null]);
  if (caller.kind === 'person') return JSON.stringify([caller.kind, caller.personId]);
  return caller.kind === 'api_key' ? JSON.stringify([caller.merchantId, caller.keyId]) : caller.kind;
}

/** The problem of a connection beyond the limit. */
export const noPlace = () =>
  new Problem('overloaded', 'No more connections can be accepted at the moment. Try again shortly.', {
    retryAfterS: 1,
  });

/** The problem of a key that has as many connections as it may. */
export const tooManyConnections = (max: number) =>
  new Problem('rate_limited', `An API key can have at most ${max} connections per process. Close one first.`);

/** The problem of a connection, or of a key in a process, that has as many subscriptions as it may. */
export const tooManySubscriptions = (scope: 'connection' | 'process and API key', max: number) =>
  new Problem('rate_limited', `At most ${max} subscriptions are allowed per ${scope}. End one first.`);

/** A WebSocket whose client may not have shown a key yet. */
interface UnauthenticatedSocket {
  readonly connection: { readonly address: string };
  readonly hasShownKey: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Limits the WebSockets that have not authenticated yet. Beyond the limit no newcomer is refused: of the address with
 * most, the longest waiting is cut off, so that a crowd from one address does not keep others out.
 */
export class UnauthenticatedSockets<Socket extends UnauthenticatedSocket> {
  readonly #limits: Pick<SubscriptionLimits, 'keylessConnections' | 'keylessPerAddress'>;
  readonly #cutOff: (socket: Socket) => void;
  /** Each network's sockets, in the order of their arrival. */
  readonly #byNetwork = new Map<string, Set<Socket>>();
  #size = 0;

  constructor(
    limits: Pick<SubscriptionLimits, 'keylessConnections' | 'keylessPerAddress'>,
    cutOff: (socket: Socket) => void,
  ) {
    this.#limits = limits;
    this.#cutOff = cutOff;
  }

  /** Adds a socket until it is removed or closes. */
  add(socket: Socket): void {
    const network = networkOf(socket.connection.address);
    const sockets = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, sockets.add(socket));
    this.#size += 1;
    socket.once('close', () => this.remove(socket));
    if (sockets.size > this.#limits.keylessPerAddress) this.#cutOffOne(sockets);
    else if (this.#size > this.#limits.keylessConnections) this.#cutOffOne(this.#largest());
  }

  /** Removes a socket that has authenticated, or closed. */
  remove(socket: Socket): void {
    const network = networkOf(socket.connection.address);
    const sockets = this.#byNetwork.get(network);
    if (!sockets?.delete(socket)) return;
    this.#size -= 1;
    if (sockets.size === 0) this.#byNetwork.delete(network);
  }

  #largest(): ReadonlySet<Socket> {
    return [...this.#byNetwork.values()].reduce((most, sockets) =>
      sockets.size > most.size ? sockets : most,
    );
  }

  /** One whose key is being looked up stays if another has shown none. */
  #cutOffOne(sockets: ReadonlySet<Socket>): void {
    const [oldest] = sockets;
    const socket = [...sockets].find(({ hasShownKey }) => !hasShownKey) ?? oldest!;
    this.remove(socket);
    this.#cutOff(socket);
  }
}
