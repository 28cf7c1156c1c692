import { hasCardNumber, isVerificationCode } from './card-numbers.ts';
import { describedOrigin, type FieldDescription } from './description.ts';

const CARD_NUMBER =
  'must not contain a card number: write its last four digits, or send it as the card_number of a card';
const VERIFICATION_CODE =
  'must be a name, not three or four digits: send a verification code as the card_cvc of a card only';

/** Texts that are meant for other systems, and may look like a card number. */
const meantForOthers: ReadonlySet<FieldDescription['holds']> = new Set(['identifier', 'token']);

/**
 * Whether a person or a program may write anything into a field. Secrets, what has a format or a schema, and references
 * are not free. Names for bank statements have a format only because of their letters.
 */
export function isFreeText(field: FieldDescription): boolean {
  const { credential, encrypted, masked } = describedOrigin(field);
  if (credential || encrypted || masked || meantForOthers.has(field.holds)) return false;
  switch (field.kind) {
    case 'text':
    case 'text_list':
      return field.format === undefined || field.format === 'statement_descriptor';
    case 'json_object':
    case 'json':
      return field.schema === undefined;
    default:
      return false;
  }
}

/**
 * Why a value must not be kept in a free text, as a phrase that completes the field's name; undefined if it may. Neither a
 * card number nor a verification code is kept anywhere but as what it is (PCI DSS 3.3.1, 3.5.1).
 *
 * @param value A text, or JSON that is not nested deeper than its limit.
 */
export function freeTextFault(field: FieldDescription, value: unknown): string | undefined {
  if (!isFreeText(field)) return undefined;
  if (field.holds === 'holder_name' && typeof value === 'string' && isVerificationCode(value)) {
    return VERIFICATION_CODE;
  }
  return hasNumberWithin(value, field.holds === 'phone') ? CARD_NUMBER : undefined;
}

function hasNumberWithin(value: unknown, isPhone: boolean): boolean {
  if (typeof value === 'string') return hasCardNumber(value, isPhone);
  if (typeof value === 'number') return Number.isInteger(value) && hasCardNumber(String(value));
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some((entry) => hasNumberWithin(entry, isPhone));
  return Object.entries(value).some(
    ([name, member]) => hasCardNumber(name) || hasNumberWithin(member, false),
  );
}
