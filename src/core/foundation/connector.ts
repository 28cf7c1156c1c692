/**
 * What the core asks of a payment connector, and what it is told. A connector implements {@link Connector};
 * the core knows none by name.
 */

/** The things a connector can be asked for. What it does not declare, it is never asked. */
export type Ability =
  | 'authorize'
  | 'capture'
  | 'multiple_captures'
  | 'void'
  | 'refund'
  | 'payout'
  | 'authenticate'
  | 'session_token'
  | 'look_up'
  | 'webhooks';

/** The account that a call is made with: its credentials in the clear, for the time of the call. */
export interface ConnectorAccess {
  readonly merchantId: string;
  readonly merchantConnectorId: string;
  readonly credentials: Readonly<Record<string, unknown>>;
  readonly webhookSecret: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly testMode: boolean;
}

/** What every call says: our key for it, under which the connector acts at most once, and how long it may take. */
export interface CallBasics {
  readonly idempotencyKey: string;
  /** Our reference, shown in the connector's own dashboard. */
  readonly reference: string;
  /** Aborted when the deadline has passed. */
  readonly signal: AbortSignal;
}

/** Money in the currency's minor unit. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** A card in the clear. It lives for the time of a call. */
export interface CardDetails {
  readonly number: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly holderName: string | null;
  /** Known only in the request that gave it; it is never stored. */
  readonly cvc: string | null;
}

export interface AuthorizeRequest extends CallBasics, Money {
  readonly card: CardDetails | null;
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
  /** Whether to capture at once. */
  readonly capture: boolean;
  /** Whether the cardholder is to be authenticated. */
  readonly threeDs: boolean;
  /** The outcome of an authentication made elsewhere, if there was one. */
  readonly authentication: { readonly eci: string | null; readonly transactionId: string | null } | null;
  /** Where the connector sends the customer's browser back to. */
  readonly returnUrl: string | null;
  readonly offSession: boolean;
  /** The connector's own mandate, when the customer agreed before. */
  readonly connectorMandateId: string | null;
}

export interface CaptureRequest extends CallBasics, Money {
  readonly connectorTransactionId: string;
  /** Whether more may be captured afterwards. */
  readonly more: boolean;
}

export interface VoidRequest extends CallBasics {
  readonly connectorTransactionId: string;
  readonly reason: string | null;
}

export interface RefundRequest extends CallBasics, Money {
  readonly connectorTransactionId: string;
  readonly reason: string | null;
}

export interface PayoutRequest extends CallBasics, Money {
  readonly card: CardDetails | null;
  readonly payoutType: string;
}

export interface AuthenticateRequest extends CallBasics, Money {
  readonly card: CardDetails | null;
  readonly deviceChannel: 'APP' | 'BRW';
  /** Whether the issuer could look at the cardholder's device beforehand. */
  readonly methodCompletion?: 'Y' | 'N' | 'U';
  /** What an app's 3-D Secure library tells of itself, under 3-D Secure's own names. */
  readonly sdk?: Readonly<Record<string, unknown>> | null;
  readonly returnUrl: string | null;
}

export interface SessionTokenRequest extends CallBasics, Money {
  readonly wallet: string;
}

interface Known {
  /** The connector's own identifier for what it did. */
  readonly connectorTransactionId: string;
}

/** A refusal, in the connector's own terms. */
export interface ConnectorFailure {
  readonly kind: 'failed';
  readonly code: string;
  readonly message: string;
  readonly issuerCode?: string | null;
  readonly issuerMessage?: string | null;
  readonly connectorTransactionId?: string | null;
}

/**
 * What became of a call. `pending` is the connector's word that it will say later; `unknown` is ours, when no
 * answer came: the money may or may not have moved, and only a look-up tells.
 */
export type Outcome =
  | (Known & {
      readonly kind: 'succeeded';
      readonly connectorMandateId?: string | null;
      readonly raw?: unknown;
    })
  | ConnectorFailure
  | (Known & { readonly kind: 'pending' })
  | (Known & { readonly kind: 'requires_action'; readonly redirectUrl: string })
  | { readonly kind: 'unknown'; readonly reason: 'timed_out' | 'unreachable' | 'interrupted' };

