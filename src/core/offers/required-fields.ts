import type { Payment } from '../entities/payment.ts';
import { PaymentMethodDataInput } from '../entities/values/payment-method-data.ts';
import type { Context } from '../foundation/context.ts';
import { isPermitted } from '../foundation/permissions.ts';
import type { MethodDetail } from '../foundation/ports/connector.ts';
import { camelCase, type FieldDescription, fieldOf, fieldsOf } from '../model/index.ts';
import { pathOfType } from '../payment-methods/method-details.ts';
import { maskPersonalText } from '../reads/index.ts';
import type { RequiredField } from './payment-method-offer.ts';

/** Labels other than the parameter's name in words. */
const labels: Readonly<Record<string, string>> = {
  card_exp_month: 'Expiry month',
  card_exp_year: 'Expiry year',
  card_cvc: 'Security code',
  bank_account_holder_name: 'Account holder',
  bsb_number: 'BSB number',
  iban: 'IBAN',
  customer_acceptance: 'Acceptance of later charges',
  payment_data: 'Token of the wallet',
  token: 'Token of the wallet',
  number: 'Gift card number',
  cvc: 'PIN',
};

const labelOf = (name: string) =>
  labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Requested although optional: issuers approve more cards with the code. */
const ALWAYS_ASKED = 'card_cvc';

type Leaf = readonly [path: readonly string[], field: FieldDescription];

/** The required parameters below a description. */
function requiredLeaves(of: NonNullable<FieldDescription['of']>, path: readonly string[]): Leaf[] {
  return fieldsOf(of()).flatMap((field): Leaf[] => {
    if (!field.required && field.name !== ALWAYS_ASKED) return [];
    const at = [...path, field.name];
    return field.of ? requiredLeaves(field.of, at) : [[at, field]];
  });
}

/** The description at a path of `payment_method_data`. */
function descriptionAt(path: readonly string[]): NonNullable<FieldDescription['of']> {
  return path.reduce<NonNullable<FieldDescription['of']>>(
    (of, name) => fieldOf(of(), name).of!,
    () => PaymentMethodDataInput,
  );
}

/**
 * The parameters for each further detail that a connector needs; among alternatives, the one that the method has.
 */
const parametersOf: Readonly<Record<MethodDetail, readonly (readonly string[])[]>> = {
  holder_name: [
    ['bank_account_holder_name'],
    ['billing_name'],
    ['billing_details.billing_name'],
    ['first_name', 'last_name'],
  ],
  country: [['billing_country']],
  email: [['email'], ['billing_email'], ['billing_details.email']],
  phone: [['phone_number']],
};

/** The paths of the first alternative that a method has. */
function pathsIn(of: NonNullable<FieldDescription['of']>, detail: MethodDetail): string[][] {
  const names = new Set(fieldsOf(of()).map(({ name }) => name));
  const found = parametersOf[detail].find(([first]) => names.has(first!.split('.')[0]!));
  if (!found) throw new Error('The method has no parameter for a detail that its connector needs.');
  return found.map((path) => path.split('.'));
}

/** A detail that the payment already has. */
function detailOf(payment: Payment, detail: MethodDetail): string | null {
  const billing = payment.payment_method_data?.billing ?? payment.billing;
  switch (detail) {
    case 'holder_name':
      return payment.name ?? null;
    case 'country':
      return billing?.address?.country ?? null;
    case 'email':
      return billing?.email ?? payment.email ?? null;
    case 'phone':
      return billing?.phone?.number ?? payment.phone ?? null;
  }
}

const described = (path: readonly string[], fieldType: string, value: string | null, given: boolean) => ({
  required_field: path.join('.'),
  input_path: path.map(camelCase),
  display_name: labelOf(path.at(-1)!),
  field_type: fieldType,
  value,
  is_given: given,
});

/** Whether a payment has the details of a method of a kind and type, other than a saved one. */
function hasOwn(payment: Payment, kind: string, type: string): boolean {
  if (payment.payment_method !== kind) return false;
  if (kind === 'card') return Boolean(payment.card_number);
  return Boolean(payment.method_data) && payment.payment_method_type === type;
}

/**
 * The required fields of a confirmation with a new payment method of a type: its details, further details that the
 * eligible connectors need, and the customer's acceptance of later charges.
 */
export function requiredFields(
  ctx: Context,
  payment: Payment,
  kind: string,
  type: string,
  details: ReadonlySet<MethodDetail>,
): RequiredField[] {
  const path = pathOfType(kind, type);
  const isOwn = hasOwn(payment, kind, type);
  const own = requiredLeaves(descriptionAt(path), path).map(([at, { format, name }]) =>
    described(['payment_method_data', ...at], format ?? 'text', null, isOwn && name !== ALWAYS_ASKED),
  );
  const isOpen = isPermitted(ctx, 'personal_data:read');
  const needed = [...details].flatMap((detail) => {
    const known = detailOf(payment, detail);
    const shown = known !== null && !isOpen && detail !== 'country' ? maskPersonalText(known, false) : known;
    const format = detail === 'country' || detail === 'email' ? detail : 'text';
    return pathsIn(descriptionAt(path), detail).map((parameter, _place, { length }) =>
      described(
        ['payment_method_data', ...path, ...parameter],
        format,
        // A single text does not separate the parts of a name.
        length === 1 ? shown : null,
        isOwn || known !== null,
      ),
    );
  });
  if (payment.setup_future_usage !== 'off_session') return [...own, ...needed];
  const isAccepted = Boolean(payment.mandate_data?.customer_acceptance);
  const acceptance = described(['mandate_data', 'customer_acceptance'], 'acceptance', null, isAccepted);
  return [...own, ...needed, acceptance];
}
