/** Limits on the load that requests are admitted at. */
export const admissionLimits = Object.freeze({
  /** Maximum expected wait of a read for the database, in milliseconds. */
  readWaitMs: 250,
  /** Reads in flight that are never refused for that wait: right after a start, few reads already take as long. */
  readBurst: 64,
  /** The same wait of a command other than a payment. */
  writeWaitMs: 1_000,
  /** Maximum utilisation of the event loop, in percent, at which more reads are handled at a time while payments arrive. */
  eventLoopPercent: 60,
});

export type AdmissionLimits = { readonly [Name in keyof typeof admissionLimits]: number };

/** Limits on one connection, and on all together, of a process. */
export const httpLimits = Object.freeze({
  /** Open connections, WebSockets included. More are closed at once. */
  connections: 5_000,
  /** Requests on one connection, after which it is closed. Clients open another. */
  requestsPerConnection: 1_000,
  /** Requests of one connection served at a time; the next ones wait until a response has been read. */
  requestsInFlight: 4,
  /** Requests of one connection that wait. A client that sends more without reading is cut off. */
  requestsWaiting: 60,
  /** Time for the headers of a request to arrive, from the start of the connection or of the request. */
  headersMs: 15_000,
  /** Time for a whole request to arrive. */
  requestMs: 60_000,
  /** Time without progress in which a response has to be read. */
  answerReadMs: 30_000,
  /** Average bytes a second at which responses have to be read after that time. */
  answerReadRate: 32 * 1024,
});

export type HttpLimits = { readonly [Name in keyof typeof httpLimits]: number };

/** Requests of a key per minute and process, and limits on failing attempts. 0 switches a limit off. */
export const rateLimits = Object.freeze({
  /** GET requests. */
  reads: 300_000,
  /** POST requests and mutations that call no connector. */
  writes: 60_000,
  /** POST requests and mutations that may call a connector: they move money. */
  money: 30_000,
  /** Rows that GraphQL operations may read, as their cost estimates them, and one for each request. */
  graphql: 100_000_000,
  /** Keys that are refused, per address, in all processes together. */
  refusedKeys: 300,
  /** Introspections without a key that nobody asked for before, per address, in all processes together. */
  introspections: 30,
  /** Wrong client secrets per object in 15 minutes, in all processes together. */
  clientSecrets: 20,
  /** Checks of gift cards' balances per payment in 15 minutes, in all processes together. */
  balanceChecks: 10,
  /** Attempts to sign in per person and network in half an hour, in all processes together, until one succeeds. */
  signIns: 10,
  /** Requests to reset the password of an e-mail address in an hour, in all processes together. */
  passwordResets: 5,
  /** Requests to sign in, to reset a password and the like, per client address, across all processes. */
  signInsPerAddress: 60,
  /** Test webhooks per business profile, in all processes together. */
  testWebhooks: 30,
  /** Links of payments and payouts that are sent by e-mail in an hour, per merchant, in all processes together. */
  linkMails: 300,
  /** The same, per merchant and recipient. */
  linkMailsToOne: 5,
});

export type RateLimitSettings = { readonly [Name in keyof typeof rateLimits]: number };
