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
  /** Interval of WebSocket pings; graphql-sse sends event streams a comment every 12 seconds. A peer that has not responded by the next one is disconnected. */
  keepAliveMs: 15_000,
  /** Interval at which keys are checked again. Revocations are announced, expiry and lost announcements are not. */
  keyCheckMs: 60_000,
  /** Outgoing bytes buffered per WebSocket before it is closed. Nothing is lost: it resumes after its cursor. */
  backlogBytes: 1024 * 1024,
  /** Time for a client to read a message from a WebSocket. Event streams are held to the limits on HTTP answers. */
  stallMs: 15_000,
  /** Time for a peer to complete the closing handshake, or to read the end of an event stream. */
  closingMs: 2_000,
});

export type SubscriptionLimits = { readonly [Name in keyof typeof subscriptionLimits]: number };
