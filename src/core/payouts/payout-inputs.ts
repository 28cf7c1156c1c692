import { SESSION_MAX_S } from '../entities/business-profile.ts';
import { Payout } from '../entities/payout.ts';
import { PayoutMethodDataInput } from '../entities/values/payment-method-data.ts';
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
  'email',
  'name',
  'phone',
  'phone_country_code',
  'payout_method_id',
] as const;

/** Parameters stored in another form, or not stored. */
const extra = ['connector', 'payout_method_data', 'payout_link', 'session_expiry'] as const;
const accepted = [...extra, 'confirm'] as const;

abstract class PayoutInput extends fieldsFrom(Payout, {
  takes: ['payout_id', 'currency', ...merchantFields],
}) {
  @f.Amount('Amount to send, in minor units; at least 1.', { min: 1 }) amount?: number;
  @f.TextList('Preferred connectors by name, in order; used if `routing` is not set.', { holds: 'code' })
  connector?: string[] | null;
  @f.NestedObject(
    () => PayoutMethodDataInput,
    'New destination details of a card, bank account or wallet. Excludes `payout_token` and `payout_method_id`.',
    { redirectsNothing: 'guarded_by_operation' },
  )
  payout_method_data?: PayoutMethodDataInput | null;
  @f.Bool(
    'Whether the payout has a page on which the recipient enters the destination and confirms; its URL is `payout_link.link`. `false` removes the page.',
  )
  payout_link?: boolean | null;
  @f.Integer(
    "Time until the payout expires unless confirmed, in seconds from now; null for the profile's `session_expiry`.",
    {
      min: 1,
      maximum: SESSION_MAX_S,
    },
  )
  session_expiry?: number | null;
  @f.Bool('Whether to confirm the payout in the same request.') confirm?: boolean | null;
  @f.Text('Client secret of the payout; verified if given.', { holds: 'token' }) client_secret?:
    | string
    | null;
}

/** Updates a payout before it is confirmed. Specification: endpoint 5. */
@Input({
  about:
    'Parameters for updating a payout before it is confirmed. Omitted fields keep their values; null clears them.',
})
export class PayoutUpdate extends fieldsFrom(PayoutInput, {
  takes: ['amount', 'currency', ...merchantFields, ...accepted, 'client_secret'],
  neverNull: ['amount', 'profile_id'],
}) {}

@Input({ about: 'Parameters for creating a payout. The identifier is generated unless given.' })
export class PayoutCreation extends fieldsFrom(PayoutInput, {
  requires: ['amount', 'currency'],
  takes: ['payout_id', ...merchantFields, ...accepted],
}) {}

/** Changes made together with the confirmation: all updatable fields except the amount. */
@Input({ about: 'Parameters for confirming a payout, including any last updates.' })
export class PayoutConfirmation extends fieldsFrom(PayoutInput, {
  takes: [...merchantFields, ...extra],
  neverNull: ['profile_id'],
}) {
  @f.Amount(
    "Expected amount of the payout, in minor units. It changes nothing: if the payout's amount differs, the error is `unexpected_state` and nothing is sent.",
    { min: 1 },
  )
  amount?: number | null;
  @f.Currency(
    "Expected currency of the payout. It changes nothing: if the payout's currency differs, the error is `unexpected_state` and nothing is sent.",
  )
  currency?: string | null;
}

/** The fields of a payout that its recipient may set on its page, and the values that the page showed. */
@Input({ about: 'Destination of a payout, entered by the recipient on its page.' })
export class RecipientChoice extends fieldsFrom(PayoutInput, {
  requires: ['amount', 'currency'],
  takes: ['payout_type', 'payout_method_data', 'billing', 'name', 'email'],
}) {
  @f.Text("The sender's destination, masked as shown on the page, if the recipient accepts it.", {
    max: 255,
    holds: 'code',
  })
  destination?: string | null;
}

/** The body of a fulfilment, which may repeat the payout's identifier. Specification: endpoint 6. */
@Input({ about: 'Parameters for fulfilling a payout. `payout_id`, if given, must match the path.' })
export class PayoutFulfillment extends fieldsFrom(Payout, { takes: ['payout_id'] }) {}

@Input({ about: 'Parameters for cancelling a payout.' })
export class PayoutCancellation extends fieldsFrom(Payout, { takes: ['cancellation_reason'] }) {}
