import * as f from '../model/fields.ts';
import {
  ERROR_MESSAGE_MAX,
  type JsonRecord,
  MerchantScoped,
  Resource,
  type ValueOf,
} from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { ConnectorAccount } from './connector-account.ts';
import { Payment } from './payment.ts';
import { RefundStatus } from './refund-status.ts';
import { type Category, MappedCategory, MappedCode, MappedMessage } from './unified-error.ts';
import { PaymentMethodKind } from './values/payment-method-data.ts';

/** A full or partial refund of a payment. Specification: Refund. */
@Resource({
  table: 'refunds',
  nestedIn: 'payment_id',
  id: 'refund_id',
  prefix: 'ref',
  about: 'A full or partial refund of a payment.',
  order: 'created_at',
  from: 'newest',
  reads: 'refunds:read',
  reach: 'profile',
  audited: { shows: 'figures' },
  indexes: {
    refunds_by_connector_refund_id: {
      columns: ['merchant_id', 'merchant_connector_id', 'connector_refund_id'],
      where: 'connector_refund_id is not null',
    },
  },
  unconstrained: ['profile', 'connector_account'],
  triggersChange: () => [Payment],
})
export class Refund extends MerchantScoped {
  @f.Id('Unique identifier of the refund (`ref_…`).', { required: true, search: true }) refund_id!: string;
  @f.Id('Refunded payment.', { required: true, filter: true, search: true }) payment_id!: string;
  @f.Id('Customer of the refunded payment; null for a guest.', { visibility: 'beyond', filter: true })
  customer_id?: string | null;
  @f.Amount('Amount to refund, in minor units; at most the received amount not yet refunded.', {
    required: true,
    filter: true,
    sort: true,
  })
  amount!: number;
  @f.Amount(
    "Part of `amount` that refunds the payment's surcharge, without the tax on it, in minor units: in proportion to `amount`, rounded half up; the refund that completes the received amount has the rest. Null without a surcharge.",
    { onlyIfSet: 'A surcharge can be set in REST too, and is refunded.', example: 0 },
  )
  surcharge_amount?: number | null;
  @f.Currency("Three-letter ISO 4217 code of the payment's currency.", { required: true, filter: true })
  currency!: string;
  @f.Enumeration(() => RefundStatus, 'Lifecycle status of the refund.', {
    required: true,
    filter: true,
    example: 'succeeded',
  })
  status!: ValueOf<typeof RefundStatus>;
  @f.Text('Reason given by the merchant.', { search: true, example: 'Returned by the customer.' })
  reason?: string | null;
  @f.Text('Error message returned by the connector; null unless the refund failed.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
  @f.Text(
    'Error code returned by the connector; null unless the refund failed. `not_as_asked` while the connector reports a different amount than requested.',
    { holds: 'code' },
  )
  error_code?: string | null;
  @MappedCode() unified_code?: string | null;
  @MappedMessage() unified_message?: string | null;
  @MappedCategory() error_category?: Category;
  @f.Text("The operator's name for the error, from the error mapping; null without a match.", {
    visibility: 'beyond',
    holds: 'code',
  })
  router_error?: string | null;
  @f.JsonObject("Key-value pairs for the merchant's own use, up to 50 keys. Updates merge key by key.")
  metadata?: JsonRecord | null;
  @f.Timestamp('Time at which the refund was created.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which the refund last changed.', { required: true, filter: true, sort: true })
  updated_at!: Date;
  @f.Text('Name of the connector that executes the refund.', {
    filter: true,
    example: 'sandbox',
    holds: 'code',
  })
  connector?: string | null;
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family of the refunded payment, such as `card`.', {
    visibility: 'beyond',
    filter: true,
    example: 'card',
  })
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.Id('Business profile of the refunded payment.', { filter: true }) profile_id?: string | null;
  @f.Id('Connector account that executes the refund.') merchant_connector_id?: string | null;
  @f.Text('Refund identifier assigned by the connector.', {
    search: true,
    visibility: 'beyond',
    example: 'rfd_4410',
    holds: 'identifier',
  })
  connector_refund_id?: string | null;
  @f.JsonObject(
    'Refund instructions for a split payment, under `<connector>_split_refund` of the connector that received it.',
  )
  split_refunds?: JsonRecord | null;
  @f.Text('Error code of the card issuer, if the connector returns it.', { holds: 'code' })
  issuer_error_code?: string | null;
  @f.Text('Error message of the card issuer, if the connector returns it.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  issuer_error_message?: string | null;
  @f.Balance(
    'Fee of the connector for the refund, in minor units of `fee_currency`; negative if refunded to the merchant, null if not reported.',
    {
      visibility: 'beyond',
      currencyIn: 'fee_currency',
      example: 123,
    },
  )
  fee?: number | null;
  @f.Currency(
    "Three-letter ISO 4217 code of the currency of `fee`: the connector account's currency, which may differ from `currency`.",
    { visibility: 'beyond', example: 'EUR' },
  )
  fee_currency?: string | null;
  @f.Text(
    "Connector's identifier of the ledger entry of the refund, such as a balance transaction; null if not reported.",
    { visibility: 'beyond', example: 'txn_3QK5bJ2eZvKYlo2C0', holds: 'identifier' },
  )
  settlement_reference?: string | null;
  @f.Timestamp(
    "Time at which the money becomes available in the connector's payout balance; null if not reported.",
    { visibility: 'beyond', due: { as: 'settlement' } },
  )
  available_on?: Date | null;
  /** Compared with the connector's later reports. Set slightly early for a response, to allow for clock differences. */
  @f.Timestamp("Time of the connector's latest report, by its clock.", { visibility: 'nowhere' })
  connector_updated_at?: Date | null;
  @f.Reference(() => Payment, 'payment_id', 'Refunded payment.') payment?: Payment;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile of the refunded payment.')
  profile?: BusinessProfile;
  @f.Reference(() => ConnectorAccount, 'merchant_connector_id', 'Connector account that executes the refund.')
  connector_account?: ConnectorAccount;
}
