import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { ConnectorAccount } from './connector-account.ts';
import { Customer } from './customer.ts';
import { Event } from './event.ts';
import { MerchantAccount } from './merchant-account.ts';
import { PayoutAttempt } from './payout-attempt.ts';
import { Contact } from './values/contact.ts';
import { CustomerSummary } from './values/customer-summary.ts';
import { PayoutLinkOverrides } from './values/link-config.ts';
import { PayoutLink, PayoutMethodData } from './values/payout-method-data.ts';
import { Routing } from './values/routing.ts';

export const PayoutStatus = enumeration('PayoutStatus', 'How far a payout has come.', {
  requires_payout_method_data: 'It is not known yet where the money goes.',
  requires_confirmation: 'Everything is there; it waits to be confirmed.',
  requires_creation: 'It waits to be created at the connector.',
  requires_vendor_account_creation: 'The recipient first needs an account at the connector.',
  requires_fulfillment: 'Confirmed; it waits to be fulfilled.',
  initiated: 'The connector has accepted it and is sending the money.',
  pending: 'The connector has been asked; the outcome is not known yet.',
  success: 'The money arrived. It may still be reversed.',
  failed: 'The connector refused it. Final.',
  cancelled: 'It was called off before any money moved. Final.',
  ineligible: 'The destination cannot receive it. Final.',
  expired: 'Nobody completed it in time. Final.',
  reversed: 'The money came back. Final.',
});

export const PayoutType = enumeration('PayoutType', 'What a payout goes to.', {
  card: 'A card.',
  bank: 'A bank account.',
  wallet: 'A wallet.',
});

export const PayoutEntityType = enumeration('PayoutEntityType', 'What kind of recipient a payout goes to.', {
  Individual: 'One person.',
  Company: 'A company.',
  NonProfit: 'A non-profit organization.',
  PublicSector: 'A public body.',
  NaturalPerson: 'A natural person, where the law makes that distinction.',
  Personal: 'A private account.',
});

export const PayoutPriority = enumeration(
  'PayoutPriority',
  'How a payout travels, and so how soon it arrives.',
  {
    instant: 'Within minutes.',
    fast: 'Sooner than regular, usually the same day.',
    regular: "In the network's usual time.",
    wire: 'As a wire transfer.',
    cross_border: 'Over a network between countries.',
    internal: 'Between accounts at the same connector.',
  },
);

