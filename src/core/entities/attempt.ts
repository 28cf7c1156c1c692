import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { Payment } from './payment.ts';
import { AttemptStatus, AuthenticationType, CaptureMethod } from './payment-enumerations.ts';
import { PaymentMethodKind } from './values/payment-method-kind.ts';

/** One try at a payment through one connector. Specification: Attempt. */
@Resource({
  table: 'attempts',
  id: 'attempt_id',
  prefix: 'att',
  about: 'One try at a payment through one connector.',
  order: 'created_at',
  from: 'oldest',
  indexes: {
    attempts_by_connector_transaction_id: {
      columns: ['merchant_id', 'merchant_connector_id', 'connector_transaction_id'],
      where: 'connector_transaction_id is not null',
    },
  },
})
export class Attempt extends MerchantScoped {
  @f.Id('Identifier: `<payment_id>_<n>`, counted from 1.', { required: true }) attempt_id!: string;
  @f.Id('The payment it is a try at.', { required: true, visibility: 'graphql' }) payment_id!: string;
  @f.Enumeration(() => AttemptStatus, 'Where the attempt stands.', { required: true })
  status!: ValueOf<typeof AttemptStatus>;
  @f.Amount('What was asked for, in minor units.', { required: true }) amount!: number;
  @f.Amount('The part of the amount that is tax, in minor units.') order_tax_amount?: number | null;
  @f.Currency('Currency of the amounts.') currency?: string | null;
  @f.Text('Name of the connector that was asked.') connector?: string | null;
  @f.Text('What the connector said, when it failed.', { max: ERROR_MESSAGE_MAX }) error_message?:
    | string
    | null;
  @f.Enumeration(() => PaymentMethodKind, 'The method tried.') payment_method?: ValueOf<
    typeof PaymentMethodKind
  > | null;
  @f.Text("The connector's own identifier for the transaction.") connector_transaction_id?: string | null;
  @f.Enumeration(() => CaptureMethod, 'When the money is captured.') capture_method?: ValueOf<
    typeof CaptureMethod
  > | null;
  @f.Enumeration(() => AuthenticationType, 'Whether the cardholder is authenticated.')
  authentication_type?: ValueOf<typeof AuthenticationType> | null;
  @f.Timestamp('When it was made.', { required: true }) created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true }) modified_at!: Date;
  @f.Text('Why it was cancelled, as the merchant put it.') cancellation_reason?: string | null;
  @f.Id('The mandate it was made under.') mandate_id?: string | null;
  @f.Text("The connector's code for the failure.") error_code?: string | null;
  @f.Text('Token of the saved method it was made with.') payment_token?: string | null;
  @f.Json('What the connector added.') connector_metadata?: unknown;
  @f.Text('How the customer goes through it, such as `redirect_to_url`.') payment_experience?: string | null;
  @f.Text('The kind of method more closely, such as `credit` or `ach`.') payment_method_type?: string | null;
  @f.Text("The service's reference that the connector was given.") reference_id?: string | null;
  @f.Text('The failure in terms common to all connectors.') unified_code?: string | null;
  @f.Text('The failure for people, in words common to all connectors.', { max: ERROR_MESSAGE_MAX })
  unified_message?: string | null;
  @f.Text('What kind of client made it.') client_source?: string | null;
  @f.Text("The client's version.") client_version?: string | null;
  @f.Id('The connector account it went through.', { visibility: 'graphql' }) merchant_connector_id?:
    | string
    | null;
  @f.Reference(() => Payment, 'payment_id', 'The payment it is a try at.') payment?: Payment;
}
