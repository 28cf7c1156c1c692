import type { FormData } from '../server/checkout-data.ts';
import { digitsOf, isCardNumber, isNoName, networkOf } from './card-number.ts';
import { expiryOf, isPast, isTooLate } from './expiry.ts';
import type { Entry, OfferedType } from './methods.ts';
import { filled } from './phrases.ts';

/** The customer's entries. They live in memory alone. */
export interface Typed {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly holder: string;
  readonly nickName: string;
  readonly email: string;
  /** Fields of other methods, by their paths in the confirmation. */
  readonly fields: Readonly<Record<string, string>>;
  readonly saves: boolean;
  readonly accepts: boolean;
  /** The token of the chosen saved method. */
  readonly savedToken: string;
}

export const nothingTyped: Typed = {
  number: '',
  expiry: '',
  code: '',
  holder: '',
  nickName: '',
  email: '',
  fields: {},
  saves: false,
  accepts: false,
  savedToken: '',
};

/** What was typed at each entry, by the entry's identifier. Nothing typed at one is shown or sent at another. */
export type TypedByEntry = Readonly<Record<string, Typed>>;

/** What was typed at an entry, with the customer's e-mail address, which all entries share. */
export const typedAt = (all: TypedByEntry, entryId: string | null | undefined, email: string): Typed => ({
  ...nothingTyped,
  ...all[entryId ?? ''],
  email,
});

/** What was typed, with changes to it. Autofill makes several at once. */
export const withChanges = (typed: Typed, changes: Partial<Typed>): Typed => ({
  ...typed,
  ...changes,
  fields: { ...typed.fields, ...changes.fields },
});

/** Problems by the name of the field. */
export type Problems = Readonly<Record<string, string>>;

type Form = Pick<FormData, 'texts' | 'seller' | 'offer' | 'settings'>;

/** The parameters that the customer fills in: those that are not given, without the acceptance, which is ticked. */
export const askedFields = (type: OfferedType) =>
  type.required_fields.filter(({ field_type: kind, is_given: given }) => !given && kind !== 'acceptance');

/** Whether the method is kept for charges while the customer is absent, which they have to accept. */
export function needsAcceptance(
  { offer, settings }: Pick<Form, 'offer' | 'settings'>,
  entry: Entry,
): boolean {
  if (settings.isSetup || offer?.setup_future_usage === 'off_session') return entry.kind !== 'saved';
  const types = entry.kind === 'card' ? entry.types : entry.kind === 'other' ? [entry.type] : [];
  return types.some(({ required_fields: fields }) =>
    fields.some(({ field_type: kind, is_given: given }) => kind === 'acceptance' && !given),
  );
}

/** Whether the customer decides if the method is saved. */
export function isSavable({ offer, settings }: Pick<Form, 'offer' | 'settings'>, entry: Entry): boolean {
  if (!offer || offer.is_guest_customer || offer.setup_future_usage || settings.isSetup) return false;
  const types = entry.kind === 'card' ? entry.types : entry.kind === 'other' ? [entry.type] : [];
  return types.some(({ setup_future_usage: usages }) => usages.includes('on_session'));
}

/** The networks that an entry's cards may be of. */
const networksTaken = (types: readonly OfferedType[]): string[] =>
  types.flatMap(({ card_networks: networks }) => networks.map(({ card_network: name }) => name));

/** The problem of a typed card number; undefined if there is none. */
export function numberProblem(number: string, types: readonly OfferedType[], { texts }: Pick<Form, 'texts'>) {
  const digits = digitsOf(number);
  if (digits === '') return filled(texts.fieldMissing, { field: texts.cardNumber });
  const network = networkOf(digits)?.name;
  if (network && !networksTaken(types).includes(network)) return filled(texts.networkNotTaken, { network });
  return isCardNumber(digits) ? undefined : texts.cardNumberInvalid;
}

export function expiryProblem(expiry: string, { texts }: Pick<Form, 'texts'>, now = new Date()) {
  if (expiry === '') return filled(texts.fieldMissing, { field: texts.expiryDate });
  const date = expiryOf(expiry, now);
  if (!date || isTooLate(date, now)) return filled(texts.expiryUnreadable, { format: texts.expiryFormat });
  return isPast(date, now) ? texts.cardExpired : undefined;
}

