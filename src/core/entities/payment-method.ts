import * as f from '../model/fields.ts';
import {
  enumeration,
  type JsonRecord,
  MerchantOwned,
  type NamedSchema,
  Resource,
  type ValueOf,
} from '../model/index.ts';
import { Customer } from './customer.ts';
import { Contact } from './values/contact.ts';
import { BankTransfer, PaymentMethodKind, SavedCard } from './values/payment-method-data.ts';

export const PaymentMethodStatus = enumeration(
  'PaymentMethodStatus',
  'Whether a saved payment method can be used.',
  {
    active: 'Can be charged.',
    inactive: 'Deactivated.',
    processing: 'The first charge has not completed.',
    awaiting_data: 'Created without details, which are still to be added.',
  },
);

/** Maximum length of a vendor's mandate identifier. */
export const MANDATE_ID_MAX = 500;

/** References with which connectors charge a payment method. */
export const connectorMandatesSchema: NamedSchema = {
  name: 'ConnectorMandates',
  schema: () => ({
    type: 'object',
    description: "The vendor's mandate, token or payment method, keyed by connector account.",
    additionalProperties: { type: 'string', minLength: 1, maxLength: MANDATE_ID_MAX },
  }),
};

/** A payment method saved for a customer. Specification: Payment method (saved). */
@Resource({
  table: 'payment_methods',
  id: 'payment_method_id',
  prefix: 'pm',
  about: 'A payment method saved for a customer.',
  order: 'created',
  from: 'newest',
  reads: 'customers:read',
  reach: 'shared',
  indexes: {
    // Connectors report on mandates by their own identifiers.
    payment_methods_by_connector_mandate: {
      statement:
        'create index payment_methods_by_connector_mandate on payment_methods using gin (connector_mandates jsonb_path_ops) where connector_mandates is not null',
    },
  },
})
export class PaymentMethod extends MerchantOwned {
  @f.Id('Customer the payment method belongs to.', { required: true, filter: true, search: true })
  customer_id!: string;
  @f.Id('Unique identifier of the payment method (`pm_…`).', { required: true, search: true })
  payment_method_id!: string;
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card` or `bank_transfer`.', {
    required: true,
    filter: true,
  })
  payment_method!: ValueOf<typeof PaymentMethodKind>;
  @f.Text('Payment method subtype, such as `credit` or `ach`.', { example: 'credit', holds: 'code' })
  payment_method_type?: string | null;
  @f.NestedObject(() => SavedCard, 'Card details; null unless `payment_method` is `card`.')
  card?: SavedCard | null;
  @f.Bool(
    'Whether the payment method can be charged off-session: true while the customer has an active mandate, or if it was saved for off-session use.',
    { required: true, default: 'false' },
  )
  recurring_enabled!: boolean;
  @f.Bool('Whether the payment method can be used for instalments.', { required: true, default: 'false' })
  installment_payment_enabled!: boolean;
  @f.TextList(
    "Checkout flows supported by the method, such as `redirect_to_url`. The customer's list of saved methods shows them.",
    { holds: 'code' },
  )
  payment_experience!: string[];
  @f.JsonObject("Key-value pairs for the merchant's own use, up to 50 keys.")
  metadata?: JsonRecord | null;
  @f.Timestamp('Time at which the payment method was saved.', { required: true, filter: true, sort: true })
  created!: Date;
  @f.NestedObject(
    () => BankTransfer,
    'Bank account details, with the account number masked; null unless it is a bank account.',
    { encrypted: true, redirectsNothing: 'of_customer' },
  )
  bank_transfer?: Buffer | null;
  @f.Timestamp(
    'Time at which the payment method was last used for a successful authorization; null if never.',
  )
  last_used_at?: Date | null;
  @f.Text('Client secret that authorizes client-side updates of this payment method only.', {
    example: 'pm_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_8fK2mQ9xT4vL7bN1cR5z',
    holds: 'token',
  })
  client_secret?: string | null;

  @f.Enumeration(() => PaymentMethodStatus, 'Whether the payment method can be used.', {
    required: true,
    visibility: 'beyond',
    filter: true,
  })
  status!: ValueOf<typeof PaymentMethodStatus>;
  @f.Text('Card number, encrypted.', { visibility: 'nowhere', encrypted: true }) card_number?: Buffer | null;
  @f.Timestamp(
    "Time at which a connector reported that the card network replaced the card with a new number; null if the number is unchanged. `card` then shows the new card, which can be charged only by that connector's mandate. The saved number is no longer charged, paid out to or exported; `card_fingerprint` still refers to it.",
    { visibility: 'beyond' },
  )
  number_replaced_at?: Date | null;
  @f.JsonObject(
    "References for charges while the customer is absent: the vendor's mandate, token or payment method, keyed by connector account.",
    {
      visibility: 'beyond',
      schema: connectorMandatesSchema,
      example: { mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D: 'pm_1Q0PsI' },
    },
  )
  connector_mandates?: JsonRecord | null;
  @f.Text("The card network's identifier of the payment that saved the card, for charges at any connector.", {
    visibility: 'beyond',
    example: '016150703802094',
    holds: 'token',
  })
  network_transaction_id?: string | null;
  @f.NestedObject(() => Contact, 'Billing contact saved with the payment method.', { visibility: 'beyond' })
  billing?: Contact | null;
  @f.Timestamp('Time at which the payment method last changed.', { required: true, visibility: 'beyond' })
  updated_at!: Date;
  @f.Reference(() => Customer, 'customer_id', 'Customer the payment method belongs to.')
  customer?: Customer | null;
}
