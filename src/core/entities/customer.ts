import * as f from '../model/fields.ts';
import { MerchantScoped, Resource } from '../model/index.ts';
import { MerchantAccount } from './merchant-account.ts';
import { Payment } from './payment.ts';
import { PaymentMethod } from './payment-method.ts';
import { Address } from './values/contact.ts';

/** Someone who pays or is paid. Specification: Customer. */
@Resource({
  table: 'customers',
  id: 'customer_id',
  prefix: 'cus',
  about: 'Someone who pays the merchant or is paid by it.',
  order: 'created_at',
  from: 'newest',
})
export class Customer extends MerchantScoped {
  @f.Id("Identifier of the customer: the merchant's own, or one that was made.", {
    required: true,
    search: true,
  })
  customer_id!: string;
  @f.Text('Full name.', { search: true }) name?: string | null;
  @f.Email('E-mail address.', { filter: true, search: true }) email?: string | null;
  @f.Text('Telephone number without its calling code.', { search: true }) phone?: string | null;
  @f.PhoneCountryCode('Calling code, such as `+44`.') phone_country_code?: string | null;
  @f.Text('Anything the merchant notes about the customer.', { search: true }) description?: string | null;
  @f.NestedObject(() => Address, 'Postal address.') address?: Address | null;
  @f.Timestamp('When the customer was created.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.JsonObject('Anything the merchant wants to keep with the customer: up to 50 keys.')
  metadata?: Record<string, unknown> | null;
  @f.Id("The saved payment method used first, one of the customer's own (`pm_…`).")
  default_payment_method_id?: string | null;

  @f.Timestamp('When the customer last changed.', { required: true, visibility: 'graphql' })
  modified_at!: Date;
  @f.Children(() => PaymentMethod, 'Saved payment methods, newest first.', { visibility: 'graphql' })
  payment_methods?: PaymentMethod[];
  @f.Children(
    () => Payment,
    'Payments, newest first, up to a thousand; `payments` filters and pages through all.',
    {
      visibility: 'graphql',
      rows: 100,
    },
  )
  payments?: Payment[];
  @f.Reference(() => MerchantAccount, 'merchant_id', 'The merchant it belongs to.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
