import type { AskedField, FormData } from '../server/checkout-data.ts';
import { digitsOf, isCardNumber, isNoName, networkOf } from './card-number.ts';
import { detailsOf } from './detail-fields.ts';
import { expiryOf, isPast, isTooLate } from './expiry.ts';
import { needsAcceptance, type Typed } from './form-state.ts';
import { hasForm } from './formats.ts';
import type { Entry, OfferedType } from './methods.ts';
import { filled } from './phrases.ts';

/** Problems by field name. */
export type Problems = Readonly<Record<string, string>>;

type Texted = Pick<FormData, 'texts'>;

/** The found problems, by field name. */
export const foundBy = (checks: Readonly<Record<string, string | undefined>>): Problems =>
  Object.fromEntries(Object.entries(checks).filter((one): one is [string, string] => Boolean(one[1])));

/** The allowed card networks of an entry. */
const networksTaken = (types: readonly OfferedType[]): string[] =>
  types.flatMap(({ card_networks: networks }) => networks.map(({ card_network: name }) => name));

/**
 * The problem of a typed card number; undefined without one.
 *
 * @param networks The accepted networks; null for all.
 */
export function numberProblem(number: string, networks: readonly string[] | null, { texts }: Texted) {
  const digits = digitsOf(number);
  if (digits === '') return filled(texts.fieldMissing, { field: texts.cardNumber });
  const network = networkOf(digits)?.name;
  if (network && networks && !networks.includes(network)) return filled(texts.networkNotTaken, { network });
  return isCardNumber(digits) ? undefined : texts.cardNumberInvalid;
}

export function expiryProblem(expiry: string, { texts }: Texted, now = new Date()) {
  if (expiry === '') return filled(texts.fieldMissing, { field: texts.expiryDate });
  const date = expiryOf(expiry, now);
  if (!date || isTooLate(date, now)) return filled(texts.expiryUnreadable, { format: texts.expiryFormat });
  return isPast(date, now) ? texts.cardExpired : undefined;
}

function codeProblem(code: string, network: string | null, { texts }: Texted, length?: number) {
  if (code === '') return filled(texts.fieldMissing, { field: texts.securityCode });
  const wanted = length ?? (network === 'American Express' ? 4 : 3);
  return code.length === wanted ? undefined : filled(texts.codeLength, { count: wanted });
}

/** The problem of a name: autofill and people enter card numbers and security codes into the wrong field. */
export const nameProblem = (name: string, { texts }: Texted): string | undefined =>
  isNoName(name) ? texts.nameHasNumber : undefined;

/** The problem of a field's text. Surrounding spaces, which keyboards add, are allowed. */
function fieldProblem(
  text: string | undefined,
  { format, isOptional, label: field, path }: AskedField,
  form: Texted,
): string | undefined {
  const value = text?.trim() ?? '';
  if (value === '') return isOptional ? undefined : filled(form.texts.fieldMissing, { field });
  if (!hasForm(format, value)) return filled(form.texts.fieldInvalid, { field });
  return /(^|[._])name$/.test(path) ? nameProblem(value, form) : undefined;
}

/** The problem of an optional email address. */
export const emailProblem = (email: string, form: Texted): string | undefined =>
  fieldProblem(email, { path: '', label: form.texts.email, format: 'email', isOptional: true }, form);

/** The problems of a method's fields by path; undefined for valid fields. */
export const detailProblems = (fields: readonly AskedField[], typed: Typed, form: Texted) =>
  Object.fromEntries(
    fields.map((field) => [field.path, fieldProblem(typed.fields[field.path], field, form)]),
  );

/** All problems of an entry, in the order of the form. */
export function problemsOf(
  form: Pick<FormData, 'texts' | 'offer' | 'settings'>,
  entry: Entry,
  typed: Typed,
  savedOf: (token: string) => string | null,
): Problems {
  const found: Record<string, string | undefined> = {};
  if (entry.kind === 'card') {
    found.number = numberProblem(typed.number, networksTaken(entry.types), form);
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
  if (entry.kind === 'other')
    Object.assign(found, detailProblems(detailsOf(entry.type, form.texts), typed, form));
  found.email = emailProblem(typed.email, form);
  if (needsAcceptance(form, entry) && !typed.accepts) found.accepts = form.texts.mustAccept;
  return foundBy(found);
}
