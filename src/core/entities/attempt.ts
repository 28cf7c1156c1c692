import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { Payment } from './payment.ts';
import { AttemptStatus, AuthenticationType, CaptureMethod } from './payment-enumerations.ts';
import { type Category, MappedCategory, MappedCode, MappedMessage } from './unified-error.ts';
import { PaymentMethodKind } from './values/payment-method-data.ts';

/** One attempt to collect a payment through one connector account. Specification: Attempt. */
@Resource({
  table: 'attempts',
  shortIndexes: true,
  nestedIn: 'payment_id',
  id: 'attempt_id',
  prefix: 'att',
  about: 'A payment attempt: one attempt to collect the payment through one connector account.',
  order: 'created_at',
  from: 'oldest',
  reads: 'payments:read',
  reach: 'profile',
  indexes: {
    attempts_by_connector_transaction_id: {
      columns: ['merchant_id', 'merchant_connector_id', 'connector_transaction_id'],
      where: 'connector_transaction_id is not null',
    },
    attempts_of_merchant: { columns: ['merchant_id', 'created_at'] },
    attempts_by_error_code: {
      columns: ['merchant_id', 'error_code', 'created_at'],
      where: 'error_code is not null',
    },
    attempts_by_issuer_error_code: {
      columns: ['merchant_id', 'issuer_error_code', 'created_at'],
      where: 'issuer_error_code is not null',
    },
    // One index serves the statistics of one merchant and of all.
    attempts_by_created_at: { columns: ['created_at', 'merchant_id'] },
  },
})
export class Attempt extends MerchantScoped {
  @f.Id('Unique identifier of the attempt: `<payment_id>_<n>`, where n counts from 1.', {
    required: true,
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_1',
  })
  attempt_id!: string;
  @f.Id('Payment this attempt belongs to.', { required: true, visibility: 'beyond' }) payment_id!: string;
  @f.Enumeration(() => AttemptStatus, 'Lifecycle status of the attempt.', {
    required: true,
    example: 'charged',
  })
  status!: ValueOf<typeof AttemptStatus>;
  @f.Amount("Amount to authorize, in minor units: the payment's `net_amount`.", { required: true })
  amount!: number;
  @f.Amount('Order tax included in the amount, in minor units.') order_tax_amount?: number | null;
  @f.Currency("Three-letter ISO 4217 code of the amounts' currency.") currency?: string | null;
  @f.Text('Name of the connector the attempt was sent to.', { example: 'sandbox', holds: 'code' }) connector?:
    | string
    | null;
  @f.Text('Error message returned by the connector; null unless the attempt failed.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family of the attempt, such as `card`.', {
    example: 'card',
  })
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.Text('Transaction identifier assigned by the connector.', { example: 'txn_7391', holds: 'identifier' })
  connector_transaction_id?: string | null;
  @f.Enumeration(() => CaptureMethod, 'How authorized funds are captured.', { example: 'automatic' })
  capture_method?: ValueOf<typeof CaptureMethod> | null;
  @f.Enumeration(
    () => AuthenticationType,
    'Whether 3-D Secure authentication was requested; not whether the customer passed it.',
    {
      example: 'no_three_ds',
    },
  )
  authentication_type?: ValueOf<typeof AuthenticationType> | null;
  @f.Timestamp('Time at which the attempt was created.', { required: true }) created_at!: Date;
  @f.Timestamp('Time at which the attempt last changed.', { required: true }) modified_at!: Date;
  @f.Text('Cancellation reason given by the merchant.') cancellation_reason?: string | null;
  @f.Id('Mandate the attempt was made under or set up.') mandate_id?: string | null;
  @f.Text('Error code returned by the connector; null unless the attempt failed.', { holds: 'code' })
  error_code?: string | null;
  @f.Text(
    'Token of the saved payment method used by the attempt, masked except for its last four characters.',
    {
      holds: 'token',
    },
  )
  payment_token?: string | null;
  @f.Json("Additional data returned by the connector, such as its fee or the network's advice on a decline.")
  connector_metadata?: unknown;
  @f.Text('Checkout flow of the payment method, such as `redirect_to_url`.', { holds: 'code' })
  payment_experience?: string | null;
  @f.Text('Payment method subtype, such as `credit` or `ach`.', { example: 'credit', holds: 'code' })
  payment_method_type?: string | null;
  @f.Text('Reference sent to the connector with the attempt: its `attempt_id`.', { holds: 'identifier' })
  reference_id?: string | null;
  @f.Text('Decline code of the card issuer, if the connector returns it.', {
    visibility: 'beyond',
    example: '51',
    holds: 'code',
  })
  issuer_error_code?: string | null;
  @f.Text('Decline message of the card issuer, if the connector returns it.', {
    max: ERROR_MESSAGE_MAX,
    visibility: 'beyond',
    holds: 'message',
  })
  issuer_error_message?: string | null;
  @MappedCode() unified_code?: string | null;
  @MappedMessage() unified_message?: string | null;
  @MappedCategory() error_category?: Category;
  @f.Text("The operator's name for the error, from the error mapping; null without a match.", {
    visibility: 'beyond',
    holds: 'code',
  })
  router_error?: string | null;
  @f.Text(
    'Program that sent the confirmation, from the header `x-client-source`, such as `switchyard-js`; null without the header.',
    { holds: 'code' },
  )
  client_source?: string | null;
  @f.Text('Version of that program, from the header `x-client-version`; null without the header.', {
    holds: 'code',
  })
  client_version?: string | null;
  @f.Id('Connector account the attempt was routed to.', { visibility: 'beyond' })
  merchant_connector_id?: string | null;
  @f.Id('Business profile of the payment.', { visibility: 'beyond' }) profile_id?: string | null;
  @f.Text('Card network the attempt went over, such as `Visa`; null unless paid by card.', {
    visibility: 'beyond',
    example: 'Visa',
    holds: 'code',
  })
  card_network?: string | null;
  @f.Text("The card network's identifier of the attempt; null unless the connector reported it.", {
    visibility: 'beyond',
    example: '016150703802094',
    holds: 'token',
  })
  network_transaction_id?: string | null;
  @f.Country('Two-letter ISO 3166 country code of the billing address at the time of the attempt.', {
    visibility: 'beyond',
  })
  billing_country?: string | null;
  @f.Timestamp('Time at which the connector approved the attempt; null unless approved.', {
    visibility: 'beyond',
  })
  authorized_at?: Date | null;
  /**
   * The connector's decision, on which its approval rate is based. An approval stands if the authorization is voided
   * later. An attempt that ended before the connector decided, such as by a fraud check or a failed authentication,
   * has no decision.
   */
  @f.Text('Decision of the connector: `approved` or `declined`; null unless it decided.', {
    visibility: 'nowhere',
    derived: `case when status in ('failure', 'authorization_failed') then 'declined'
      when authorized_at is not null then 'approved' else null end`,
    holds: 'code',
  })
  connector_decision?: string | null;
  /** Too many issuers for a statistics dimension, and too few queries for an index. */
  @f.Text("Bank that issued the card, as in the payment's `paymentMethodData.card.cardIssuer`.", {
    visibility: 'nowhere',
    computed: {
      reads: ['payments'],
      sql: (attempt, merchantId) => `(
        select p.payment_method_data #>> '{card,card_issuer}' from payments p
        where p.merchant_id = ${merchantId} and p.payment_id = ${attempt}.payment_id)`,
    },
  })
  card_issuer?: string | null;
  /** Compared with the connector's later reports. Set slightly early for a response, to allow for clock differences. */
  @f.Timestamp("Time of the connector's latest report, by its clock.", { visibility: 'nowhere' })
  connector_updated_at?: Date | null;
  @f.Reference(() => Payment, 'payment_id', 'Payment this attempt belongs to.') payment?: Payment;
}
