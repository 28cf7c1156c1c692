import * as f from '../model/fields.ts';
import { enumeration, type JsonRecord, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { Customer } from './customer.ts';
import { Payment } from './payment.ts';
import { PaymentMethod } from './payment-method.ts';
import { CustomerAcceptance } from './values/payment-parts.ts';

export const MandateStatus = enumeration('MandateStatus', 'Whether a mandate permits charges.', {
  active: 'Charges are permitted, within its limits.',
  used: 'Single-use, and charged. Final.',
  revoked: 'Withdrawn, or its payment method was deleted. Final.',
});

export const MandateUsage = enumeration('MandateUsage', 'How often a mandate can be charged.', {
  single_use: 'Once.',
  multi_use: 'Any number of times.',
});

/** A customer's consent to be charged while absent, and its limits. Specification: MandateData. */
@Resource({
  table: 'mandates',
  id: 'mandate_id',
  prefix: 'man',
  about: "A mandate: a customer's consent to be charged while absent, within its limits.",
  order: 'created_at',
  from: 'newest',
  reads: 'customers:read',
  reach: 'shared',
  audited: { shows: 'figures' },
})
export class Mandate extends MerchantScoped {
  @f.Id('Unique identifier of the mandate.', { required: true, search: true }) mandate_id!: string;
  @f.Enumeration(() => MandateStatus, 'Whether the mandate permits charges.', {
    required: true,
    filter: true,
  })
  status!: ValueOf<typeof MandateStatus>;
  @f.Enumeration(() => MandateUsage, 'How often the mandate can be charged.', { required: true })
  usage!: ValueOf<typeof MandateUsage>;
  @f.Id('Customer who gave the mandate.', { required: true, filter: true, search: true })
  customer_id!: string;
  @f.Id('Saved payment method that the mandate is for.', { required: true, filter: true })
  payment_method_id!: string;
  @f.Id('Payment in which the customer gave the mandate, or last renewed it.', { required: true })
  payment_id!: string;
  @f.Amount('Maximum amount of each charge, in minor units. Null if unlimited.')
  amount?: number | null;
  @f.Currency('Three-letter ISO 4217 code of the only permitted currency; null for any currency.')
  currency?: string | null;
  @f.Timestamp('Time from which charges are allowed; null for no start limit.', {
    due: { as: 'mandate_start', counted: `status = 'active'` },
  })
  start_date?: Date | null;
  @f.Timestamp('Time up to which charges are allowed; null for no end.', {
    due: { as: 'mandate_end', counted: `status = 'active'` },
  })
  end_date?: Date | null;
  @f.NestedObject(() => CustomerAcceptance, 'How and when the customer consented.')
  customer_acceptance?: CustomerAcceptance | null;
  @f.JsonObject("Key-value pairs for the merchant's own use.")
  metadata?: JsonRecord | null;
  @f.Timestamp('Time at which the mandate was given.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which the mandate last changed.', { required: true }) updated_at!: Date;
  @f.Reference(() => Customer, 'customer_id', 'Customer who gave the mandate.') customer?: Customer;
  @f.Reference(() => PaymentMethod, 'payment_method_id', 'Saved payment method that the mandate is for.')
  payment_method?: PaymentMethod;
  @f.Reference(() => Payment, 'payment_id', 'Payment in which the customer gave or last renewed it.')
  payment?: Payment;
}
