import * as f from '../model/fields.ts';
import { MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { AuditActor } from './audit-entry.ts';
import { BusinessProfile } from './business-profile.ts';
import { Payment } from './payment.ts';

/** The longest note, in characters. */
export const NOTE_MAX = 2_000;

/** A note of the team about a payment. */
@Resource({
  table: 'notes',
  id: 'note_id',
  prefix: 'note',
  about:
    'An internal note on a payment. It is not shown to the customer, sent to a connector or included in events.',
  order: 'created_at',
  from: 'newest',
  reads: 'payments:read',
  reach: 'profile',
  audited: { shows: 'figures' },
  unconstrained: ['profile'],
})
export class Note extends MerchantScoped {
  @f.Id('Unique identifier of the note.', { required: true }) note_id!: string;
  @f.Id('Payment that the note is on.', { required: true, filter: true }) payment_id!: string;
  @f.Text(
    "Text of the note; null once the customer's personal data is erased, as the note may contain some.",
    { max: NOTE_MAX, personal: true, example: 'The customer called: the parcel came on Monday.' },
  )
  text?: string | null;
  @f.Enumeration(() => AuditActor, 'Kind of author: a person or a kind of key.', { required: true })
  author_type!: ValueOf<typeof AuditActor>;
  @f.Id('Identifier of the author, a person or a key; null for the service itself.', {
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  author_id?: string | null;
  @f.Text('Name of the person or key at the time.', { personal: true, example: 'Ada Lovelace' })
  author_name?: string | null;
  @f.Id('Business profile of the payment.', { filter: true }) profile_id?: string | null;
  @f.Timestamp('Time at which the note was written.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Reference(() => Payment, 'payment_id', 'Payment that the note is on.') payment?: Payment;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile of the payment.')
  profile?: BusinessProfile;
}
