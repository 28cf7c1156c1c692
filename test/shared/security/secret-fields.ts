import '../../../src/rest/operations.ts';
import { resourceClasses } from '../../../src/core/entities/resources.ts';
import {
  allInputs,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  graphqlName,
} from '../../../src/core/model/index.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import * as planted from './planted.ts';

// Loads every input.
graphqlSchema();

const byName = new Map<string, FieldDescription>();
const visited = new Set<DescribedClass>();
function visit(target: DescribedClass): void {
  if (visited.has(target)) return;
  visited.add(target);
  for (const field of fieldsOf(target)) {
    const name = graphqlName(field);
    byName.set(`${target.name}.${name}`, field);
    byName.set(`${target.name}Input.${name}`, field);
    if (field.of) visit(field.of());
  }
}
for (const target of [...allInputs(), ...resourceClasses]) visit(target);

/** The description of an input's field: `CardInput.cardNumber`. */
export const describedAs = (declaredAs: string): FieldDescription | undefined => byName.get(declaredAs);

/** Whether a field's value must never be shown, stored in clear or passed on. */
export const isSecret = ({ credential, encrypted, format, masked, name }: FieldDescription): boolean =>
  Boolean(credential || encrypted || masked) ||
  /^(card_number|cvc|cavv|iban|(ach|bacs|becs)_account_number)$/.test(format ?? '') ||
  /secret|password|token$|(?<!public|pub|idempotency)_key$/.test(name);

/** A value to plant in a field, in the field's format. In free text, numbers and keys in turn. */
export function plantFor(field: Pick<FieldDescription, 'format' | 'name'> | undefined, turn: number): string {
  switch (field?.format) {
    case 'card_number':
      return planted.cardNumber();
    case 'cvc':
      return planted.CVC;
    case 'cavv':
      return planted.cavv();
    case 'iban':
      return planted.iban();
    case 'ach_account_number':
      return planted.accountNumber(12);
    case 'bacs_account_number':
      return planted.accountNumber(8);
    case 'becs_account_number':
      return planted.accountNumber(9);
    case 'tax_number':
      return planted.taxNumber();
    case 'vpa':
      return `${planted.word()}@okbank`;
    case 'blik_code':
      return planted.BLIK_CODE;
    case 'gift_card_number':
      return planted.accountNumber(16);
    case 'gift_card_pin':
      return planted.GIFT_CARD_PIN;
    case 'email':
      return `${planted.word()}@example.com`;
    case 'url':
      return `https://shop.example/${planted.word()}`;
    default:
      if (field?.name === 'bank_account_number') return planted.iban();
      if (field?.name === 'payment_response_hash_key') return planted.key();
      return turn % 2 === 0 ? planted.cardNumber() : planted.key();
  }
}

/** The description of the field at a path of a class, and its name in the schema: `CardInput.cardNumber`. */
export function fieldOfClass(
  target: DescribedClass,
  path: readonly string[],
): { field: FieldDescription; declaredAs: string } {
  const [name, ...rest] = path;
  const field = fieldsOf(target).find((one) => one.name === name)!;
  if (rest.length > 0) return fieldOfClass(field.of!(), rest);
  const input = target.name.endsWith('Input') ? target.name : `${target.name}Input`;
  return { field, declaredAs: `${input}.${graphqlName(field)}` };
}
