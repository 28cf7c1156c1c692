import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { Event } from './event.ts';
import { EventType, type EventTypeValue } from './event-types.ts';
import { Payment } from './payment.ts';
import { WebhookAttempt } from './webhook-attempt.ts';

export const WebhookDeliveryStatus = enumeration('WebhookDeliveryStatus', 'Status of a webhook delivery.', {
  pending: 'Waiting for its first attempt or a retry.',
  delivered: 'Acknowledged by the endpoint with a 2xx status. Final.',
  failed: 'All attempts failed, or the endpoint responded 410. Final; the event can be redelivered.',
});

/** Delivery of one event to a webhook endpoint of its profile. Specification: Events. */
@Resource({
  table: 'webhook_deliveries',
  id: 'delivery_id',
  prefix: 'whd',
  about: 'Delivery of one event to a webhook endpoint of its business profile, with all attempts.',
  order: 'created_at',
  from: 'newest',
  reads: 'events:read',
  reach: 'profile',
  shortIndexes: true,
  indexes: {
    webhook_deliveries_failed: {
      columns: ['merchant_id', 'created_at', 'delivery_id'],
      where: 'failed_at is not null',
    },
  },
  // A delivery is partitioned by its event's month, and dropped with it.
  partitioned: { by: 'event_id', per: 'month' },
  unconstrained: ['event', 'payment', 'profile'],
})
export class WebhookDelivery extends MerchantOwned {
  @f.Id('Unique identifier of the delivery.', { required: true }) delivery_id!: string;
  @f.Id('Event being delivered.', { required: true, filter: true }) event_id!: string;
  @f.Enumeration(() => EventType, 'Type of the event.', { required: true, filter: true })
  event_type!: EventTypeValue;
  @f.Id('Object the event is about. Events of one object are delivered in order.', {
    required: true,
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  object_id!: string;
  @f.Id('Payment the event is about.') payment_id?: string | null;
  @f.Id('Business profile whose endpoint receives the event.', { required: true, filter: true })
  profile_id!: string;
  @f.Id(
    "Endpoint that receives the event: an additional endpoint of the profile, or the profile's own endpoint, which has the profile's identifier.",
    { required: true, filter: true },
  )
  endpoint_id!: string;
  @f.Enumeration(() => WebhookDeliveryStatus, 'Status of the delivery.', {
    required: true,
    filter: 'unindexed',
    listed: { pending: { table: 'pending_deliveries' }, failed: { column: 'failed_at' } },
  })
  status!: ValueOf<typeof WebhookDeliveryStatus>;
  @f.Url('URL of the latest attempt. Callers without `webhooks:write` see only its origin.', {
    encrypted: true,
    secretPath: true,
  })
  url?: Buffer | null;
  @f.Integer('Number of attempts made.', { required: true, default: '0', min: 0, filter: 'unindexed' })
  attempt_count!: number;
  @f.ObjectList(() => WebhookAttempt, 'Delivery attempts, oldest first.') attempts!: WebhookAttempt[];
  @f.Integer('HTTP status of the latest attempt.') status_code?: number | null;
  @f.Text('Why the latest attempt failed.', { max: ERROR_MESSAGE_MAX, holds: 'message' }) error_message?:
    | string
    | null;
  @f.Bool('Whether this is a redelivery requested by the merchant.', { required: true, default: 'false' })
  redelivery!: boolean;
  @f.Timestamp(
    'Time of the next attempt; null once the delivery has ended. A delivery waiting for an earlier event of its object follows as soon as the earlier delivery ends.',
    { due: { as: 'webhook_attempt', while: `status = 'pending' and lease is null` } },
  )
  next_attempt_at?: Date | null;
  @f.Timestamp('Time at which the delivery was queued.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which the delivery ended.') completed_at?: Date | null;
  @f.Timestamp(
    'The same for failed deliveries, otherwise null. The list of failed deliveries is ordered by it.',
    {
      visibility: 'nowhere',
    },
  )
  failed_at?: Date | null;
  @f.Integer(
    'Position among the deliveries of its object, if queued by a release before 0.5.0; 0 if only the queue has the position.',
    {
      required: true,
      visibility: 'nowhere',
      default: 'delivery_place()',
      column: { columnType: 'int8' },
    },
  )
  event_sequence!: number;
  @f.Bool(
    'Whether its next attempt is made even while the endpoint is paused, because a person requested it.',
    {
      required: true,
      default: 'false',
      visibility: 'nowhere',
    },
  )
  urgent!: boolean;
  // Leases are in the queue. Processes of release 0.2.0 write them here, and triggers copy them to the queue.
  @f.Text('Fencing token of a lease of release 0.2.0.', { visibility: 'nowhere' }) lease?: string | null;
  @f.Timestamp('Time at which the lease expires.', { visibility: 'nowhere' })
  leased_until?: Date | null;
  @f.Reference(() => Event, 'event_id', 'Event being delivered.') event?: Event;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile whose endpoint receives the event.', {
    visibility: 'nowhere',
  })
  profile?: BusinessProfile;
  @f.Reference(() => Payment, 'payment_id', 'Payment the event is about.') payment?: Payment;
}