/** Money sent to someone. Specification: Payout. */
@Resource({
  table: 'payouts',
  id: 'payout_id',
  prefix: 'po',
  about: 'Money sent to a customer or vendor.',
  order: 'created',
  from: 'newest',
  unconstrained: ['connector_account'],
})
export class Payout extends MerchantOwned {
  @f.Id('Identifier of the payout.', { required: true, search: true }) payout_id!: string;
  @f.Amount('What is sent, in minor units of `currency`.', { required: true, filter: true, sort: true })
  amount!: number;
  @f.Currency('Three-letter currency code (ISO 4217).', { required: true, filter: true }) currency!: string;
  @f.Text('Name of the connector that sends it, once one is chosen.', { filter: true })
  connector?: string | null;
  @f.Enumeration(() => PayoutType, 'What it goes to: `card`, `bank` or `wallet`.', { filter: true })
  payout_type?: ValueOf<typeof PayoutType> | null;
  @f.NestedObject(() => PayoutMethodData, 'Where it goes.') payout_method_data?: PayoutMethodData | null;
  @f.NestedObject(() => Contact, 'Billing contact of the recipient.') billing?: Contact | null;
  @f.Bool('Whether it is fulfilled by itself once confirmed.', { required: true, default: 'false' })
  auto_fulfill!: boolean;
  @f.Id('The customer it goes to.', { filter: true, search: true }) customer_id?: string | null;
  @f.NestedObject(() => CustomerSummary, 'The customer as known when it was made.', {
    graphql: 'customerSummary',
  })
  customer?: CustomerSummary | null;
  @f.Text('Secret that lets a browser or app act on this payout alone.', { credential: true })
  client_secret?: string | null;
  @f.Url("Where the recipient's browser goes afterwards.") return_url?: string | null;
  @f.Country('Two-letter code of the country it is sent from.') business_country?: string | null;
  @f.Text('Line of business it is sent for.') business_label?: string | null;
  @f.Text('What it is for.', { search: true }) description?: string | null;
  @f.Enumeration(() => PayoutEntityType, 'What kind of recipient it goes to.')
  entity_type?: ValueOf<typeof PayoutEntityType> | null;
  @f.Bool('Whether the destination is kept for further payouts.', { required: true, default: 'false' })
  recurring!: boolean;
  @f.JsonObject('Anything the merchant wants to keep with it: up to 50 keys.')
  metadata?: Record<string, unknown> | null;
  @f.Id('The connector account that sends it, once one is chosen (`mca_…`).')
  merchant_connector_id?: string | null;
  @f.Enumeration(() => PayoutStatus, 'How far it has come.', { required: true, filter: true })
  status!: ValueOf<typeof PayoutStatus>;
  @f.Text("The connector's message, when it failed.", { max: ERROR_MESSAGE_MAX }) error_message?:
    | string
    | null;
  @f.Text("The connector's code, when it failed.") error_code?: string | null;
  @f.Id('The business profile it is made under.', { required: true, filter: true }) profile_id!: string;
  @f.Timestamp('When it was created.', { required: true, filter: true, sort: true }) created!: Date;
  @f.Text("The connector's own identifier for it.", { search: true }) connector_transaction_id?:
    | string
    | null;
  @f.Enumeration(() => PayoutPriority, 'How it travels, and so how soon it arrives.')
  priority?: ValueOf<typeof PayoutPriority> | null;
  @f.Children(() => PayoutAttempt, 'Every time it was put to a connector, oldest first.')
  attempts?: PayoutAttempt[];
  @f.Children(() => Event, 'What happened to it.', { visibility: 'graphql' }) events?: Event[];
  @f.NestedObject(
    () => PayoutLink,
    'The page where the recipient says where the money goes, when there is one.',
  )
  payout_link?: PayoutLink | null;
  @f.Email('E-mail address of the recipient.', { search: true }) email?: string | null;
  @f.Text('Name of the recipient.', { search: true }) name?: string | null;
  @f.Text("The recipient's telephone number without its calling code.") phone?: string | null;
  @f.PhoneCountryCode('Calling code, such as `+44`.') phone_country_code?: string | null;
  @f.Text('Code that is the same for the same error at every connector.') unified_code?: string | null;
  @f.Text('Message to go with `unified_code`, fit for customers.', { max: ERROR_MESSAGE_MAX })
  unified_message?: string | null;
  @f.Id('The saved method it goes to (`pm_…`).') payout_method_id?: string | null;

  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) updated!: Date;
  @f.NestedObject(() => Routing, 'How its connector account is chosen.', { visibility: 'nowhere' })
  routing?: Routing | null;
  @f.TextList('Names of connectors to use, the preferred one first.', { visibility: 'nowhere' })
  connectors!: string[];
  @f.Text('Token of a saved method it goes to.', { visibility: 'nowhere' }) payout_token?: string | null;
  @f.NestedObject(() => PayoutLinkOverrides, 'What it sets for its own link.', { visibility: 'nowhere' })
  payout_link_config?: PayoutLinkOverrides | null;
  @f.Integer('How long its client secret and link stay good, in seconds.', { visibility: 'nowhere', min: 1 })
  session_expiry?: number | null;
  @f.Text('The card number, for sending it.', { visibility: 'nowhere', encrypted: true })
  card_number?: Buffer | null;
  @f.Reference(() => Customer, 'customer_id', 'The customer it goes to, as known now.', {
    graphql: 'customer',
  })
  customer_record?: Customer | null;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile it is made under.')
  profile?: BusinessProfile | null;
  @f.Reference(() => ConnectorAccount, 'merchant_connector_id', 'The connector account that sends it.')
  connector_account?: ConnectorAccount | null;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'The merchant it belongs to.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
