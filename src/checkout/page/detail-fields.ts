import type { AskedField, Texts } from '../server/checkout-data.ts';
import { askedFields } from './form-state.ts';
import type { OfferedType } from './methods.ts';

/** The offer's fields for a type of payment method. */
export const detailsOf = (type: OfferedType, texts: Texts): AskedField[] =>
  askedFields(type).map(({ field_type: format, required_field: path }) => ({
    path,
    label: fieldLabel(path, texts),
    format,
    isOptional: false,
  }));

/** The label of a confirmation parameter, by the last name in its path. */
function fieldLabel(path: string, texts: Texts): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const labels: Readonly<Record<string, string>> = {
    iban: texts.iban,
    account_number: texts.accountNumber,
    routing_number: texts.routingNumber,
    sort_code: texts.sortCode,
    bsb_number: texts.bsbNumber,
    bank_account_holder_name: texts.accountHolder,
    email: texts.email,
    zip: texts.postalCode,
    billing_email: texts.email,
    billing_name: texts.accountHolder,
    billing_country: texts.country,
    blik_code: 'BLIK',
    issuer: texts.bankName,
    first_name: texts.firstName,
    last_name: texts.lastName,
    phone_number: texts.phone,
    social_security_number: 'CPF / CNPJ',
    vpa_id: 'UPI ID',
    number: texts.giftCardNumber,
    cvc: texts.giftCardPin,
  };
  return labels[name] ?? name.replaceAll('_', ' ');
}
