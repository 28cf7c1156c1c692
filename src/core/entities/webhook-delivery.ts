import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { Event } from './event.ts';
import { EventType, type EventTypeValue } from './event-types.ts';
import { Payment } from './payment.ts';
import { WebhookAttempt } from './webhook-attempt.ts';

export const WebhookDeliveryStatus = enumeration('WebhookDeliveryStatus', 'How far a delivery has come.', {
  pending: 'It waits for its turn, or for its next try.',
  delivered: 'The endpoint answered with 2xx. Final.',
  failed: 'Every try failed, or the endpoint wants no more. Final; it may be redelivered.',
});

/** The sending of one event to the endpoint of its profile, with all its tries. */
@Resource({
  table: 'webhook_deliveries',
  id: 'delivery_id',
  prefix: 'whd',
  about: 'The sending of one event to the endpoint of its profile, with all its tries.',
  order: 'created_at',
  from: 'newest',
  indexes: {
    // What is still to be delivered, by endpoint and by when; and what else of the same object is.
    webhook_deliveries_due: {
      columns: ['merchant_id', 'profile_id', 'next_attempt_at', 'event_sequence'],
      where: `status = 'pending'`,
    },
    webhook_deliveries_in_order: {
      columns: ['merchant_id', 'object_id', 'event_sequence'],
      where: `status = 'pending' and not redelivery`,
    },
    // The few attempts in progress, which count against an endpoint's capacity.
    webhook_deliveries_under_way: {
      columns: ['merchant_id', 'profile_id'],
      where: `status = 'pending' and lease is not null`,
    },
    // Two requests to redeliver an event make one delivery, even at once.
    webhook_deliveries_asked_for: {
      columns: ['merchant_id', 'event_id'],
      unique: true,
      where: `status = 'pending' and redelivery`,
    },
  },
  unconstrained: ['payment'],
})
export class WebhookDelivery extends MerchantOwned {
  @f.Id('Identifier of the delivery.', { required: true }) delivery_id!: string;
  @f.Id('The event it delivers.', { required: true, filter: true }) event_id!: string;
  @f.Enumeration(() => EventType, 'What happened.', { required: true }) event_type!: EventTypeValue;
  @f.Id('The object it happened to. Events of one object are delivered in their order.', { required: true })
  object_id!: string;
  @f.Id('The payment the event is about.') payment_id?: string | null;
  @f.Id('The business profile whose endpoint it goes to.', { required: true, filter: true })
  profile_id!: string;
  @f.Enumeration(() => WebhookDeliveryStatus, 'How far it has come.', { required: true, filter: true })
  status!: ValueOf<typeof WebhookDeliveryStatus>;
  @f.Url('Where it went at its latest try.', { encrypted: true }) url?: Buffer | null;
  @f.Integer('How many tries were made.', { required: true, default: '0', min: 0 }) attempt_count!: number;
  @f.ObjectList(() => WebhookAttempt, 'Its tries, the first one first.') attempts!: WebhookAttempt[];
  @f.Integer('What the endpoint answered to the latest try.') status_code?: number | null;
  @f.Text('Why the latest try did not succeed.', { max: ERROR_MESSAGE_MAX }) error_message?: string | null;
  @f.Bool('Whether somebody asked for it, after what was tried by itself.', {
    required: true,
    default: 'false',
  })
  redelivery!: boolean;
  @f.Timestamp(
    'When it is looked at next; one that waits for an earlier event of its object comes as soon as that is over. Null once it is over itself.',
  )
  next_attempt_at?: Date | null;
  @f.Timestamp('When it was queued.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Timestamp('When it was over.') completed_at?: Date | null;
  @f.Integer("Its event's place among all events.", {
    required: true,
    visibility: 'nowhere',
    column: { columnType: 'int8' },
  })
  event_sequence!: number;
  @f.Text('Which taking of it, by some process, it is in.', { visibility: 'nowhere' }) lease?: string | null;
  @f.Timestamp('Until when whoever took it may be at it.', { visibility: 'nowhere' })
  leased_until?: Date | null;
  @f.Reference(() => Event, 'event_id', 'The event it delivers.', { onDelete: 'cascade' }) event?: Event;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile whose endpoint it goes to.', {
    visibility: 'nowhere',
  })
  profile?: BusinessProfile;
  @f.Reference(() => Payment, 'payment_id', 'The payment the event is about.') payment?: Payment;
}
