import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { Address } from './contact.ts';

/** Contact details of a merchant's business. Specification: Merchant account. */
@ValueObject({ about: "Contact details of a merchant's business." })
export class MerchantDetails {
  @f.Text('Name of the primary contact.') primary_contact_person?: string | null;
  @f.Text('Phone number of the primary contact.') primary_phone?: string | null;
  @f.Email('Email address of the primary contact.') primary_email?: string | null;
  @f.Text('Name of the secondary contact.') secondary_contact_person?: string | null;
  @f.Text('Phone number of the secondary contact.') secondary_phone?: string | null;
  @f.Email('Email address of the secondary contact.') secondary_email?: string | null;
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
