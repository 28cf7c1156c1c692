import type { CallOperation } from '../call-record.ts';
import type { Charges, Outcome } from './connector-outcomes.ts';

/** Why the connector reversed a reported success. */
interface WithReason {
  readonly code: string;
  readonly message: string;
}

/**
 * The call that an outcome belongs to, by the vendor's identifiers. The core tries them in this order, and finds only
 * calls of the account.
 */
export interface CallSelector {
  /** The key that the call, or the authentication, was sent under. */
  readonly idempotencyKey?: string | null;
  /** The call's operation. Required without our key, because several calls share a reference or authorization. */
  readonly operation?: CallOperation;
  /** The `reference` that the call was sent with. */
  readonly reference?: string | null;
  /** The connector's identifier of the transaction that the call created. */
  readonly connectorTransactionId?: string | null;
  /** Of a capture, void or increase: the authorization. It leads to the only such call that has no outcome yet. */
  readonly parentTransactionId?: string | null;
}

/** The later outcome of a call that was `pending`, had no response, or ended otherwise. */
export interface OutcomeEvent {
  readonly type: 'outcome';
  readonly call: CallSelector;
  readonly outcome: Outcome;
}

export interface DisputeEvent {
  readonly type: 'dispute';
  /** The transaction that was authorized. */
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

/** A refund possibly made without the service, in the connector's dashboard. */
export interface RefundMadeEvent extends Charges {
  readonly type: 'refund_made';
  /** The transaction that was authorized. */
  readonly connectorTransactionId: string;
  readonly connectorRefundId: string;
  /**
   * The `reference` of the refund's call, if the vendor keeps it: it finds the refund before the call's response is
   * recorded.
   */
  readonly reference?: string | null;
  readonly amount: number;
  readonly currency: string;
  /** A failure is reported as `refund_failed`. */
  readonly status: 'pending' | 'succeeded';
  readonly reason: string | null;
}

/**
 * A succeeded refund failed later: the money was returned to the merchant. It may come before the refund that it is about,
 * and is kept until then.
 */
export interface RefundFailedEvent extends WithReason {
  readonly type: 'refund_failed';
  readonly connectorRefundId: string;
  readonly reference?: string | null;
}

/** A capture made without the service, in the connector's dashboard. */
export interface CaptureMadeEvent extends Charges {
  readonly type: 'capture_made';
  /** The transaction that was authorized. */
  readonly connectorTransactionId: string;
  readonly connectorCaptureId: string;
  readonly amount: number;
  readonly currency: string;
  /** Whether the rest of the authorization was released. */
  readonly final: boolean;
}

/**
 * The sum that was captured of an authorization, by the service and in the connector's dashboard. A connector whose vendor
 * gives captures no identifiers reports it in place of `capture_made`: the core records the part that it does not know.
 */
export interface CapturedTotalEvent extends Charges {
  readonly type: 'captured_total';
  /** The transaction that was authorized. */
  readonly connectorTransactionId: string;
  /** The identifier of the capture that the unknown part becomes. A later total has another. */
  readonly connectorCaptureId: string;
  /** All that was captured until the report, in minor units. It never falls: refunds do not count. */
  readonly total: number;
  readonly currency: string;
  /** The service's captures that are in `total`, by the `reference` of their calls. */
  readonly captures: readonly { readonly reference: string; readonly amount: number }[];
  /** The amount of the capture that `fee` and `settlement` are of; null if the vendor charged none that it names. */
  readonly chargedFor: number | null;
  /** Whether the rest of the authorization was released. */
  readonly final: boolean;
}

/** Captured money was not received after all. The authorization it was captured from is used up. */
export interface CaptureFailedEvent extends WithReason {
  readonly type: 'capture_failed';
  /** The transaction that was authorized. */
  readonly connectorTransactionId: string;
  /** Null if it was captured with its authorization, or by its only capture. */
  readonly connectorCaptureId: string | null;
}

/** An authorization was voided at the connector, or expired. The uncaptured rest can no longer be captured. */
export interface AuthorizationEndedEvent {
  readonly type: 'authorization_ended';
  readonly connectorTransactionId: string;
  readonly reason: 'cancelled' | 'expired';
}

/** A payout was returned by its destination. */
export interface PayoutReturnedEvent extends WithReason {
  readonly type: 'payout_returned';
  readonly connectorTransactionId: string;
}

/**
 * A vendor stored a payment's method for later charges, and reports it after its response to the payment. A connector
 * whose vendor includes the mandate in the response reports it there.
 */
export interface MandateStoredEvent {
  readonly type: 'mandate_stored';
  /** The authorized transaction; null if the vendor reports our reference only. */
  readonly connectorTransactionId: string | null;
  /** The `reference` of the authorization. */
  readonly reference?: string | null;
  /** The vendor's reference that charges the method again at this account. */
  readonly connectorMandateId: string;
}

/** The customer, or their bank, withdrew the consent behind a mandate of the connector. */
export interface MandateRevokedEvent {
  readonly type: 'mandate_revoked';
  readonly connectorMandateId: string;
}

/** The card network replaced a saved card (account updater). The mandate charges the new one. */
export interface CardUpdatedEvent {
  readonly type: 'card_updated';
  readonly connectorMandateId: string;
  readonly last4: string;
  /** The new card's network, as in `card_network`; null if the vendor does not report it. */
  readonly network: string | null;
  /** Two digits. */
  readonly expMonth: string;
  /** Four digits. */
  readonly expYear: string;
}

/** The issuer reported a payment as fraud (TC40, SAFE): a dispute may follow unless it is refunded. */
export interface FraudWarningEvent {
  readonly type: 'fraud_warning';
  /** The transaction that was authorized. */
  readonly connectorTransactionId: string;
  /** The vendor's name of the kind of fraud. */
  readonly reason: string | null;
}

/** The members of every event. */
interface EventEnvelope {
  readonly id: string;
  /** When it happened at the vendor. */
  readonly at: Date;
  /**
   * The vendor object's value in the place where our calls put their `reference`, whoever made the object. An event
   * with another reference than those of our open calls does not concern them: it is acknowledged while they are open,
   * and not requested again. Absent if the vendor does not report it.
   */
  readonly objectReference?: string | null;
}

/**
 * An event of a connector's webhook. Redeliveries have the same `id`, even if the rest differs. `at` is when it happened, by
 * the vendor's clock: of reports that contradict each other the latest counts, whatever order they arrive in.
 *
 * An `outcome` concludes a call, or contradicts the one that did. Later changes of its object, and changes without a call of ours, are reported by the
 * other types, under the connector's own identifiers. Unknown kinds of events are skipped with a warning.
 */
export type ConnectorEvent = EventEnvelope &
  (
    | OutcomeEvent
    | DisputeEvent
    | RefundMadeEvent
    | RefundFailedEvent
    | CaptureMadeEvent
    | CapturedTotalEvent
    | CaptureFailedEvent
    | AuthorizationEndedEvent
    | PayoutReturnedEvent
    | MandateStoredEvent
    | MandateRevokedEvent
    | CardUpdatedEvent
    | FraudWarningEvent
  );

/** A webhook as received. The body is raw bytes, because the signature covers them. */
export interface IncomingWebhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The response body that the vendor expects once its events are recorded. */
export interface WebhookResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** A webhook that was read. */
export interface ReadWebhook {
  readonly events: readonly ConnectorEvent[];
  /** By default `200` with `{}`. While an event cannot be recorded it is `503`, so that the vendor repeats it. */
  readonly response?: WebhookResponse;
}

/**
 * Thrown by `readWebhook` for a webhook without a valid signature of the account's secrets, or whose signed body is not
 * an event of the vendor. The response does not include the reason. Do not set the vendor's error as the cause: it may
 * hold the body.
 */
export class WebhookRefusedError extends Error {
  override readonly name = 'WebhookRefusedError';
}
