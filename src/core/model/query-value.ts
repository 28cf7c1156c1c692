import type { FieldDescription } from './description.ts';

/** A whole number as people write it: no sign but a minus, no leading zeros, no exponent, no spaces. */
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
 * The typed value of a query parameter; undefined for one that was repeated although it takes one value. Text
 * that cannot be read stays text, which the schema then refuses in the same words as in a body.
 *
 * Lists are given by repeating the key or with commas; `key=` is the empty list.
 */
export function queryValue(field: FieldDescription, given: unknown): unknown {
  if (field.kind !== 'text_list') {
    if (Array.isArray(given)) return undefined;
    return typeof given === 'string' ? scalar(field, given) : given;
  }
  if (given === '') return [];
  return [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]));
}
