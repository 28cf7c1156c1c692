import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Bank account details. Specification: Payment method. */
@ValueObject({ about: 'Bank account details.' })
export class BankTransfer {
  @f.Text('Name of the bank.') bank_name?: string | null;
  @f.Country('Two-letter ISO 3166 country code of the bank.') bank_country_code?: string | null;
  @f.Text('City of the branch.') bank_city?: string | null;
  @f.Text('Account number or IBAN.', { masked: true }) bank_account_number?: string | null;
  @f.Text('Routing number, sort code or equivalent.') bank_routing_number?: string | null;
}
