import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

@ValueObject({ about: "Choices that the customer makes before going to the bank's page." })
export class BankRedirectChoice {
  @f.Text("Bank to go to, under the connector's name for it; the customer chooses there if it is left out.")
  bank_name?: string | null;
  @f.Country('Two-letter ISO 3166 country code of the bank.', { example: 'NL' }) country?: string | null;
}

@ValueObject({
  about: 'Online banking redirect, under the name of its scheme, which is `payment_method_type`.',
})
export class BankRedirect {
  @f.Alternative(() => BankRedirectChoice, 'Bancontact (Belgium).')
  bancontact_card?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'EPS (Austria).') eps?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'giropay (Germany).') giropay?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'iDEAL (Netherlands).') ideal?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'Przelewy24 (Poland).') przelewy24?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'Sofort (Germany, Austria).') sofort?: BankRedirectChoice | null;
  @f.Alternative(() => BankRedirectChoice, 'Trustly (Nordic and Baltic countries).')
  trustly?: BankRedirectChoice | null;
}
