import type { FieldDescription } from './description.ts';

/** A decimal integer: an optional minus sign, no leading zeros, exponent or spaces. */
const wholeNumber = /^(0|-?[1-9]\d*)$/;

function scalar(field: FieldDescription, text: string): unknown {
  switch (field.kind) {
    case 'amount':
    case 'integer':
      return wholeNumber.test(text) ? Number(text) : text;
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

/**
 * The typed value of a query parameter; undefined if a single-valued parameter was repeated. Text that cannot be
 * converted stays text, for the schema to reject with the same message as in a body.
 *
 * Lists repeat the key or separate values with commas; `key=` is the empty list.
 */
export function queryValue(field: FieldDescription, value: unknown): unknown {
  if (field.kind !== 'text_list') {
    if (Array.isArray(value)) return undefined;
    return typeof value === 'string' ? scalar(field, value) : value;
  }
  if (value === '') return [];
  return [value].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]));
}
