import { Email, Id, PhoneCountryCode, Text, ValueObject } from '../../model/index.ts';

/** A customer as known when the payment or payout was made. Specification: Shared objects. */
@ValueObject({
  about: 'A customer as known when the payment or payout was made; later changes do not reach it.',
})
export class CustomerSummary {
  @Id('Identifier of the customer.') id?: string | null;
  @Text('Full name.') name?: string | null;
  @Email('E-mail address.') email?: string | null;
  @Text('Telephone number without its calling code.') phone?: string | null;
  @PhoneCountryCode('Calling code, such as `+44`.') phone_country_code?: string | null;
}
