import * as f from '../model/fields.ts';
import {
  ERROR_MESSAGE_MAX,
  type JsonRecord,
  MerchantOwned,
  openEnumeration,
  Resource,
  type ValueOf,
} from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { ConnectorAccount } from './connector-account.ts';
import { Customer } from './customer.ts';
import { Event } from './event.ts';
import { MerchantAccount } from './merchant-account.ts';
import { PayoutAttempt } from './payout-attempt.ts';
import { PayoutStatus } from './payout-status.ts';
import { type Category, MappedCategory, MappedCode, MappedMessage } from './unified-error.ts';
import { Contact, CustomerSummary } from './values/contact.ts';
import { PayoutLinkOverrides } from './values/link-config.ts';
import { PayoutLink, PayoutMethodData } from './values/payment-method-data.ts';
import { PayoutType } from './values/payout-destinations.ts';
import { Routing } from './values/profile-settings.ts';
import { decidedAtConfirmation, RuleDecided } from './values/rule-documents.ts';

export const PayoutEntityType = openEnumeration('PayoutEntityType', 'Type of recipient.', {
  Individual: 'Individual.',
  Company: 'Company.',
  NonProfit: 'Non-profit organization.',
  PublicSector: 'Public-sector body.',
  NaturalPerson: 'Natural person, where the law makes that distinction.',
  Personal: 'Personal account.',
});

export const PayoutPriority = openEnumeration('PayoutPriority', 'Transfer speed of a payout.', {
  instant: 'Within minutes.',
  fast: 'Faster than regular, usually the same day.',
  regular: 'Standard speed of the network.',
  wire: 'Wire transfer.',
  cross_border: 'Cross-border transfer.',
  internal: 'Transfer between accounts at the same connector.',
});

const TO_EXPIRE = `status in ('requires_payout_method_data', 'requires_confirmation', 'requires_creation', 'requires_vendor_account_creation', 'requires_fulfillment')`;

