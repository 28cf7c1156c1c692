import { Dispute } from '../../entities/dispute.ts';
import { type EventTypeValue, objectOf } from '../../entities/event-types.ts';
import { Payment } from '../../entities/payment.ts';
import { Payout } from '../../entities/payout.ts';
import { Refund } from '../../entities/refund.ts';
import type { DescribedClass } from '../../model/index.ts';

const objectClasses = Object.freeze({ payment: Payment, refund: Refund, dispute: Dispute, payout: Payout });

/** The class of the object in events of a type. */
export const objectClassOf = (type: EventTypeValue): DescribedClass => objectClasses[objectOf(type)];

/** The value of `content.type` for each kind of object in `content.object`. */
export const contentTypes = Object.freeze({
  payment: 'payment_details',
  refund: 'refund_details',
  dispute: 'dispute_details',
  payout: 'payout_details',
} as const);

/** The content of an event, with its object as of the end of the transaction. */
export interface EventContent {
  readonly eventId: string;
  readonly type: EventTypeValue;
  readonly merchantId: string;
  readonly at: Date;
  /** The object in its REST representation. */
  readonly object: object;
}

/** The JSON of an event as it is stored, signed and sent, byte for byte. Specification: Events. */
export function eventBody({ eventId, type, merchantId, at, object }: EventContent): string {
  return JSON.stringify({
    event_id: eventId,
    event_type: type,
    merchant_id: merchantId,
    timestamp: at.toISOString(),
    content: { type: contentTypes[objectOf(type)], object },
  });
}
