import { Payout } from '../entities/payout.ts';
import { PayoutMethodDataInput } from '../entities/values/payout-card-input.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** The fields that a merchant sets, described as on the payout itself. */
const merchantFields = [
  'routing',
  'payout_type',
  'billing',
  'auto_fulfill',
  'customer_id',
  'customer',
  'return_url',
  'business_country',
  'business_label',
  'description',
  'entity_type',
  'recurring',
  'metadata',
  'payout_token',
  'profile_id',
  'priority',
  'payout_link_config',
  'session_expiry',
  'email',
  'name',
  'phone',
  'phone_country_code',
  'payout_method_id',
] as const;

/** Parameters that a payout stores in another form, or not at all. */
const extra = ['connector', 'payout_method_data', 'payout_link'] as const;
const accepted = [...extra, 'confirm'] as const;

abstract class PayoutInput extends fieldsFrom(Payout, {
  takes: ['payout_id', 'amount', 'currency', ...merchantFields],
}) {
  @f.TextList('Names of connectors to use, the preferred one first.') connector?: string[] | null;
  @f.NestedObject(() => PayoutMethodDataInput, 'Where it goes: a card that is typed in.')
  payout_method_data?: PayoutMethodDataInput | null;
  @f.Bool(
    'Whether the recipient says on a hosted page where it goes. There are no such pages: only false is taken.',
  )
  payout_link?: boolean | null;
  @f.Bool('Whether to confirm it at once.') confirm?: boolean | null;
  @f.Text('The client secret of the payout, checked when it is given.') client_secret?: string | null;
}

/** Updates a payout before it is confirmed. Specification: endpoint 5. */
@Input({ about: 'What may be changed of a payout until it is confirmed.' })
export class PayoutUpdate extends fieldsFrom(PayoutInput, {
  takes: ['amount', 'currency', ...merchantFields, ...accepted, 'client_secret'],
}) {}

@Input({ about: 'What is said of a payout at first; the identifier is made when it is not given.' })
export class PayoutCreation extends fieldsFrom(PayoutInput, {
  requires: ['amount', 'currency'],
  takes: ['payout_id', ...merchantFields, ...accepted],
}) {}

/** Changes made together with confirming: everything that may be updated before. */
@Input({ about: 'What may be changed of a payout as it is confirmed.' })
export class PayoutConfirmation extends fieldsFrom(PayoutInput, {
  takes: ['amount', 'currency', ...merchantFields, ...extra],
}) {}

/** The body of a fulfilment, which may repeat the payout's identifier. Specification: endpoint 6. */
@Input({ about: 'Which payout is fulfilled, once more; it need not be said.' })
export class PayoutFulfillment extends fieldsFrom(Payout, { takes: ['payout_id'] }) {}
