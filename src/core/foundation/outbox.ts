/** A status transition of an object within a transaction. */
export interface StatusTransition {
  readonly entity: object;
  /** The kind of object, as its state table names it. */
  readonly of: string;
  /** The field that holds the status. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string;
}

/** An event to record, and its delivery if an endpoint subscribes to it. */
export interface NewEvent {
  readonly merchantId: string;
  readonly eventId: string;
  /** An `EventType`, such as `payment_succeeded`. */
  readonly type: string;
  readonly objectType: 'payment' | 'refund' | 'dispute' | 'payout';
  readonly objectId: string;
  readonly paymentId: string | null;
  readonly payoutId: string | null;
  readonly profileId: string | null;
  readonly body: string;
  /** When it happened; the same as the body's `timestamp`. */
  readonly at: Date;
  readonly deliveryId: string | null;
  readonly test?: boolean;
}

/** A webhook delivery that was queued, or made due at once. */
export interface QueuedDelivery {
  readonly merchantId: string;
  readonly deliveryId: string;
}

/** Collected while a transaction runs, and written just before it commits. */
export interface Outbox {
  readonly transitions: StatusTransition[];
  /** Events that do not follow from a transition. */
  readonly events: NewEvent[];
  /** Every object created or locked by the transaction, which no other can change before it ends. */
  readonly lockedEntities: Set<object>;
  readonly queuedDeliveries: QueuedDelivery[];
}

export const emptyOutbox = (): Outbox => ({
  transitions: [],
  events: [],
  lockedEntities: new Set(),
  queuedDeliveries: [],
});
