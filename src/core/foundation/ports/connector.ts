import type { ConnectorDescription } from './connector-capabilities.ts';
import type { IncomingWebhook, ReadWebhook } from './connector-events.ts';
import type {
  AuthenticationOutcome,
  CardBalance,
  ConnectorFailure,
  CredentialCheck,
  LookUp,
  Outcome,
  SessionToken,
} from './connector-outcomes.ts';
import type {
  AcceptDisputeRequest,
  AuthenticateRequest,
  AuthorizeRequest,
  BalanceRequest,
  CancelPayoutRequest,
  CaptureRequest,
  ChallengeDisputeRequest,
  CompleteActionRequest,
  ForgetCustomerRequest,
  ForgetMethodRequest,
  IncrementRequest,
  LookUpRequest,
  PayoutRequest,
  RefundRequest,
  SessionTokenRequest,
  VoidRequest,
} from './connector-requests.ts';
import type {
  ListReportsRequest,
  OfferedReport,
  ReadReportRequest,
  ReportItem,
} from './connector-settlements.ts';
import type { OutgoingCalls } from './outgoing-calls.ts';
import type { ScreenRequest } from './screening.ts';

export type * from './connector-capabilities.ts';
export * from './connector-events.ts';
export type * from './connector-outcomes.ts';

/** Access to one connector account, with its credentials decrypted for the duration of the call. */
export interface ConnectorAccess {
  readonly merchantId: string;
  readonly merchantConnectorId: string;
  /** Keys of a credential scheme of the connector. */
  readonly credentials: Readonly<Record<string, unknown>>;
  /** Further settings, stored with the credentials: `connector_account_details.metadata`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The secret that signs the account's webhooks, and the second secret of vendors that use two. */
  readonly webhookSecret: string | null;
  readonly additionalWebhookSecret: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Certificates and keys by wallet: `connector_wallets_details`. */
  readonly wallets: Readonly<Record<string, unknown>>;
  readonly testMode: boolean;
}

/**
 * A payment connector, which the core finds by name.
 *
 * A method resolves with the connector's response, including a decline, and throws only if no response came: the caller
 * records that as `unknown`. It throws {@link NotSentError} only if the request certainly never left. It honours the
 * request's signal, does not retry, and throws no error that holds a card number or a credential, because errors are
 * logged.
 *
 * Each method belongs to the ability of its name; `abilities` and methods match.
 */
