import { type FieldDescription, fieldsOf } from './description.ts';
import { type EnumerationOf, OPEN_VALUE_MAX } from './enumeration.ts';
import { TEXT_MAX } from './fields.ts';
import { DEPTH_MAX, FREE_KEY_MAX, FREE_KEYS_MAX, FREE_TEXT_MAX, formats } from './formats.ts';

function text({ format }: FieldDescription, max: number): string {
  if (!format) return `text of at most ${max} characters`;
  const { hint } = formats[format];
  // The hints of the other formats imply their length.
  return format === 'email' || format === 'url' ? `${hint}, of at most ${max} characters` : hint;
}

const amongValues = ({ open, values }: EnumerationOf): string =>
  open ? `text of 1 to ${OPEN_VALUE_MAX} characters, such as ${values[0]}` : `one of ${values.join(', ')}`;

/** A field's accepted values, as a phrase that completes "must be …". */
export function expectation(field: FieldDescription): string {
  switch (field.kind) {
    case 'id':
      return `1 to ${field.max} letters, digits, hyphens or underscores`;
    case 'text':
      return text(field, field.max ?? TEXT_MAX);
    case 'amount':
      return `a whole number of minor units from ${field.min} to ${field.maximum}`;
    case 'integer':
      return `a whole number from ${field.min} to ${field.maximum}`;
    case 'bool':
      return 'true or false';
    case 'timestamp':
      return formats.date_time.hint;
    case 'enumeration':
      return amongValues(field.enumeration!());
    case 'enumeration_list':
      return `a list of 1 to ${field.max} different values, each ${amongValues(field.enumeration!())}`;
    case 'json_object':
      return `an object of at most ${FREE_KEYS_MAX} keys, each of at most ${FREE_KEY_MAX} characters, with strings of at most ${FREE_TEXT_MAX} characters`;
    case 'json':
      return `JSON that is nested at most ${DEPTH_MAX} deep`;
    case 'object_list':
      return `a list of at most ${field.max} objects`;
    case 'text_list':
      return `a list of at most ${field.max} texts`;
    case 'json_encoded_list':
      return `a list of at most ${field.max} objects, or a string of JSON that holds one`;
    default:
      return object(field);
  }
}

/** For a union tagged by key, lists the alternatives, as the caller may have sent an unknown alternative. */
function object({ of }: FieldDescription): string {
  const names = of ? fieldsOf(of()).flatMap(({ alternative, name }) => (alternative ? [name] : [])) : [];
  return names.length > 0 ? `an object with one of ${names.join(', ')}` : 'an object';
}

/** A list entry's accepted values, as a phrase that completes "must be …". */
export function entryExpectation(field: FieldDescription): string {
  if (field.kind === 'enumeration_list') return expectation({ ...field, kind: 'enumeration' });
  return field.kind === 'text_list' ? text({ ...field, kind: 'text' }, TEXT_MAX) : 'an object';
}
