import { Payment } from '../entities/payment.ts';
import { PaymentMethodDataInput } from '../entities/values/card-input.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input } from '../model/index.ts';

/** The longest session: about three months, in seconds. */
const SESSION_EXPIRY_MAX_S = 7_890_000;

/** The fields that a merchant sets, described as on the payment itself. */
const merchantFields = [
  'shipping_cost',
  'order_tax_amount',
  'surcharge_details',
  'customer_id',
  'customer',
  'description',
  'email',
  'name',
  'phone',
  'billing',
  'shipping',
  'metadata',
  'frm_metadata',
  'connector_metadata',
  'feature_metadata',
  'return_url',
  'authentication_type',
  'capture_method',
  'setup_future_usage',
  'off_session',
  'statement_descriptor_name',
  'statement_descriptor_suffix',
  'order_details',
  'payment_method',
  'payment_method_type',
  'payment_token',
  'payment_method_id',
  'payment_experience',
  'allowed_payment_method_types',
  'browser_info',
  'mandate_data',
  'split_payments',
  'merchant_order_reference_id',
  'business_country',
  'business_label',
  'business_sub_label',
  'force_3ds_challenge',
  'is_iframe_redirection_enabled',
  'request_external_three_ds_authentication',
] as const;

/** Parameters that a payment stores in another form, or not at all. */
const extra = ['payment_method_data', 'session_expiry', 'request_incremental_authorization'] as const;
const accepted = [...extra, 'confirm'] as const;

abstract class PaymentInput extends fieldsFrom(Payment, {
  takes: ['payment_id', 'profile_id', 'amount', 'currency', ...merchantFields],
}) {
  @f.NestedObject(() => PaymentMethodDataInput, 'How it is to be paid: a card that is typed in.')
  payment_method_data?: PaymentMethodDataInput | null;
  @f.Integer('How long it may wait to be confirmed, in seconds from now.', {
    min: 1,
    maximum: SESSION_EXPIRY_MAX_S,
  })
  session_expiry?: number | null;
  @f.Bool('Whether raising the authorization later is asked for.')
  request_incremental_authorization?: boolean | null;
  @f.Bool('Whether to confirm it at once.') confirm?: boolean | null;
}

/** Updates a payment before it is confirmed. Specification: endpoint 1. */
@Input({ about: 'What may be changed of a payment until it is confirmed.' })
export class PaymentUpdate extends fieldsFrom(PaymentInput, {
  takes: ['amount', 'currency', ...merchantFields, ...accepted],
}) {}

@Input({ about: 'What is said of a payment at first; the identifier is made when it is not given.' })
export class PaymentCreation extends fieldsFrom(PaymentInput, {
  requires: ['amount', 'currency'],
  takes: ['payment_id', 'profile_id', ...merchantFields, ...accepted],
}) {}

/** Changes made together with confirming: everything that may be updated before. */
@Input({ about: 'What may be changed of a payment as it is confirmed.' })
export class PaymentConfirmation extends fieldsFrom(PaymentInput, {
  takes: ['amount', 'currency', ...merchantFields, ...extra],
}) {}

@Input({ about: 'How much of an authorized payment is captured.' })
export class PaymentCapture {
  @f.Amount('How much, in minor units; all that is left unless given.') amount?: number | null;
}

@Input({ about: 'Why a payment is cancelled.' })
export class PaymentCancellation extends fieldsFrom(Payment, { takes: ['cancellation_reason'] }) {}
