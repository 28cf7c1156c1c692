import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** A bank account that transfers go to or come from. Specification: Payment method. */
@ValueObject({ about: 'A bank account that transfers go to or come from.' })
export class BankTransfer {
  @f.Text('Name of the bank.') bank_name?: string | null;
  @f.Country('Country of the bank, two letters (ISO 3166-1 alpha-2).') bank_country_code?: string | null;
  @f.Text('City of the branch.') bank_city?: string | null;
  @f.Text('Account number, in the form its country uses.', { masked: true }) bank_account_number?:
    | string
    | null;
  @f.Text('Routing number, sort code or the like.') bank_routing_number?: string | null;
}
