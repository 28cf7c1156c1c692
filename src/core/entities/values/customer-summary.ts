import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** A customer as known when the payment or payout was made. Specification: Shared objects. */
@ValueObject({
  about: 'A customer as known when the payment or payout was made; later changes do not reach it.',
})
export class CustomerSummary {
  @f.Id('Identifier of the customer.') id?: string | null;
  @f.Text('Full name.') name?: string | null;
  @f.Email('E-mail address.') email?: string | null;
  @f.Text('Telephone number without its calling code.') phone?: string | null;
  @f.PhoneCountryCode('Calling code, such as `+44`.') phone_country_code?: string | null;
}
