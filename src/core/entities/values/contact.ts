import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Postal address. Specification: Shared objects. */
@ValueObject({ about: 'Postal address.' })
export class Address {
  @f.Text('City, town or village.', { example: 'Berlin', personal: true }) city?: string | null;
  @f.Country('Two-letter ISO 3166 country code.', { example: 'DE' }) country?: string | null;
  @f.Text('Address line 1, such as street and number.', { example: 'Unter den Linden 1', personal: true })
  line1?: string | null;
  @f.Text('Address line 2, such as apartment or floor.', { personal: true }) line2?: string | null;
  @f.Text('Address line 3.', { personal: true }) line3?: string | null;
  @f.Text('ZIP or postal code.', { example: '10117', personal: true }) zip?: string | null;
  @f.Text('State, province or region.') state?: string | null;
  @f.Text('First name of the contact.', { example: 'Alice', personal: true }) first_name?: string | null;
  @f.Text('Last name of the contact.', { example: 'Example', personal: true }) last_name?: string | null;
}

/** Phone number. Specification: Shared objects. */
@ValueObject({ about: 'Phone number.' })
export class Phone {
  @f.Text('Phone number, without the calling code.', {
    example: '3012345678',
    personal: true,
    holds: 'phone',
  })
  number?: string | null;
  @f.PhoneCountryCode('Calling code, such as `+44`.', { example: '+49', personal: true })
  country_code?: string | null;
}

/** Contact details, as in `billing` and `shipping`. Specification: Shared objects. */
@ValueObject({ about: 'Contact details.' })
export class Contact {
  @f.NestedObject(() => Address, 'Postal address.') address?: Address | null;
  @f.NestedObject(() => Phone, 'Phone number.') phone?: Phone | null;
  @f.Email('Email address.', {
    example: 'alice@example.com',
    personal: true,
    redirectsNothing: 'of_customer',
  })
  email?: string | null;
}

/** Snapshot of a customer, taken when attached to a payment or payout. Specification: Shared objects. */
@ValueObject({
  about:
    'Snapshot of the customer details at the time the customer was attached; not affected by later changes.',
})
export class CustomerSummary {
  @f.Id('Identifier of the customer.', { example: 'cus_01JZ5V0G7N4S8X2T6W9Y3B1C5D' }) id?: string | null;
  @f.Text("Customer's full name.", { example: 'Alice Example', personal: true }) name?: string | null;
  @f.Email("Customer's email address.", {
    example: 'alice@example.com',
    personal: true,
    redirectsNothing: 'of_customer',
  })
  email?: string | null;
  @f.Text("Customer's phone number, without the calling code.", {
    example: '3012345678',
    personal: true,
    holds: 'phone',
  })
  phone?: string | null;
  @f.PhoneCountryCode('Calling code of the phone number, such as `+44`.', { example: '+49', personal: true })
  phone_country_code?: string | null;
}

/** Mails use only `primary_email` of the contacts' fields, as the reply address. */
const unaddressed = {
  inert: 'kept',
  because: 'The service writes to the people of the account; customers reply to `primary_email`.',
} as const;

/** Contact details of a merchant's business. Specification: Merchant account. */
@ValueObject({ about: "Contact details of a merchant's business." })
export class MerchantDetails {
  @f.Text('Name of the primary contact.', { personal: true, ...unaddressed })
  primary_contact_person?: string | null;
  @f.Text('Phone number of the primary contact.', { personal: true, holds: 'phone', ...unaddressed })
  primary_phone?: string | null;
  @f.Email("Email address of the primary contact. Customers' replies to mails go there.", {
    personal: true,
    redirects: 'personal',
  })
  primary_email?: string | null;
  @f.Text('Name of the secondary contact.', { personal: true, ...unaddressed })
  secondary_contact_person?: string | null;
  @f.Text('Phone number of the secondary contact.', { personal: true, holds: 'phone', ...unaddressed })
  secondary_phone?: string | null;
  @f.Email('Email address of the secondary contact.', {
    personal: true,
    redirectsNothing: 'shown',
    ...unaddressed,
  })
  secondary_email?: string | null;
  @f.Text('Website of the business, with or without scheme.') website?: string | null;
  @f.Text('Short description of the business.') about_business?: string | null;
  @f.NestedObject(() => Address, 'Postal address of the business.') address?: Address | null;
}

/** Line of business in one country. Specification: Merchant account, `primary_business_details`. */
@ValueObject({ about: 'Line of business in one country. On creation, each becomes a business profile.' })
export class PrimaryBusinessDetails {
  @f.Country('Two-letter ISO 3166 country code.', { required: true }) country!: string;
  @f.Text('Name of the line of business, such as `clothing`.', { required: true, example: 'clothing' })
  business!: string;
}
