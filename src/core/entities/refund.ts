import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, enumeration, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { ConnectorAccount } from './connector-account.ts';
import { Payment } from './payment.ts';

export const RefundStatus = enumeration('RefundStatus', 'How far a refund has come.', {
  pending: 'The connector has been asked; the outcome is not known yet.',
  succeeded: 'The money went back. Final.',
  failed: 'The connector refused it. Final.',
  review: 'Someone at the connector is looking at it.',
});

/** Money given back on a payment. Specification: Refund. */
@Resource({
  table: 'refunds',
  id: 'refund_id',
  prefix: 'ref',
  about: 'Money given back on a payment.',
  order: 'created_at',
  from: 'newest',
  unconstrained: ['profile', 'connector_account'],
})
export class Refund extends MerchantScoped {
  @f.Id('Identifier of the refund.', { required: true, search: true }) refund_id!: string;
  @f.Id('The payment it gives money back on.', { required: true, filter: true, search: true })
  payment_id!: string;
  @f.Amount('What is given back, in minor units.', { required: true, filter: true, sort: true })
  amount!: number;
  @f.Currency('Currency of the amount.', { required: true, filter: true }) currency!: string;
  @f.Enumeration(() => RefundStatus, 'How far it has come.', { required: true, filter: true })
  status!: ValueOf<typeof RefundStatus>;
  @f.Text('Why, as the merchant put it.', { search: true }) reason?: string | null;
  @f.Text('What the connector said, when it failed.', { max: ERROR_MESSAGE_MAX }) error_message?:
    | string
    | null;
  @f.Text("The connector's code for the failure.") error_code?: string | null;
  @f.Text('The failure in terms common to all connectors.') unified_code?: string | null;
  @f.Text('The failure for people, in words common to all connectors.', { max: ERROR_MESSAGE_MAX })
  unified_message?: string | null;
  @f.JsonObject('Set by the merchant.') metadata?: Record<string, unknown> | null;
  @f.Timestamp('When it was made.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true }) updated_at!: Date;
  @f.Text('Name of the connector.', { filter: true }) connector?: string | null;
  @f.Id('The business profile of its payment.', { filter: true }) profile_id?: string | null;
  @f.Id('The connector account it goes through.') merchant_connector_id?: string | null;
  @f.JsonObject(
    'How a split payment is given back: `<connector>_split_refund` with `revert_platform_fee`, `revert_transfer`.',
  )
  split_refunds?: Record<string, unknown> | null;
  @f.Text("The issuer's code for the failure.") issuer_error_code?: string | null;
  @f.Text("The issuer's words for the failure.", { max: ERROR_MESSAGE_MAX }) issuer_error_message?:
    | string
    | null;
  @f.Reference(() => Payment, 'payment_id', 'The payment it gives money back on.') payment?: Payment;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile of its payment.')
  profile?: BusinessProfile;
  @f.Reference(() => ConnectorAccount, 'merchant_connector_id', 'The connector account it goes through.')
  connector_account?: ConnectorAccount;
}
