/**
 * What live connections may take up. All of it is counted within one process: two processes behind a load balancer
 * allow twice as much.
 */
export const subscriptionLimits = Object.freeze({
  /** Connections of one key. A dashboard needs one for each of its open windows. */
  connectionsPerKey: 20,
  /** Connections altogether, those included that have not shown a key yet. Each costs some 50 KB. */
  connections: 2_000,
  /** Subscriptions of one connection. A page follows a few lists and what is opened of them. */
  subscriptionsPerConnection: 20,
  /** Subscriptions of one key. Each reads what it shows for itself when something changes. */
  subscriptionsPerKey: 100,
  /** Bytes of a message to us: as many as a body over HTTP may have. */
  messageBytes: 64 * 1024,
  /** How long a connection may take to show its key. */
  initMs: 5_000,
  /** How often a peer is asked whether it is still there; one that does not answer until the next time is gone. */
  keepAliveMs: 15_000,
  /** How often keys are checked again: how long a connection may outlive its key. */
  keyCheckMs: 60_000,
  /** Bytes that may wait for a client to read them. It is told to come back: its cursor loses it nothing. */
  backlogBytes: 1024 * 1024,
  /** How long a client may take to read a message. */
  stallMs: 15_000,
  /** How long a peer may take to say goodbye. */
  closingMs: 2_000,
});

export type SubscriptionLimits = { readonly [Name in keyof typeof subscriptionLimits]: number };
