/** Limits on live connections, per process: two processes behind a load balancer allow twice as much. */
export const subscriptionLimits = Object.freeze({
  /** Connections per key. A dashboard needs one for each of its open windows. */
  connectionsPerKey: 20,
  /** All connections, including those that have not authenticated yet. Each costs some 50 KB. */
  connections: 2_000,
  /** Subscriptions per connection. A page follows a few lists and the objects opened from them. */
  subscriptionsPerConnection: 20,
  /** Subscriptions per key. Each reads the objects it sends by its own query. */
  subscriptionsPerKey: 100,
  /** Bytes of an incoming message: the same as of an HTTP request body. */
  messageBytes: 64 * 1024,
  /** Time to authenticate after connecting. */
  initMs: 5_000,
  /** Interval of WebSocket pings. A peer that has not responded by the next one is disconnected. */
  keepAliveMs: 15_000,
  /** Interval at which keys are checked again: how long a connection may outlive its key. */
  keyCheckMs: 60_000,
  /** Outgoing bytes buffered per client before it is disconnected. It loses nothing: it resumes after its cursor. */
  backlogBytes: 1024 * 1024,
  /** Time for a client to read a message. */
  stallMs: 15_000,
  /** Time for a peer to complete the closing handshake. */
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

  /** Takes one; false if the key already has the maximum. */
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
