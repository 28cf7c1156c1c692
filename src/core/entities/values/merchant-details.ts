import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { Address } from './contact.ts';

/** Who stands behind a merchant account. Specification: Merchant account. */
@ValueObject({ about: 'Who stands behind a merchant account and how they are reached.' })
export class MerchantDetails {
  @f.Text('Name of the person to turn to first.') primary_contact_person?: string | null;
  @f.Text("That person's telephone number.") primary_phone?: string | null;
  @f.Email("That person's e-mail address.") primary_email?: string | null;
  @f.Text('Name of the person to turn to next.') secondary_contact_person?: string | null;
  @f.Text("The second person's telephone number.") secondary_phone?: string | null;
  @f.Email("The second person's e-mail address.") secondary_email?: string | null;
  @f.Text('Web site, with or without its scheme.') website?: string | null;
  @f.Text('What the business does, in a sentence.') about_business?: string | null;
  @f.NestedObject(() => Address, 'Postal address of the business.') address?: Address | null;
}

/** A line of business in a country. Specification: Merchant account, `primary_business_details`. */
@ValueObject({ about: 'A line of business in one country; each gets a business profile of its own.' })
export class PrimaryBusinessDetails {
  @f.Country('Two-letter country code (ISO 3166-1 alpha-2).', { required: true }) country!: string;
  @f.Text('Name of the line of business, such as `clothing`.', { required: true }) business!: string;
}
