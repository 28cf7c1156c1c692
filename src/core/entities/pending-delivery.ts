import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * The queue of webhook deliveries: a row for each pending delivery, with the data for its next attempt. It is written
 * with the delivery, leased, and deleted when the delivery ends, so it stays small while deliveries are kept for
 * months, and an attempt's lease changes no index of a list. A trigger copies changes of a pending delivery's next
 * attempt into the queue.
 */
@Internal({
  table: 'pending_deliveries',
  id: 'delivery_id',
  indexes: {
    // Two requests to redeliver an event to an endpoint make one delivery, even at once.
    pending_deliveries_asked_for: {
      columns: ['merchant_id', 'event_id', 'endpoint_id'],
      unique: true,
      where: 'redelivery',
    },
    // By endpoint and due time, and by object.
    pending_deliveries_due: { columns: ['merchant_id', 'endpoint_id', 'next_attempt_at', 'event_sequence'] },
    pending_deliveries_in_order: {
      columns: ['merchant_id', 'object_id', 'event_sequence'],
      where: 'not redelivery',
    },
    // The few attempts in progress, which count against an endpoint's capacity.
    pending_deliveries_under_way: {
      columns: ['merchant_id', 'endpoint_id'],
      where: 'lease is not null',
    },
    // The few requested by a person, which do not wait for the end of a pause.
    pending_deliveries_urgent: {
      columns: ['merchant_id', 'endpoint_id', 'next_attempt_at'],
      where: 'urgent',
    },
  },
})
export class PendingDelivery extends MerchantScoped {
  @f.Id('The delivery.', { required: true }) delivery_id!: string;
  @f.Id('The event.', { required: true }) event_id!: string;
  @f.Text('Type of the event.', { required: true }) event_type!: string;
  @f.Id('Object of the event.', { required: true }) object_id!: string;
  @f.Id('The business profile.', { required: true }) profile_id!: string;
  @f.Id('The endpoint.', { required: true }) endpoint_id!: string;
  @f.Integer(
    'Position among the deliveries of its object, from the event sequence; for a redelivery the number of its event.',
    { required: true, default: 'delivery_place()', column: { columnType: 'int8' } },
  )
  event_sequence!: number;
  @f.Bool('Whether it is a redelivery, which neither waits for nor blocks other deliveries of its object.', {
    required: true,
    default: 'false',
  })
  redelivery!: boolean;
  @f.Bool(
    'Whether its next attempt is made even while the endpoint is paused, because a person requested it.',
    {
      required: true,
      default: 'false',
    },
  )
  urgent!: boolean;
  @f.Integer('Number of attempts made.', { required: true, default: '0' }) attempt_count!: number;
  @f.Timestamp('Time of the next attempt; for a leased delivery, the expiry of the lease.', {
    required: true,
  })
  next_attempt_at!: Date;
  @f.Text('Fencing token of the current lease.') lease?: string | null;
  @f.Timestamp('Time at which the current lease expires.') leased_until?: Date | null;
  @f.Timestamp('Time at which the delivery was queued.', { required: true }) created_at!: Date;
}
