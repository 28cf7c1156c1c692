import type { GrantedTerms } from './authorization-terms.ts';
import type {
  AuthenticateRequest,
  AuthorizeRequest,
  CallBasics,
  CaptureRequest,
  IncrementRequest,
  LookUpRequest,
  PayoutRequest,
  RefundRequest,
  SessionTokenRequest,
  VoidRequest,
  WalletDetail,
} from './connector-requests.ts';
import type {
  PaymentMethodDetails,
  PayoutDestination,
  TransferInstructions,
} from './payment-method-details.ts';
import type { Screening, ScreenRequest } from './screening.ts';

/** The operations a connector supports. The core calls only those that it declares. */
export type Ability =
  | 'authorize'
  | 'capture'
  | 'multiple_captures'
  | 'increment'
  | 'void'
  | 'refund'
  | 'payout'
  | 'authenticate'
  | 'screen'
  | 'session_token'
  | 'look_up'
  | 'webhooks';

/** Access to one connector account, with its credentials decrypted for the duration of the call. */
export interface ConnectorAccess {
  readonly merchantId: string;
  readonly merchantConnectorId: string;
  readonly credentials: Readonly<Record<string, unknown>>;
  readonly webhookSecret: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly testMode: boolean;
}

/** Which payouts a connector can send. What is not given is not restricted. */
export interface PayoutSupport {
  readonly priorities?: ReadonlySet<string>;
  /** The types of recipient, by type of destination. */
  readonly entityTypes?: Readonly<Record<string, ReadonlySet<string>>>;
}

interface WithTransaction {
  /** The connector's identifier of its transaction. */
  readonly connectorTransactionId: string;
}

/** A decline or error, with the connector's own code and message. */
export interface ConnectorFailure {
  readonly kind: 'failed';
  readonly code: string;
  readonly message: string;
  readonly issuerCode?: string | null;
  readonly issuerMessage?: string | null;
  readonly connectorTransactionId?: string | null;
}

/**
 * The outcome of a call. `pending` is the connector's: it will report later. `unknown` is ours: no response came,
 * the money may or may not have moved, and only a look-up can tell.
 */
export type Outcome =
  | (WithTransaction & {
      readonly kind: 'succeeded';
      readonly connectorMandateId?: string | null;
      /** Of an authorization: until when it can be captured, in ISO 8601. */
      readonly captureBefore?: string | null;
      /** Of an authorization: what was granted of its terms. */
      readonly granted?: GrantedTerms;
      /** Of a fraud check: what it found. */
      readonly screening?: Screening;
      readonly raw?: unknown;
    })
  | ConnectorFailure
  | (WithTransaction & { readonly kind: 'pending' })
  /** The customer goes to a page. */
  | (WithTransaction & { readonly kind: 'requires_action'; readonly redirectUrl: string })
  /** The customer sends the money: the connector reports its arrival, until the transfer is given up. */
  | (WithTransaction & {
      readonly kind: 'requires_action';
      readonly transfer: TransferInstructions;
      /** Until when the transfer may arrive, in ISO 8601. */
      readonly transferBefore: string;
    })
  | {
      readonly kind: 'unknown';
      readonly reason: 'timed_out' | 'unreachable' | 'interrupted' | 'repeat_refused';
    };

/** The outcome of an authentication, in 3-D Secure's own terms. */
export interface AuthenticationOutcome {
  /** Y authenticated, C challenge required, N not authenticated, R rejected by the issuer. */
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

/**
 * The result of a look-up: the call's current outcome, or `not_found`, or `cannot_tell`, as for a search that lags
 * behind. `repeat` is `safe` only if the connector has certainly not performed the call and performs it at most
 * once when it is sent again under its key, without the card's verification code, which is not stored. Otherwise
 * the call is not sent again, and looked up later.
 */
export type LookUp =
  | Outcome
  | { readonly kind: 'not_found'; readonly repeat: 'safe' | 'unsafe' }
  | { readonly kind: 'cannot_tell' };

/** Why the connector takes back what it had reported as succeeded. */
interface WithReason {
  readonly code: string;
  readonly message: string;
}

/**
 * An event of a connector's webhook. Repetitions have the same `id`.
 *
 * An `outcome` concludes a call. What happens to its object afterwards is told by the other types, under the
 * connector's own identifiers.
 */
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
  /** A refund that the service need not have asked for: it may have been made in the connector's own dashboard. */
  | {
      readonly type: 'refund_made';
      /** The transaction that was authorized. */
      readonly connectorTransactionId: string;
      readonly connectorRefundId: string;
      readonly amount: number;
      readonly currency: string;
      /** A failure is reported as `refund_failed`. */
      readonly status: 'pending' | 'succeeded';
      readonly reason: string | null;
    }
  /** A refund failed after all: the money came back to the merchant. */
  | ({ readonly type: 'refund_failed'; readonly connectorRefundId: string } & WithReason)
  /** Captured money was not received after all. The authorization it was captured from is used up. */
  | ({
      readonly type: 'capture_failed';
      /** The transaction that was authorized. */
      readonly connectorTransactionId: string;
      /** Null if it was captured with its authorization, or by its only capture. */
      readonly connectorCaptureId: string | null;
    } & WithReason)
  /** An authorization was voided at the connector, or lapsed. What was not captured cannot be any more. */
  | {
      readonly type: 'authorization_ended';
      readonly connectorTransactionId: string;
      readonly reason: 'cancelled' | 'expired';
    }
  /** A payout came back from its destination. */
  | ({ readonly type: 'payout_returned'; readonly connectorTransactionId: string } & WithReason)
);

