import { PaymentMethod } from '../entities/payment-method.ts';
import { CardInput } from '../entities/values/payment-method-data.ts';
import * as f from '../model/fields.ts';
import {
  type DescribedClass,
  type FieldDescription,
  fieldsByName,
  fieldsFrom,
  Input,
  type JsonRecord,
} from '../model/index.ts';
import { isObject, queryValue } from '../model/read-input.ts';
import { ownColumn } from './column-names.ts';

@Input({ about: 'Card of an imported payment method.' })
export class ImportedCard extends fieldsFrom(CardInput, { takes: ['card_holder_name', 'nick_name'] }) {
  @f.CardNumber('Card number (PAN): 12 to 19 digits without spaces.') card_number?: string | null;
  @f.CardExpMonth('Expiry month, `01` to `12`; `1` is read as `01`.') card_exp_month?: string | null;
  @f.CardExpYear('Expiry year; two digits are read as of this century.') card_exp_year?: string | null;
  @f.Text('For a row without the number: masked number, such as `424242xxxxxx4242`.', { max: 32 })
  card_number_masked?: string | null;
  @f.Text('For a row without the number: the card network.', { max: 64, holds: 'code' }) card_network?:
    | string
    | null;
  @f.Text('The issuing bank.', { max: 128 }) card_issuer?: string | null;
  @f.Text('Funding of the card, such as `credit`, `debit` or `prepaid`.', { max: 32, holds: 'code' })
  card_type?: string | null;
  @f.Country("Country of the card's issuer.") issuer_country?: string | null;
}

/** A row of an import: a customer's payment method, with the details of a new customer. */
@Input({ about: 'A row of an import.' })
export class ImportRow extends fieldsFrom(PaymentMethod, {
  requires: ['customer_id'],
  takes: [
    'payment_method',
    'payment_method_id',
    'payment_method_type',
    'bank_transfer',
    'metadata',
    'billing',
    'recurring_enabled',
    'installment_payment_enabled',
    'payment_experience',
    'network_transaction_id',
  ],
}) {
  @f.NestedObject(() => ImportedCard, 'The card, of a `card`.') card?: ImportedCard | null;
  @f.Text("Customer's full name, if the customer is new.") name?: string | null;
  @f.Email("Customer's email address, if the customer is new.", { redirectsNothing: 'of_customer' })
  email?: string | null;
  @f.Text("Customer's phone number, if the customer is new.", { holds: 'phone' }) phone?: string | null;
  @f.PhoneCountryCode('Calling code of the phone number.') phone_country_code?: string | null;
  @f.Text("Merchant's note about the customer, if the customer is new.") description?: string | null;
  @f.JsonObject('Tokens of connectors for the payment method, by connector account.')
  connector_mandates?: JsonRecord | null;
  @f.JsonObject("Connectors' identifiers of the customer, by connector account.")
  connector_customers?: JsonRecord | null;
  @f.Id('Connector account of `connector_token` and `connector_customer_id`.')
  merchant_connector_id?: string | null;
  @f.Text('Token of that connector for the payment method.') connector_token?: string | null;
  @f.Text("That connector's identifier of the customer.") connector_customer_id?: string | null;
}

/** A row of a file: its last line, and its members, null if the row is unreadable. */
export type FileRow = readonly [line: number, members: Readonly<Record<string, unknown>> | null];

const unsafe: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a name, with dots between nested objects, is a known column. */
export function isImportColumn(name: string): boolean {
  const own = ownColumn(name);
  return own === null || leafAt(ImportRow as unknown as DescribedClass, own.split('.')) !== null;
}

/** The field at a column's path; null without a field, or if the path ends at an object. */
function leafAt(target: DescribedClass, [name, ...rest]: readonly string[]): FieldDescription | null {
  const field = fieldsByName(target).get(name!);
  if (!field) return null;
  if (field.kind === 'json_object')
    return rest.length === 1 && rest[0] && !unsafe.has(rest[0]) ? field : null;
  if (field.kind === 'object') return rest.length > 0 ? leafAt(field.of!(), rest) : null;
  return rest.length === 0 ? field : null;
}

/**
 * The members of a row under our names: the dots in a column name lead into nested objects. Other services' names are
 * replaced, and empty cells omitted. Unknown names stay, for validation to refuse.
 */
export function rowInput(members: Readonly<Record<string, unknown>>): object {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const own = ownColumn(name);
    if (own === null || value === '') continue;
    const path = own.split('.');
    const field = leafAt(ImportRow as unknown as DescribedClass, path);
    if (!field || (path.length === 1 && typeof value !== 'string')) place(input, [own], value);
    else place(input, path, field.kind === 'json_object' ? value : queryValue(field, value));
  }
  return input;
}

/** Sets the value at a path and keeps its siblings. */
function place(input: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  const there = Object.hasOwn(input, name!) ? input[name!] : undefined;
  if (rest.length > 0) {
    const inner = isObject(there) ? there : {};
    place(inner, rest, value);
    set(input, name!, inner);
  } else set(input, name!, isObject(there) && isObject(value) ? { ...value, ...there } : value);
}

const set = (input: Record<string, unknown>, name: string, value: unknown) =>
  Object.defineProperty(input, name, { value, writable: true, enumerable: true, configurable: true });
