import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';
import { TeamMember } from './team-member.ts';

export const ViewedList = enumeration('ViewedList', 'Dashboard list with saved views.', {
  payments: 'Payments.',
  refunds: 'Refunds.',
  disputes: 'Disputes.',
  payouts: 'Payouts.',
  customers: 'Customers.',
  attempts: 'Attempts.',
});

/** Maximum length of a view's URL parameters, in ASCII characters. */
const ADDRESS_MAX = 2_048;
const NAME_MAX = 64;

/**
 * A member's saved view of a list: named filters, order and columns. It is private to the member and deleted with
 * them.
 */
@Internal({
  table: 'saved_views',
  within: ['person_id'],
  id: 'view_id',
  prefix: 'view',
  logged: true,
  indexes: {
    saved_views_by_name: { columns: ['merchant_id', 'person_id', 'list', 'name'], unique: true },
  },
})
export class SavedView extends MerchantScoped {
  @f.Id('Unique identifier of the view.', { required: true }) view_id!: string;
  @f.Id('Person who saved it.', { required: true }) person_id!: string;
  @f.Enumeration(() => ViewedList, 'List of its rows.', { required: true, checked: true })
  list!: ValueOf<typeof ViewedList>;
  @f.Text("Name of the view, unique among the person's views of the list.", { required: true, max: NAME_MAX })
  name!: string;
  @f.Text(
    "Query string of the list's page: filters, search, order and columns, percent-encoded, without `?` and `#`; empty for the default list.",
    { required: true, max: ADDRESS_MAX },
  )
  address!: string;
  @f.Timestamp('Time at which it was first saved.', { required: true }) created_at!: Date;
  @f.Reference(() => TeamMember, 'person_id', 'Member who saved it.', { onDelete: 'cascade' })
  member?: TeamMember;
}