export interface Connector extends ConnectorDescription {
  /**
   * The debit networks, besides the brand, of cards with this BIN of six to eight digits; empty without debit
   * networks, or if unknown. Reads a table, without a call.
   */
  readonly debitNetworksOf?: (bin: string) => readonly string[];
  authorize?(access: ConnectorAccess, request: AuthorizeRequest): Promise<Outcome>;
  /**
   * Continues an authorization after its customer returned, and resolves with its outcome. It may be called several
   * times, also while webhooks report the same outcome. Without this method the core uses `lookUp`.
   */
  completeAction?(access: ConnectorAccess, request: CompleteActionRequest): Promise<Outcome>;
  incrementAuthorization?(access: ConnectorAccess, request: IncrementRequest): Promise<Outcome>;
  capture?(access: ConnectorAccess, request: CaptureRequest): Promise<Outcome>;
  void?(access: ConnectorAccess, request: VoidRequest): Promise<Outcome>;
  refund?(access: ConnectorAccess, request: RefundRequest): Promise<Outcome>;
  /**
   * Deletes a saved payment method at the vendor. Resolves once the vendor does not have it, even if it never had. It
   * may be repeated.
   */
  forgetMethod?(access: ConnectorAccess, request: ForgetMethodRequest): Promise<void>;
  /** Deletes a customer at the vendor, likewise. */
  forgetCustomer?(access: ConnectorAccess, request: ForgetCustomerRequest): Promise<void>;
  payout?(access: ConnectorAccess, request: PayoutRequest): Promise<Outcome>;
  cancelPayout?(access: ConnectorAccess, request: CancelPayoutRequest): Promise<Outcome>;
  authenticate?(access: ConnectorAccess, request: AuthenticateRequest): Promise<AuthenticationOutcome>;
  /** Checks a payment for fraud. */
  screen?(access: ConnectorAccess, request: ScreenRequest): Promise<Outcome>;
  /** Null if the account does not accept the wallet. */
  sessionToken?(access: ConnectorAccess, request: SessionTokenRequest): Promise<SessionToken | null>;
  /** Requests the balance of a gift card. Moves no money and stores no card data. */
  checkBalance?(access: ConnectorAccess, request: BalanceRequest): Promise<CardBalance | ConnectorFailure>;
  /** Resolves once the connector has received the evidence. `dispute` events report the result. */
  challengeDispute?(access: ConnectorAccess, request: ChallengeDisputeRequest): Promise<void>;
  acceptDispute?(access: ConnectorAccess, request: AcceptDisputeRequest): Promise<void>;
  /** The reports of settled money that were made since a time, the oldest first. */
  listReports?(access: ConnectorAccess, request: ListReportsRequest): Promise<readonly OfferedReport[]>;
  /**
   * Reads a report as a stream of lines in the order of their numbers, in constant memory. Its requests to the vendor have
   * deadlines of their own.
   *
   * @throws {ReportTruncatedError} after the last line, if the report is not whole.
   * @throws {ReportRefusedError} if it is another account's.
   */
  readReport?(access: ConnectorAccess, request: ReadReportRequest): AsyncIterable<ReportItem>;
  /** Called before any call is repeated. Without this method no call is sent again. */
  lookUp?(access: ConnectorAccess, request: LookUpRequest): Promise<LookUp>;
  /** Checks with a cheap call whether the vendor accepts the account's credentials. */
  verifyCredentials?(access: ConnectorAccess, signal: AbortSignal): Promise<CredentialCheck>;
  /**
   * Verifies the signature and parses the events. It may request missing data from the vendor. An event about an
   * object unknown to the vendor reports nothing, because it belongs to another system.
   *
   * @param signal Aborts its requests to the vendor; the core always passes one. A webhook that takes longer gets a
   * `503`.
   * @throws {WebhookRefusedError} if the signature is wrong, or the signed body is no webhook of the vendor.
   * @throws {UnansweredError} or {@link NotSentError} if the vendor does not respond now: it is asked to resend the
   * webhook. Any other error is a defect and is logged as one.
   */
  readWebhook?(access: ConnectorAccess, webhook: IncomingWebhook, signal?: AbortSignal): Promise<ReadWebhook>;
  /**
   * Makes the vendor send a signed webhook without events to an address, and resolves with the status of the
   * response. Throws without a response.
   */
  sendTestWebhook?(access: ConnectorAccess, to: TestWebhookRequest): Promise<number>;
}

/** Destination of a test webhook. */
export interface TestWebhookRequest {
  readonly url: string;
  readonly signal: AbortSignal;
}

/** The connectors of this service. */
export interface ConnectorRegistry {
  find(name: string): Connector | undefined;
  readonly names: readonly string[];
}

/** The guard of every connector call: it sets the deadline and has a circuit breaker for each account. */
export interface ConnectorGuard {
  readonly deadlineMs: number;
  /**
   * Runs a call with a signal that is aborted at the deadline.
   *
   * @throws {NotSentError} if the call was not started. After any other error its outcome is unknown.
   */
  run<T>(account: string, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Whether an account's calls currently fail without being started. False once a call may probe the account. */
  isOpen(account: string): boolean;
  /** The circuit of an account in this process; each process has its own. */
  circuitOf(account: string): Circuit;
}

/** Whether calls to an account are sent. */
export interface Circuit {
  /**
   * `CLOSED`: calls are sent. `OPEN`: calls fail without being sent. `HALF_OPEN`: the current or next call probes the
   * account.
   */
  readonly state: 'CLOSED' | 'OPEN' | 'HALF_OPEN';
  /** Start of the state; null for a circuit that never opened. */
  readonly since: Date | null;
}

/** An account's name at the guard. Identifiers of accounts are unique within a merchant only. */
export const guardKey = (account: {
  readonly merchant_id: string;
  readonly merchant_connector_id: string;
}): string => `${account.merchant_id}/${account.merchant_connector_id}`;

/** Reason why a connector is currently not called; null if it is called. A simulated connector is always called. */
export const offFor = (
  { connectors, outgoing }: { readonly connectors: ConnectorRegistry; readonly outgoing: OutgoingCalls },
  connector: string,
): OutgoingCalls['off'] => (connectors.find(connector)?.simulated ? null : outgoing.off);

/** The error code of a call that certainly never reached its connector. */
export const NOT_SENT_CODE = 'connector_unreachable';

/** The vendor's response does not determine the outcome, or is missing. Contains neither request nor response. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/** The call never reached the connector and had no effect there. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}