/** Funds sent to a customer or vendor. Specification: Payout. */
@Resource({
  table: 'payouts',
  id: 'payout_id',
  prefix: 'po',
  about: 'A payout: funds sent to a customer or vendor.',
  order: 'created',
  from: 'newest',
  reads: 'payouts:read',
  reach: 'profile',
  audited: { shows: 'figures' },
  indexes: {
    payouts_to_expire: {
      columns: ['expires_on'],
      where: TO_EXPIRE,
    },
    payouts_failed: { columns: ['updated'], where: `status in ('failed', 'ineligible')` },
    payouts_with_card: {
      columns: ['expires_on'],
      where: 'card_number is not null or method_data is not null',
    },
  },
  unconstrained: ['connector_account'],
})
export class Payout extends MerchantOwned {
  @f.Id('Unique identifier of the payout (`po_…` unless the merchant chose it).', {
    required: true,
    search: true,
  })
  payout_id!: string;
  @f.Amount('Amount to send, in minor units.', { required: true, filter: true, sort: true }) amount!: number;
  @f.Currency('Three-letter ISO 4217 currency code.', { required: true, filter: true }) currency!: string;
  @f.Text('Name of the connector that sends the payout; null before confirmation.', {
    filter: true,
    example: 'sandbox',
    holds: 'code',
  })
  connector?: string | null;
  @f.Enumeration(() => PayoutType, 'Destination type: `card`, `bank` or `wallet`.', {
    filter: true,
    example: 'card',
  })
  payout_type?: ValueOf<typeof PayoutType> | null;
  @f.NestedObject(() => PayoutMethodData, 'Destination details; never the full card number.')
  payout_method_data?: PayoutMethodData | null;
  @f.NestedObject(() => Contact, 'Billing contact of the recipient.') billing?: Contact | null;
  @f.Bool('Whether the payout is fulfilled automatically on confirmation.', {
    required: true,
    default: 'false',
  })
  auto_fulfill!: boolean;
  @f.Id('Customer receiving the payout. A new identifier creates the customer.', {
    filter: true,
    search: true,
  })
  customer_id?: string | null;
  @f.NestedObject(() => CustomerSummary, 'Customer details at the time the customer was attached.', {
    graphql: 'customerSummary',
  })
  customer?: CustomerSummary | null;
  @f.Text('Client secret of the payout.', {
    credential: true,
    example: 'po_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_8fK2mQ9xT4vL7bN1cR5z',
    holds: 'token',
  })
  client_secret?: string | null;
  @f.Url("URL of the button on the payout's page that returns the recipient, once the payout is confirmed.", {
    redirectsNothing: 'leads_back',
  })
  return_url?: string | null;
  @f.Country(
    'Two-letter ISO 3166 country code of the sending business. A payout created with it and `business_label`, but without `profile_id`, gets the profile named `<country>_<label>`, if it exists. Connector accounts of other countries are not used.',
  )
  business_country?: string | null;
  @f.Text(
    'Line of business, which selects the profile; see `business_country`. Connector accounts of other lines are not used.',
  )
  business_label?: string | null;
  @f.Text("Description of the payout, for the merchant's own use.", { search: true })
  description?: string | null;
  @f.Enumeration(
    () => PayoutEntityType,
    'Type of recipient. Only connector accounts that support it for the destination are used.',
    { example: 'Individual' },
  )
  entity_type?: ValueOf<typeof PayoutEntityType> | null;
  @f.Bool(
    'Whether more payouts to the destination may follow: once paid out, a card or bank account is saved as a payment method of the customer, shown as `payout_method_id`.',
    { required: true, default: 'false' },
  )
  recurring!: boolean;
  @f.JsonObject("Key-value pairs for the merchant's own use, up to 50 keys. Updates merge key by key.")
  metadata?: JsonRecord | null;
  @f.Id('Connector account that sends the payout (`mca_…`); null before confirmation.', {
    filter: 'unindexed',
  })
  merchant_connector_id?: string | null;
  @f.Enumeration(() => PayoutStatus, 'Lifecycle status of the payout.', {
    required: true,
    filter: true,
    example: 'success',
  })
  status!: ValueOf<typeof PayoutStatus>;
  @f.Text('Error message returned by the connector; null unless the payout failed.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
  @f.Text(
    'Error code returned by the connector; null unless the payout failed. `not_as_asked` while the connector reports a different amount than requested.',
    { holds: 'code' },
  )
  error_code?: string | null;
  @f.Id('Business profile of the payout: its settings and connector accounts apply.', {
    required: true,
    filter: true,
  })
  profile_id!: string;
  @f.Timestamp('Time at which the payout was created.', { required: true, filter: true, sort: true })
  created!: Date;
  @f.Text('Transaction identifier assigned by the connector.', {
    search: true,
    example: 'txn_7391',
    holds: 'identifier',
  })
  connector_transaction_id?: string | null;
  @f.Enumeration(
    () => PayoutPriority,
    'Requested transfer speed. Only connector accounts that support it are used; null leaves it to the connector.',
    { example: 'instant' },
  )
  priority?: ValueOf<typeof PayoutPriority> | null;
  @f.Children(() => PayoutAttempt, 'Payout attempts, oldest first.') attempts?: PayoutAttempt[];
  @f.Children(() => Event, 'Events of the payout.', { visibility: 'beyond' }) events?: Event[];
  @f.NestedObject(
    () => PayoutLink,
    'Page on which the recipient enters the destination; null unless the payout was created with `payout_link`. Also null for callers who may not change payouts.',
    { credential: true },
  )
  payout_link?: PayoutLink | null;
  @f.Email("Recipient's email address.", {
    search: true,
    example: 'alice@example.com',
    personal: true,
    redirectsNothing: 'of_customer',
  })
  email?: string | null;
  @f.Text("Recipient's name.", { search: true, example: 'Alice Example', personal: true }) name?:
    | string
    | null;
  @f.Text(
    "Recipient's phone number, without the calling code. Searches match its digits, and the digits of the number in `billing`, in national and international form.",
    {
      example: '3012345678',
      personal: true,
      phonesWith: { callingCode: 'phone_country_code', contacts: ['billing'] },
      holds: 'phone',
    },
  )
  phone?: string | null;
  @f.PhoneCountryCode('Calling code of the phone number, such as `+44`.', { example: '+49', personal: true })
  phone_country_code?: string | null;
  @f.Text('Cancellation reason given by the merchant; null unless cancellation was requested.', {
    visibility: 'beyond',
  })
  cancellation_reason?: string | null;
  @MappedCode() unified_code?: string | null;
  @MappedMessage() unified_message?: string | null;
  @MappedCategory() error_category?: Category;
  @f.Text("The operator's name for the error, from the error mapping; null without a match.", {
    visibility: 'beyond',
    holds: 'code',
  })
  router_error?: string | null;
  @f.Id('Saved payment method that the payout is sent to, or that a recurring payout saved (`pm_…`).')
  payout_method_id?: string | null;

  @f.Timestamp('Time at which the payout last changed.', { required: true, visibility: 'beyond' })
  updated!: Date;
  @f.Timestamp('Time at which the payout expires unless confirmed, or once confirmed, unless fulfilled.', {
    required: true,
    visibility: 'beyond',
    due: { as: 'payout', counted: TO_EXPIRE },
  })
  expires_on!: Date;
  @f.ObjectList(() => RuleDecided, ...decidedAtConfirmation)
  decisions!: RuleDecided[];
  @f.NestedObject(() => Routing, 'Rule that selects the connector account for this payout.', {
    visibility: 'nowhere',
  })
  routing?: Routing | null;
  @f.TextList('Preferred connectors by name, in order; used if `routing` is not set.', {
    visibility: 'nowhere',
  })
  connectors!: string[];
  @f.Bool(
    'Whether the e-mail address was last set by a caller without `personal_data:read`. Links are not mailed to it.',
    {
      visibility: 'nowhere',
    },
  )
  email_set_unread?: boolean | null;
  @f.Text('Token of the saved payment method the payout is sent to.', {
    visibility: 'nowhere',
    holds: 'token',
  })
  payout_token?: string | null;
  @f.NestedObject(
    () => PayoutLinkOverrides,
    "Settings of the payout's page, overriding the business profile's; null without a page.",
    { visibility: 'nowhere' },
  )
  payout_link_config?: PayoutLinkOverrides | null;
  @f.Text('Card number, encrypted; kept until the payout is sent.', {
    visibility: 'nowhere',
    encrypted: true,
  })
  card_number?: Buffer | null;
  @f.Text('Destination other than a card, encrypted; kept until the payout is sent.', {
    visibility: 'nowhere',
    encrypted: true,
  })
  method_data?: Buffer | null;
  @f.Reference(() => Customer, 'customer_id', 'Customer receiving the payout, with current details.', {
    graphql: 'customer',
  })
  customer_record?: Customer | null;
  @f.Reference(
    () => BusinessProfile,
    'profile_id',
    'Business profile of the payout: its settings and connector accounts apply.',
  )
  profile?: BusinessProfile | null;
  @f.Reference(() => ConnectorAccount, 'merchant_connector_id', 'Connector account that sends the payout.')
  connector_account?: ConnectorAccount | null;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account that owns it.', {
    visibility: 'nowhere',
  })
  merchant?: MerchantAccount;
}