export function codeProblem(
  code: string,
  network: string | null,
  { texts }: Pick<Form, 'texts'>,
  length?: number,
) {
  if (code === '') return filled(texts.fieldMissing, { field: texts.securityCode });
  const wanted = length ?? (network === 'American Express' ? 4 : 3);
  return code.length === wanted ? undefined : filled(texts.codeLength, { count: wanted });
}

/** The problem of an e-mail address that may be left out. Spaces around it, which keyboards add, are none. */
export function emailProblem(email: string, { texts }: Pick<Form, 'texts'>): string | undefined {
  const address = email.trim();
  return address === '' || hasForm('email', address)
    ? undefined
    : filled(texts.fieldInvalid, { field: texts.email });
}

/** The problem of a name: autofill and people write card numbers and security codes into the wrong field. */
export const nameProblem = (name: string, { texts }: Pick<Form, 'texts'>): string | undefined =>
  isNoName(name) ? texts.nameHasNumber : undefined;

/** Whether a parameter of the confirmation is the name of a person. */
export const isName = (path: string): boolean => /(^|[._])name$/.test(path);

/** Everything that keeps an entry from being paid with. */
export function problemsOf(
  form: Form,
  entry: Entry,
  typed: Typed,
  savedOf: (token: string) => string | null,
): Problems {
  const { texts } = form;
  const found: Record<string, string | undefined> = {};
  if (entry.kind === 'card') {
    found.number = numberProblem(typed.number, entry.types, form);
    found.expiry = expiryProblem(typed.expiry, form);
    const network = networkOf(digitsOf(typed.number));
    found.code = codeProblem(typed.code, network?.name ?? null, form, network?.codeLength);
    found.holder = nameProblem(typed.holder, form);
    if (typed.saves) found.nickName = nameProblem(typed.nickName, form);
  }
  if (entry.kind === 'saved') {
    const network = savedOf(typed.savedToken);
    if (network !== null) found.code = codeProblem(typed.code, network, form);
  }
  if (entry.kind === 'other') {
    for (const { required_field: path, field_type: type } of askedFields(entry.type)) {
      const field = fieldLabel(path, texts);
      const value = typed.fields[path]?.trim() ?? '';
      if (value === '') found[path] = filled(texts.fieldMissing, { field });
      else if (!hasForm(type, value)) found[path] = filled(texts.fieldInvalid, { field });
      else if (isName(path)) found[path] = nameProblem(value, form);
    }
  }
  found.email = emailProblem(typed.email, form);
  if (needsAcceptance(form, entry) && !typed.accepts) found.acceptance = texts.mustAccept;
  return Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => Boolean(one[1])));
}

/** Formats that can be checked while typing; the service checks all of them. */
export function hasForm(type: string, value: string): boolean {
  const bare = value.replace(/[\s-]/g, '');
  switch (type) {
    case 'iban':
      return isIban(bare);
    case 'sort_code':
    case 'bsb_number':
      return /^\d{6}$/.test(bare);
    case 'aba_routing_number':
      return /^\d{9}$/.test(bare);
    case 'ach_account_number':
    case 'bacs_account_number':
    case 'becs_account_number':
      return /^\d{4,17}$/.test(bare);
    case 'blik_code':
      return /^\d{6}$/.test(bare);
    case 'tax_number':
      return /^(\d{11}|\d{14})$/.test(value.replace(/[./-]/g, ''));
    case 'vpa':
      return /^[\w.-]+@[A-Za-z][A-Za-z0-9.-]+$/.test(value);
    case 'gift_card_number':
      return /^[\dA-Za-z]{4,32}$/.test(bare);
    case 'gift_card_pin':
      return /^[\dA-Za-z]{1,16}$/.test(value);
    case 'country':
      return /^[A-Z]{2}$/.test(value);
    case 'email':
      return /^\S+@\S+\.\S+$/.test(value);
    default:
      return true;
  }
}

/** Whether the check digits of an IBAN are right, by ISO 7064 (MOD 97-10). */
function isIban(text: string): boolean {
  if (!/^[A-Za-z]{2}\d{2}[\dA-Za-z]{10,30}$/.test(text)) return false;
  const moved = (text.slice(4) + text.slice(0, 4)).toUpperCase();
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** The label of a parameter of the confirmation, by the last name in its path. */
export function fieldLabel(path: string, texts: FormData['texts']): string {
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
