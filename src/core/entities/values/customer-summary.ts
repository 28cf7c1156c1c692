import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Snapshot of a customer, taken when attached to a payment or payout. Specification: Shared objects. */
@ValueObject({
  about:
    'Customer details as of when the customer was attached; later changes to the customer do not affect them.',
})
export class CustomerSummary {
  @f.Id('Identifier of the customer.', { example: 'cus_01JZ5V0G7N4S8X2T6W9Y3B1C5D' }) id?: string | null;
  @f.Text("Customer's full name.", { example: 'Alice Example' }) name?: string | null;
  @f.Email("Customer's email address.", { example: 'alice@example.com' }) email?: string | null;
  @f.Text("Customer's phone number, without the calling code.", { example: '3012345678' })
  phone?: string | null;
  @f.PhoneCountryCode('Calling code of the phone number, such as `+44`.', { example: '+49' })
  phone_country_code?: string | null;
}
