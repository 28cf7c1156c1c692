import * as f from '../model/fields.ts';
import { MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { EventObject, EventType, type EventTypeValue } from './event-types.ts';
import { MerchantAccount } from './merchant-account.ts';
import { Payment } from './payment.ts';
import { Payout } from './payout.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

/** Maximum length of a body in characters; fits a payment with all lists at their maximum. */
const BODY_MAX = 16 * 1024 * 1024;

/**
 * A status change reported to the merchant. Recorded in the transaction of the change, and immutable. Specification:
 * Events.
 */
@Resource({
  table: 'events',
  shortIndexes: true,
  id: 'event_id',
  prefix: 'evt',
  about:
    'An event: a change of status of a payment, refund, dispute, payout or report, or a notification, sent to the merchant as a webhook.',
  order: 'created_at',
  from: 'newest',
  reads: 'events:read',
  reach: 'profile',
  partitioned: { by: 'event_id', per: 'month' },
  indexes: {
    // The order in which a consumer reads the feed.
    events_in_feed: { columns: ['merchant_id', 'feed_position', 'sequence'] },
    // Like the audit log's: the operator filters by request identifier only.
    events_by_request_id: {
      columns: ['request_id'],
      where: 'request_id is not null',
    },
  },
  unconstrained: ['payment', 'payout', 'merchant'],
})
export class Event extends MerchantOwned {
  @f.Id('Unique identifier of the event, sent as `webhook-id` with every delivery attempt.', {
    required: true,
  })
  event_id!: string;
  @f.Enumeration(() => EventType, 'Type of the event.', { required: true, filter: true })
  event_type!: EventTypeValue;
  @f.Enumeration(() => EventObject, 'Type of object the event is about.', { required: true })
  object_type!: ValueOf<typeof EventObject>;
  @f.Id('Identifier of the object the event is about.', {
    required: true,
    filter: true,
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  object_id!: string;
  @f.Id('Payment the event is about; for a refund or dispute, the payment it belongs to.', { filter: true })
  payment_id?: string | null;
  @f.Id('Payout the event is about.', { filter: true }) payout_id?: string | null;
  @f.Id('Business profile whose webhook endpoint receives the event.') profile_id?: string | null;
  @f.Text('W3C traceparent of the request or job that made the change.', { visibility: 'nowhere' })
  traceparent?: string | null;
  @f.Text(
    'Identifier of the request that made the change, as returned in `x-request-id`, or of the background job, as logged.',
    { max: 128, filter: true, example: 'req_01JZ5V0G7N4S8X2T6W9Y3B1C5D', holds: 'identifier' },
  )
  request_id?: string | null;
  @f.Bool('Whether this is a test event requested to try out an endpoint.', {
    required: true,
    default: 'false',
  })
  test!: boolean;
  @f.Text(
    "Exact request body that is signed and sent: JSON with the object's state right after the change.",
    {
      required: true,
      max: BODY_MAX,
      visibility: 'single',
      packed: true,
      example: '{"event_id":"evt_01JZ5V0G7N4S8X2T6W9Y3B1C5D","event_type":"payment_succeeded","content":{}}',
    },
  )
  body!: string;
  @f.Timestamp('Time at which the event occurred.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Integer('Position of its transaction in the event feed.', {
    required: true,
    visibility: 'nowhere',
    default: 'event_feed_position()',
    column: { columnType: 'int8' },
  })
  feed_position!: number;
  @f.Sequence('Sequence number across all events; events of one object are numbered in order of occurrence.')
  sequence!: number;
  @f.Children(() => WebhookDelivery, 'Deliveries of the event; empty if no endpoint was configured.', {
    visibility: 'beyond',
  })
  deliveries?: WebhookDelivery[];
  @f.Reference(() => Payment, 'payment_id', 'Payment the event is about.') payment?: Payment;
  @f.Reference(() => Payout, 'payout_id', 'Payout the event is about.') payout?: Payout;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
