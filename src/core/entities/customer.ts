import * as f from '../model/fields.ts';
import { type JsonRecord, MerchantScoped, Resource } from '../model/index.ts';
import { Mandate } from './mandate.ts';
import { MerchantAccount } from './merchant-account.ts';
import { Payment } from './payment.ts';
import { PaymentMethod } from './payment-method.ts';
import { Address } from './values/contact.ts';

/** A payer or payout recipient of a merchant. Specification: Customer. */
@Resource({
  table: 'customers',
  id: 'customer_id',
  prefix: 'cus',
  about: 'A customer of the merchant: the payer of payments or the recipient of payouts.',
  order: 'created_at',
  from: 'newest',
  reads: 'customers:read',
  reach: 'shared',
})
export class Customer extends MerchantScoped {
  @f.Id('Unique identifier of the customer (`cus_…` unless the merchant chose it).', {
    required: true,
    search: true,
  })
  customer_id!: string;
  @f.Text("Customer's full name.", { search: true, example: 'Alice Example', personal: true }) name?:
    | string
    | null;
  @f.Email("Customer's email address.", {
    filter: true,
    search: true,
    example: 'alice@example.com',
    personal: true,
    redirectsNothing: 'of_customer',
  })
  email?: string | null;
  @f.Text(
    "Customer's phone number, without the calling code. Searches match its digits in national and international form.",
    {
      search: true,
      callingCode: 'phone_country_code',
      example: '3012345678',
      personal: true,
      holds: 'phone',
    },
  )
  phone?: string | null;
  @f.PhoneCountryCode('Calling code of the phone number, such as `+44`.', { example: '+49', personal: true })
  phone_country_code?: string | null;
  @f.Text("Merchant's note about the customer.", { search: true, personal: true }) description?:
    | string
    | null;
  @f.NestedObject(() => Address, "Customer's postal address.") address?: Address | null;
  @f.Timestamp('Time at which the customer was created.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.JsonObject("Key-value pairs for the merchant's own use, up to 50 keys. Updates merge key by key.", {
    example: { tier: 'gold' },
  })
  metadata?: JsonRecord | null;
  @f.Id("Default payment method, one of the customer's saved methods (`pm_…`).", {
    example: 'pm_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  default_payment_method_id?: string | null;

  @f.Bool(
    'Whether the e-mail address was last set by a caller without `personal_data:read`. Links are not mailed to it.',
    {
      visibility: 'nowhere',
    },
  )
  email_set_unread?: boolean | null;
  @f.JsonObject("Connectors' own identifiers of the customer, keyed by connector account.", {
    visibility: 'nowhere',
  })
  connector_customers?: JsonRecord | null;
  @f.Timestamp('Time at which the customer last changed.', { required: true, visibility: 'beyond' })
  modified_at!: Date;
  @f.Timestamp('Time at which the customer was deleted and its personal data erased; null unless deleted.', {
    visibility: 'beyond',
  })
  deleted_at?: Date | null;
  @f.Children(() => PaymentMethod, 'Saved payment methods of the customer, newest first.', {
    visibility: 'beyond',
  })
  payment_methods?: PaymentMethod[];
  @f.Children(() => Mandate, "The customer's mandates, newest first.", { visibility: 'beyond' })
  mandates?: Mandate[];
  @f.Children(
    () => Payment,
    "The customer's 1000 latest payments, newest first. Use `payments` to filter and page through all of them.",
    { visibility: 'beyond', rows: 100 },
  )
  payments?: Payment[];
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account that owns it.', {
    visibility: 'nowhere',
  })
  merchant?: MerchantAccount;
}
