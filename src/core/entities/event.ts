import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { EventType, type EventTypeValue } from './event-types.ts';
import { MerchantAccount } from './merchant-account.ts';
import { Payment } from './payment.ts';
import { Payout } from './payout.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

export const EventObject = enumeration('EventObject', 'The kind of object that an event tells of.', {
  payment: 'A payment.',
  refund: 'A refund.',
  dispute: 'A dispute.',
  payout: 'A payout.',
});

/** The longest body. The longest there is holds a payment with every list at its longest. */
const BODY_MAX = 16 * 1024 * 1024;

/**
 * Something that happened to a payment, refund, dispute or payout, recorded in the transaction that did it and never
 * changed. Specification: Events.
 */
@Resource({
  table: 'events',
  id: 'event_id',
  prefix: 'evt',
  about: 'Something that happened to a payment, refund, dispute or payout.',
  order: 'created_at',
  from: 'newest',
  unconstrained: ['payment', 'payout'],
})
export class Event extends MerchantOwned {
  @f.Id('Identifier of the event, the `webhook-id` of every try to deliver it.', { required: true })
  event_id!: string;
  @f.Enumeration(() => EventType, 'What happened.', { required: true, filter: true })
  event_type!: EventTypeValue;
  @f.Enumeration(() => EventObject, 'The kind of object it happened to.', { required: true })
  object_type!: ValueOf<typeof EventObject>;
  @f.Id('The object it happened to.', { required: true, filter: true }) object_id!: string;
  @f.Id('The payment it is about, also where it happened to a refund or dispute of it.', { filter: true })
  payment_id?: string | null;
  @f.Id('The payout it is about.', { filter: true }) payout_id?: string | null;
  @f.Id('The business profile whose endpoint hears of it.') profile_id?: string | null;
  @f.Bool('Whether somebody asked for it to try an endpoint out: then nothing happened.', {
    required: true,
    default: 'false',
  })
  test!: boolean;
  @f.Text('The very text that is sent and signed: JSON with the object as it was right after.', {
    required: true,
    max: BODY_MAX,
  })
  body!: string;
  @f.Timestamp('When it happened.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Sequence('Its place among all events. Those of one object are in the order in which they happened.')
  sequence!: number;
  @f.Children(() => WebhookDelivery, 'Its deliveries: none where nobody was to hear of it.', {
    visibility: 'graphql',
  })
  deliveries?: WebhookDelivery[];
  @f.Reference(() => Payment, 'payment_id', 'The payment it is about.') payment?: Payment;
  @f.Reference(() => Payout, 'payout_id', 'The payout it is about.') payout?: Payout;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'The merchant it belongs to.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
