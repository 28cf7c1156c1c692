import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * The queue of webhook deliveries: a row for each pending one, with what its next attempt needs. It is written with the
 * delivery, leased, and deleted when the delivery ends, so it stays small while deliveries are kept for months, and an
 * attempt's lease changes no index of a list. What a statement changes of a pending delivery's next attempt, a trigger
 * changes here.
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
    // The few that a person asked for, which do not wait for the end of a pause.
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
  @f.Id('The object that the event is about.', { required: true }) object_id!: string;
  @f.Id('The business profile.', { required: true }) profile_id!: string;
  @f.Id('The endpoint.', { required: true }) endpoint_id!: string;
  @f.Integer(
    'Its place among the deliveries of its object, from the sequence of events; of a redelivery the number of its event.',
    { required: true, default: 'delivery_place()', column: { columnType: 'int8' } },
  )
  event_sequence!: number;
  @f.Bool('Whether it is a redelivery, which neither waits for deliveries of its object nor holds them up.', {
    required: true,
    default: 'false',
  })
  redelivery!: boolean;
  @f.Bool('Whether its next attempt is made even while the endpoint rests: a person asked for it.', {
    required: true,
    default: 'false',
  })
  urgent!: boolean;
  @f.Integer('Number of attempts made.', { required: true, default: '0' }) attempt_count!: number;
  @f.Timestamp('When its next attempt is due; of a leased one, when the lease expires.', { required: true })
  next_attempt_at!: Date;
  @f.Text('Fencing token of the current lease.') lease?: string | null;
  @f.Timestamp('When the current lease expires.') leased_until?: Date | null;
  @f.Timestamp('When the delivery was queued.', { required: true }) created_at!: Date;
}
