import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** A postal address. Specification: Shared objects. */
@ValueObject({ about: 'A postal address.' })
export class Address {
  @f.Text('City, town or village.') city?: string | null;
  @f.Country('Two-letter country code (ISO 3166-1 alpha-2).') country?: string | null;
  @f.Text('Street and number.') line1?: string | null;
  @f.Text('Second line, such as a flat or floor.') line2?: string | null;
  @f.Text('Third line.') line3?: string | null;
  @f.Text('Postal code.') zip?: string | null;
  @f.Text('State, province or region.') state?: string | null;
  @f.Text('First name of the person at this address.') first_name?: string | null;
  @f.Text('Last name of the person at this address.') last_name?: string | null;
}

/** A telephone number. Specification: Shared objects. */
@ValueObject({ about: 'A telephone number.' })
export class Phone {
  @f.Text('The number without its calling code.') number?: string | null;
  @f.PhoneCountryCode('Calling code, starting with a plus sign.') country_code?: string | null;
}

/** Where and how someone is reached; `billing` and `shipping` are contacts. Specification: Shared objects. */
@ValueObject({ about: 'Where and how someone is reached.' })
export class Contact {
  @f.NestedObject(() => Address, 'Postal address.') address?: Address | null;
  @f.NestedObject(() => Phone, 'Telephone number.') phone?: Phone | null;
  @f.Email('E-mail address.') email?: string | null;
}
