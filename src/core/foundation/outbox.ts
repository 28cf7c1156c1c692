import type { NewEvent } from './new-event.ts';

/** A status that an object took in a transaction. */
export interface StatusTransition {
  readonly entity: object;
  /** What the object is, as its table of states calls it. */
  readonly of: string;
  /** The field that holds its status. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string;
}

/** A webhook delivery that was queued, or made due anew. */
export interface QueuedDelivery {
  readonly merchantId: string;
  readonly deliveryId: string;
}

/** What a transaction will have to tell once it is done: gathered while it runs, recorded before it commits. */
export interface Outbox {
  readonly transitions: StatusTransition[];
  /** Events that follow from no step. */
  readonly events: NewEvent[];
  /** Every object that was made or locked: nobody else can change it before the end. */
  readonly lockedEntities: Set<object>;
  readonly queuedDeliveries: QueuedDelivery[];
}

export const emptyOutbox = (): Outbox => ({
  transitions: [],
  events: [],
  lockedEntities: new Set(),
  queuedDeliveries: [],
});
