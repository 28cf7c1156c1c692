import { type DescribedClass, type FieldDescription, fieldOf, fieldsOf, isList } from './description.ts';
import { allResources, type ResourceDescription } from './resource.ts';
import { nestedView, type RestView, restFields, restValue } from './rest-view.ts';

const ULID = '01JZ5V0G7N4S8X2T6W9Y3B1C5D';

const formatted: Readonly<Record<string, string>> = Object.freeze({
  currency: 'EUR',
  country: 'DE',
  email: 'alice@example.com',
  phone_country_code: '+49',
});

/**
 * An example identifier for a field named like the identifier of a resource, such as `payment_id`; else null.
 *
 * @param near - The object with the field or in the response: it decides between resources with the same identifier
 * name, such as API keys and admin keys. It is one of them, or refers to one.
 * @throws {Error} If several resources have this identifier name, and `near` is none of them.
 */
export function exampleId(name: string, near?: DescribedClass): unknown {
  const named = allResources().filter(({ id }) => id === name);
  const resource = named.length > 1 ? nearest(name, named, near) : named[0];
  if (resource) return fieldOf(resource.target, name).example ?? `${resource.prefix}_${ULID}`;
  if (named.length === 0) return null;
  throw new Error(`${name} identifies ${named.map(({ target }) => target.name).join(' or ')}.`);
}

/** Of resources with one identifier name, the one that an object is, or that it refers to by the identifier. */
function nearest(
  name: string,
  named: readonly ResourceDescription[],
  near: DescribedClass | undefined,
): ResourceDescription | undefined {
  const reference = near && fieldsOf(near).find(({ by, kind }) => kind === 'reference' && by === name);
  const referred = reference?.of?.();
  return named.find(({ target }) => target === near) ?? named.find(({ target }) => target === referred);
}

/**
 * An example of a REST object: fields have their `example`, identifiers and required fields a plain value, and
 * all others are null or empty.
 *
 * @throws {Error} If a required text field has no `example`.
 */
export function exampleOf(target: DescribedClass, view: RestView): Record<string, unknown> {
  return restValue(target, view, exampleRow(target, view));
}

function exampleRow(target: DescribedClass, view: RestView): Record<string, unknown> {
  const fields = restFields(target, view);
  return Object.fromEntries(fields.map((field) => [field.name, exampleValue(target, field, view)]));
}

function exampleValue(target: DescribedClass, field: FieldDescription, view: RestView): unknown {
  if (field.example !== undefined) return field.example;
  if (field.of) {
    const nested = nestedExample(field.of(), field.kind === 'children' ? nestedView(view) : 'plain');
    return isList(field) || field.kind === 'json_encoded_list' ? (nested ? [nested] : []) : nested;
  }
  if (isList(field)) return [];
  if (field.kind === 'id') return exampleId(field.name, target);
  return field.required ? plainValue(target, field) : null;
}

function plainValue(target: DescribedClass, field: FieldDescription): unknown {
  switch (field.kind) {
    case 'amount':
      return 6540;
    case 'integer':
      return Math.max(1, field.min ?? 0);
    case 'bool':
      return false;
    case 'timestamp':
      return '2026-01-31T09:30:00.000Z';
    case 'enumeration':
      return field.enumeration!().values[0];
    default: {
      const value = formatted[field.format ?? ''];
      if (value === undefined) throw new Error(`${target.name}.${field.name} needs an example.`);
      return value;
    }
  }
}

/** Null if no field has an example. */
function nestedExample(target: DescribedClass, view: RestView): Record<string, unknown> | null {
  const row = exampleRow(target, view);
  const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
  return Object.values(row).some(isFilled) ? row : null;
}