/** The outcome of an authentication: 3-D Secure's own letters. */
export interface AuthenticationOutcome {
  /** Y authenticated, C challenge, N refused, R rejected by the issuer. */
  readonly transStatus: 'Y' | 'C' | 'N' | 'R';
  readonly acsUrl: string | null;
  readonly challengeRequest: string | null;
  readonly acsReferenceNumber: string | null;
  readonly acsTransactionId: string | null;
  readonly threeDsServerTransactionId: string;
  readonly acsSignedContent: string | null;
  readonly eci: string | null;
  readonly dsTransactionId: string | null;
  readonly version: string;
}

export interface SessionToken {
  readonly walletName: string;
  readonly delayed: boolean;
  readonly nextAction: string | null;
}

/** What a look-up finds: the outcome as it is now, or that the connector never heard of the call. */
export type LookUp = Outcome | { readonly kind: 'not_found' };

/** Something a connector tells by itself. `id` is the same each time it tells it. */
export type ConnectorEvent = { readonly id: string; readonly at: Date } & (
  | { readonly type: 'outcome'; readonly idempotencyKey: string; readonly outcome: Outcome }
  | {
      readonly type: 'dispute';
      readonly connectorTransactionId: string;
      readonly connectorDisputeId: string;
      readonly stage: 'pre_dispute' | 'dispute' | 'pre_arbitration';
      readonly status: 'opened' | 'challenged' | 'accepted' | 'expired' | 'cancelled' | 'won' | 'lost';
      readonly amount: number;
      readonly currency: string;
      readonly reason: string | null;
      readonly reasonCode: string | null;
      readonly respondBy: Date | null;
      readonly connectorStatus: string;
    }
);

/** A webhook as it came in: the bytes, because signatures are over bytes. */
export interface IncomingWebhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * A payment connector. A method resolves with what the connector said, and throws only when no answer came:
 * whoever calls takes that for `unknown`.
 */
export interface Connector {
  readonly name: string;
  readonly abilities: ReadonlySet<Ability>;
  authorize?(access: ConnectorAccess, request: AuthorizeRequest): Promise<Outcome>;
  capture?(access: ConnectorAccess, request: CaptureRequest): Promise<Outcome>;
  void?(access: ConnectorAccess, request: VoidRequest): Promise<Outcome>;
  refund?(access: ConnectorAccess, request: RefundRequest): Promise<Outcome>;
  payout?(access: ConnectorAccess, request: PayoutRequest): Promise<Outcome>;
  authenticate?(access: ConnectorAccess, request: AuthenticateRequest): Promise<AuthenticationOutcome>;
  sessionToken?(access: ConnectorAccess, request: SessionTokenRequest): Promise<SessionToken | null>;
  /** Dispute answers: the evidence, or the acceptance. */
  challengeDispute?(
    access: ConnectorAccess,
    connectorDisputeId: string,
    evidence: string,
    basics: CallBasics,
  ): Promise<void>;
  acceptDispute?(access: ConnectorAccess, connectorDisputeId: string, basics: CallBasics): Promise<void>;
  lookUp?(access: ConnectorAccess, idempotencyKey: string, signal: AbortSignal): Promise<LookUp>;
  /** Checks the signature and reads the events. @throws when the signature is not right. */
  readWebhook?(access: ConnectorAccess, webhook: IncomingWebhook): ConnectorEvent[];
}

/** The connectors there are. */
export interface ConnectorRegistry {
  find(name: string): Connector | undefined;
  readonly names: readonly string[];
}

/** Every connector call goes through this: it sets the deadline, and a circuit breaker for each account. */
export interface ConnectorGuard {
  readonly deadlineMs: number;
  /**
   * Runs a call with a signal that is aborted at the deadline.
   *
   * @throws {NotSentError} if the call was not started. After any other error its outcome is unknown.
   */
  run<T>(account: string, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** The call never reached the connector: nothing can have happened there. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}
