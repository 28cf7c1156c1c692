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
  /** The idempotency key of the call or authentication. */
  readonly idempotencyKey?: string | null;
  /** The call's operation. Required without our key, because several calls share a reference or authorization. */
  readonly operation?: CallOperation;
  /** The `reference` sent with the call. */
  readonly reference?: string | null;
  /** The connector's identifier of the transaction that the call created. */
  readonly connectorTransactionId?: string | null;
  /** For a capture, void or increase: the authorization. It identifies the only such call without an outcome. */
  readonly parentTransactionId?: string | null;
}

/** The later outcome of a call that was `pending`, had no response, or had another outcome. */
export interface OutcomeEvent {
  readonly type: 'outcome';
  readonly call: CallSelector;
  readonly outcome: Outcome;
}

export interface DisputeEvent {
  readonly type: 'dispute';
  /** The authorized transaction. */
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
  /** The authorized transaction. */
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
 * A succeeded refund failed later: the money was returned to the merchant. The event may precede its refund, and is
 * kept until then.
 */
export interface RefundFailedEvent extends WithReason {
  readonly type: 'refund_failed';
  readonly connectorRefundId: string;
  readonly reference?: string | null;
}

/** A capture made without the service, in the connector's dashboard. */
export interface CaptureMadeEvent extends Charges {
  readonly type: 'capture_made';
  /** The authorized transaction. */
  readonly connectorTransactionId: string;
  readonly connectorCaptureId: string;
  readonly amount: number;
  readonly currency: string;
  /** Whether the rest of the authorization was released. */
  readonly final: boolean;
}

/**
 * The captured total of an authorization, by the service and in the connector's dashboard. Connectors whose vendor
 * does not identify captures report it in place of `capture_made`: the core records the unknown part.
 */
export interface CapturedTotalEvent extends Charges {
  readonly type: 'captured_total';
  /** The authorized transaction. */
  readonly connectorTransactionId: string;
  /** Identifier for the capture of the unknown part. Each later total has another identifier. */
  readonly connectorCaptureId: string;
  /** The total captured until the report, in minor units. It never decreases: refunds do not count. */
  readonly total: number;
  readonly currency: string;
  /** The service's captures that are in `total`, by the `reference` of their calls. */
  readonly captures: readonly { readonly reference: string; readonly amount: number }[];
  /** Amount of the capture to which `fee` and `settlement` belong; null if the vendor reports neither. */
  readonly chargedFor: number | null;
  /** Whether the rest of the authorization was released. */
  readonly final: boolean;
}

/** Captured money was not received after all. Its authorization is used up. */
export interface CaptureFailedEvent extends WithReason {
  readonly type: 'capture_failed';
  /** The authorized transaction. */
  readonly connectorTransactionId: string;
  /** Null for a capture with the authorization, or for its only capture. */
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
 * A vendor stored a payment's method for later charges, reported after the response to the payment. Mandates included
 * in the response are reported there.
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

/** The customer or their bank withdrew the consent for a mandate at the connector. */
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
  /** The authorized transaction. */
  readonly connectorTransactionId: string;
  /** The vendor's name for the kind of fraud. */
  readonly reason: string | null;
}

/** The vendor has a new settlement report of the account, or the money of an earlier one arrived. */
export interface ReportReadyEvent {
  readonly type: 'report_ready';
}

/** The members of every event. */
interface EventEnvelope {
  readonly id: string;
  /** Time of the event at the vendor. */
  readonly at: Date;
  /**
   * The vendor object's value in the field where our calls put their `reference`, for objects from any source. An
   * event with a reference other than our open calls' does not concern them: it is acknowledged while they are open,
   * and not requested again. Absent if the vendor does not report it.
   */
  readonly objectReference?: string | null;
}

/**
 * An event of a connector's webhook. Redeliveries have the same `id`, even if the rest differs. `at` is the time of
 * the event by the vendor's clock: of contradictory reports the latest counts, in any order of arrival.
 *
 * An `outcome` concludes a call, or contradicts its earlier outcome. Later changes of its object, and changes without
 * a call of ours, are reported by the other types, under the connector's own identifiers. Unknown kinds of events are
 * skipped with a warning.
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
    | ReportReadyEvent
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

/** A parsed webhook. */
export interface ReadWebhook {
  readonly events: readonly ConnectorEvent[];
  /** By default `200` with `{}`; `503` while an event cannot be recorded, so that the vendor repeats it. */
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