/** A webhook as received. The body is raw bytes, because the signature covers them. */
export interface IncomingWebhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What a connector can do with one kind of payment method. */
export interface MethodAbility {
  /** The types it knows, as in `payment_method_type`; null for every type. */
  readonly types: readonly string[] | null;
  /** Whether money can be authorized first and captured later. */
  readonly capturesLater?: boolean;
}

/** What a connector can do, by the kind of payment method. */
export type MethodAbilities<Kind extends string = string> = Readonly<Partial<Record<Kind, MethodAbility>>>;

/**
 * A payment connector: all that the core knows of one, which it finds by name. A method resolves with the connector's response, including a decline, and throws only if
 * no response came: the caller records that as `unknown`.
 */
export interface Connector {
  readonly name: string;
  readonly abilities: ReadonlySet<Ability>;
  /**
   * The payment methods it can charge; only cards, unless given. It is asked for no other, and an account takes them
   * all whose merchant names none.
   */
  readonly paymentMethods?: MethodAbilities<PaymentMethodDetails['kind']>;
  /** The destinations it can pay out to, likewise. */
  readonly payoutMethods?: MethodAbilities<PayoutDestination['kind']>;
  readonly payouts?: PayoutSupport;
  /** The details that it needs of a customer who pays by wallet. Unless given, none. */
  readonly walletDetails?: ReadonlySet<WalletDetail>;
  /**
   * The debit networks of the cards that begin with these six to eight digits, besides their brand; empty if there are
   * none or it does not know. Reads a table: it makes no call.
   */
  readonly debitNetworksOf?: (bin: string) => readonly string[];
  authorize?(access: ConnectorAccess, request: AuthorizeRequest): Promise<Outcome>;
  incrementAuthorization?(access: ConnectorAccess, request: IncrementRequest): Promise<Outcome>;
  capture?(access: ConnectorAccess, request: CaptureRequest): Promise<Outcome>;
  void?(access: ConnectorAccess, request: VoidRequest): Promise<Outcome>;
  refund?(access: ConnectorAccess, request: RefundRequest): Promise<Outcome>;
  payout?(access: ConnectorAccess, request: PayoutRequest): Promise<Outcome>;
  authenticate?(access: ConnectorAccess, request: AuthenticateRequest): Promise<AuthenticationOutcome>;
  /** Checks a payment for fraud. */
  screen?(access: ConnectorAccess, request: ScreenRequest): Promise<Outcome>;
  sessionToken?(access: ConnectorAccess, request: SessionTokenRequest): Promise<SessionToken | null>;
  challengeDispute?(
    access: ConnectorAccess,
    connectorDisputeId: string,
    evidence: string,
    basics: CallBasics,
  ): Promise<void>;
  acceptDispute?(access: ConnectorAccess, connectorDisputeId: string, basics: CallBasics): Promise<void>;
  /** Asked before any call is repeated. A connector without it is never sent a call again. */
  lookUp?(access: ConnectorAccess, request: LookUpRequest): Promise<LookUp>;
  /** Verifies the signature and parses the events. @throws if the signature is wrong. */
  readWebhook?(access: ConnectorAccess, webhook: IncomingWebhook): ConnectorEvent[];
}

/** The connectors this service has. */
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
  /** Whether an account's calls fail at present without being started. False once a call may probe it. */
  isOpen(account: string): boolean;
}

/** An account's name at the guard. Identifiers of accounts are unique within a merchant only. */
export const guardKey = (account: {
  readonly merchant_id: string;
  readonly merchant_connector_id: string;
}): string => `${account.merchant_id}/${account.merchant_connector_id}`;

/** The error code of a call that certainly never reached its connector. */
export const NOT_SENT_CODE = 'connector_unreachable';

/** The call never reached the connector: nothing can have happened there. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}
