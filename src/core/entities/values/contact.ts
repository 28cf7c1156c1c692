import { Country, Email, NestedObject, PhoneCountryCode, Text, ValueObject } from '../../model/index.ts';

/** A postal address. Specification: Shared objects. */
@ValueObject({ about: 'A postal address.' })
export class Address {
  @Text('City, town or village.') city?: string | null;
  @Country('Two-letter country code (ISO 3166-1 alpha-2).') country?: string | null;
  @Text('Street and number.') line1?: string | null;
  @Text('Second line, such as a flat or floor.') line2?: string | null;
  @Text('Third line.') line3?: string | null;
  @Text('Postal code.') zip?: string | null;
  @Text('State, province or region.') state?: string | null;
  @Text('First name of the person at this address.') first_name?: string | null;
  @Text('Last name of the person at this address.') last_name?: string | null;
}

/** A telephone number. Specification: Shared objects. */
@ValueObject({ about: 'A telephone number.' })
export class Phone {
  @Text('The number without its calling code.') number?: string | null;
  @PhoneCountryCode('Calling code, starting with a plus sign.') country_code?: string | null;
}

/** Where and how someone is reached; `billing` and `shipping` are contacts. Specification: Shared objects. */
@ValueObject({ about: 'Where and how someone is reached.' })
export class Contact {
  @NestedObject(() => Address, 'Postal address.') address?: Address | null;
  @NestedObject(() => Phone, 'Telephone number.') phone?: Phone | null;
  @Email('E-mail address.') email?: string | null;
}
