import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Snapshot of a customer, taken when attached to a payment or payout. Specification: Shared objects. */
@ValueObject({
  about:
    'Customer details as of when the customer was attached; later changes to the customer do not affect them.',
})
export class CustomerSummary {
  @f.Id('Identifier of the customer.') id?: string | null;
  @f.Text("Customer's full name.") name?: string | null;
  @f.Email("Customer's email address.") email?: string | null;
  @f.Text("Customer's phone number, without the calling code.") phone?: string | null;
  @f.PhoneCountryCode('Calling code of the phone number, such as `+44`.') phone_country_code?: string | null;
}
