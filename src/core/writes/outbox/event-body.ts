import { type EventTypeValue, objectOf } from '../../entities/event-types.ts';

/** What `content.type` is called for the kind of object in `content.object`. */
export const contentTypes = Object.freeze({
  payment: 'payment_details',
  refund: 'refund_details',
  dispute: 'dispute_details',
  payout: 'payout_details',
} as const);

/** What an event says: which it is, whose, of when, and the object as it was right after. */
export interface EventContent {
  readonly eventId: string;
  readonly type: EventTypeValue;
  readonly merchantId: string;
  readonly at: Date;
  /** The object in its REST shape. */
  readonly object: object;
}

/** The text of an event as it is kept, signed and sent, byte for byte. Specification: Events. */
export function eventBody({ eventId, type, merchantId, at, object }: EventContent): string {
  return JSON.stringify({
    event_id: eventId,
    event_type: type,
    merchant_id: merchantId,
    timestamp: at.toISOString(),
    content: { type: contentTypes[objectOf(type)], object },
  });
}
