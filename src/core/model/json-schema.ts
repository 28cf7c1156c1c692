import type { Permission } from '../foundation/permissions.ts';
import {
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  isList,
  keepsUnknown,
  type NamedSchema,
} from './description.ts';
import { type EnumerationOf, OPEN_VALUE_MAX } from './enumeration.ts';
import { TEXT_MAX } from './fields.ts';
import { FREE_BYTES_MAX, FREE_KEY_MAX, FREE_KEYS_MAX, FREE_TEXT_MAX, schemaFormats } from './formats.ts';
import { allResources, documentedAs, resourceOf } from './resource.ts';
import { addedFields, isWithheld, nestedView, type RestView, restFields } from './rest-view.ts';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

const noNul = '^[^\\u0000]*$';
const jsonTypes = ['string', 'number', 'boolean', 'object', 'array'];
const anything: JsonSchema = { type: jsonTypes, items: {}, additionalProperties: true };

type AmendedInput = (target: DescribedClass, schema: JsonSchema, components: SchemaComponents) => JsonSchema;

/**
 * Collects the schemas of nested classes under names, so that a document refers to each by `$ref` and holds it once.
 * Without a collector the schema functions inline nested classes.
 *
 * @example
 * ```ts
 * const components = new SchemaComponents();
 * const response = components.output(Payment, 'single'); // { $ref: '#/components/schemas/Payment' }
 * document.components.schemas = components.schemas;      // Payment, Refund, Contact, Address …
 * ```
 */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #root: string;
  readonly #amended: AmendedInput;

  /** @param amended Adds an API's further parameters to the schema of an input. */
  constructor(root = '#/components/schemas/', amended: AmendedInput = (_, schema) => schema) {
    this.#root = root;
    this.#amended = amended;
  }

  /** References the input schema of a class: `AddressInput` for Address. */
  input(target: DescribedClass): JsonSchema {
    const other = documentedAs(target);
    if (other) return this.other(other);
    const name = target.name.endsWith('Input') ? target.name : `${target.name}Input`;
    return this.#mention(name, () => this.#amended(target, inputSchema(target, this), this));
  }

  /** A reference to a class's REST schema. A view with other fields than the plain one has a separate name. */
  output(target: DescribedClass, view: RestView): JsonSchema {
    const other = documentedAs(target);
    if (other) return this.other(other);
    return this.#mention(prefixOf(target, view) + target.name, () => outputSchema(target, view, this));
  }

  /** A reference to a schema without a class. */
  other({ name, schema }: NamedSchema): JsonSchema {
    return this.#mention(name, () => schema((other) => this.other(other)));
  }

  /** A reference to a schema derived from a class, such as an object with an additional secret. */
  named(name: string, build: () => JsonSchema): JsonSchema {
    return this.#mention(name, build);
  }

  /** The referenced schemas, by name; for each resource also its description. */
  described(): Record<string, JsonSchema> {
    const about = new Map(allResources().map(({ target, about }) => [target.name, about]));
    const isShown = new RegExp(`^(${Object.values(prefixes).filter(Boolean).join('|')})(?=[A-Z])`);
    const described = Object.entries(this.schemas).map(([name, schema]) => {
      const description = about.get(name.replace(isShown, ''));
      return [name, description ? { description, ...schema } : schema] as const;
    });
    return Object.fromEntries(described.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #mention(name: string, build: () => JsonSchema): JsonSchema {
    if (!Object.hasOwn(this.schemas, name)) {
      // Reserve the name first, so that mutually recursive classes terminate.
      this.schemas[name] = {};
      this.schemas[name] = build();
    }
    return { $ref: this.#root + name };
  }
}

const prefixes: Readonly<Record<RestView, string>> = {
  plain: '',
  list: 'Listed',
  single: 'Single',
  event: 'Event',
  full: 'Full',
};

/** A view with the same fields as the plain one shares its name. */
function prefixOf(target: DescribedClass, view: RestView): string {
  const fields = restFields(target, view);
  const isPlain = fields.length === restFields(target, 'plain').length;
  return isPlain && !fields.some((field) => isWithheld(field, view)) ? '' : prefixes[view];
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref || (schema.oneOf && !schema.type)) return { anyOf: [schema, { type: 'null' }] };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (Array.isArray(schema.oneOf)) {
    // Not `anyOf`, which would report an object's error twice, the second time as an object that should be null.
    return { ...schema, type: ['object', 'null'], oneOf: [...schema.oneOf, { title: 'null', type: 'null' }] };
  }
  const type = [schema.type, 'null'].flat();
  return Array.isArray(schema.enum) ? { ...schema, type, enum: [...schema.enum, null] } : { ...schema, type };
}

export function objectSchema(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  keepsOthers = false,
): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: keepsOthers,
  };
}

const list = (items: JsonSchema, max?: number): JsonSchema =>
  max === undefined ? { type: 'array', items } : { type: 'array', items, maxItems: max };

const inputText = (max: number, { format }: FieldDescription): JsonSchema =>
  format
    ? { type: 'string', maxLength: max, format: schemaFormats[format] }
    : { type: 'string', maxLength: max, pattern: noNul };

const freeObject: JsonSchema = {
  $comment: `At most ${FREE_BYTES_MAX / 1024} KiB when serialised, for an update after merging with the stored object; at any depth no NUL character and no number beyond 2^53−1.`,
  type: 'object',
  maxProperties: FREE_KEYS_MAX,
  propertyNames: { type: 'string', maxLength: FREE_KEY_MAX, pattern: noNul },
  additionalProperties: { ...anything, type: [...jsonTypes, 'null'], maxLength: FREE_TEXT_MAX },
};

const enumerationSchema = ({ open, values }: EnumerationOf): JsonSchema =>
  open
    ? { type: 'string', minLength: 1, maxLength: OPEN_VALUE_MAX, pattern: noNul, examples: [...values] }
    : { type: 'string', enum: [...values] };

function inputShape(field: FieldDescription, components?: SchemaComponents): JsonSchema {
  const nested = () => (components ? components.input(field.of!()) : inputSchema(field.of!()));
  switch (field.kind) {
    case 'id':
      return { type: 'string', pattern: `^[A-Za-z0-9_-]{1,${field.max}}$` };
    case 'text':
      return inputText(field.max ?? TEXT_MAX, field);
    case 'amount':
      return { type: 'integer', format: 'int64', minimum: field.min, maximum: field.maximum };
    case 'integer':
      return { type: 'integer', format: 'int32', minimum: field.min, maximum: field.maximum };
    case 'bool':
      return { type: 'boolean' };
    case 'timestamp':
      return { type: 'string', format: schemaFormats.date_time };
    case 'enumeration':
      return enumerationSchema(field.enumeration!());
    case 'enumeration_list': {
      const items = { type: 'string', enum: [...field.enumeration!().values] };
      return { ...list(items, field.max), minItems: 1, uniqueItems: true };
    }
    // The command that writes the field reports its schema's errors, with the path of the invalid part.
    case 'json_object':
      return components && field.schema ? components.other(field.schema) : freeObject;
    case 'json':
      return components && field.schema ? components.other(field.schema) : anything;
    case 'object':
      return nested();
    case 'object_list':
      return list(nested(), field.max);
    case 'text_list':
      return list(inputText(TEXT_MAX, field), field.max);
    case 'json_encoded_list': {
      const decoded = list(nested(), field.max);
      const encoded = { contentMediaType: 'application/json', contentSchema: decoded };
      return { ...decoded, type: ['string', 'array'], ...encoded };
    }
    default:
      throw new Error(`${field.name}: ${field.kind} cannot be sent by a caller.`);
  }
}

/** The schema of one field of an input. */
export function memberSchema(field: FieldDescription, components?: SchemaComponents): JsonSchema {
  const shape = inputShape(field, components);
  return {
    description: describedBy(field),
    ...(field.required || field.neverNull ? shape : orNull(shape)),
  };
}

/** The input schema of a class, which is an input or a nested object of an input. `null` clears a field. */
export function inputSchema(target: DescribedClass, components?: SchemaComponents): JsonSchema {
  const fields = fieldsOf(target);
  const member = (field: FieldDescription) => memberSchema(field, components);
  const schema = objectSchema(
    Object.fromEntries(fields.map((field) => [field.name, member(field)])),
    fields.filter((field) => field.required).map((field) => field.name),
    keepsUnknown(target),
  );
  const tags = fields.filter((field) => field.alternative);
  if (tags.length === 0) return schema;
  const others = fields.filter((field) => !field.alternative);
  if (!components) {
    const names = tags.map(({ name }) => name);
    return { ...schema, oneOf: onlyOneOf(names, others.length > 0) };
  }
  // Documents list the choices, for people and code generators; validation needs each member only once.
  const shared = others.map((field) => [field.name, member(field)] as const);
  const choices = tags.map((tag) => {
    const own = { description: tag.about, ...inputShape(tag, components) };
    return { title: tag.name, ...objectSchema(Object.fromEntries([...shared, [tag.name, own]]), [tag.name]) };
  });
  const none = { title: 'none', ...objectSchema(Object.fromEntries(shared), []), minProperties: 1 };
  if (choices.length === 1 && shared.length === 0) return choices[0]!;
  return { oneOf: shared.length > 0 ? [...choices, none] : choices };
}

/** The choices of a union tagged by key, by their tags only: the members' schemas are elsewhere. */
function onlyOneOf(tags: readonly string[], orNone: boolean): JsonSchema[] {
  const absent = (tag: string) => [tag, { type: 'null' }] as const;
  const choices = tags.map((tag) => ({
    title: tag,
    type: 'object',
    required: [tag],
    properties: { ...Object.fromEntries(tags.map(absent)), [tag]: { type: 'object' } },
  }));
  const none = { title: 'none', type: 'object', properties: Object.fromEntries(tags.map(absent)) };
  return orNone ? [...choices, none] : choices;
}

/**
 * A value in a response that may be known or new: the specification lists only the values seen so far, and new values
 * must not break a client.
 */
export const knownOrOther = (values: readonly string[]): JsonSchema => ({
  anyOf: [{ type: 'string', enum: [...values] }, { type: 'string' }],
});

const inlined = ({ schema }: NamedSchema): JsonSchema => schema(inlined);

function outputShape(field: FieldDescription, view: RestView, components?: SchemaComponents): JsonSchema {
  const nestedAs = field.kind === 'children' ? nestedView(view) : 'plain';
  const nested = () =>
    components ? components.output(field.of!(), nestedAs) : outputSchema(field.of!(), nestedAs);
  const documented = () => field.schema && (components?.other(field.schema) ?? inlined(field.schema));
  switch (field.kind) {
    case 'amount':
      return { type: 'integer', format: 'int64' };
    case 'integer':
      return { type: 'integer', format: 'int32' };
    case 'bool':
      return { type: 'boolean' };
    case 'timestamp':
      return { type: 'string', format: schemaFormats.date_time };
    case 'json_object':
      return documented() ?? { type: 'object', additionalProperties: true };
    case 'json':
      return documented() ?? anything;
    case 'object':
      return nested();
    case 'object_list':
    case 'children':
      return list(nested());
    case 'text_list':
      return list({ type: 'string' });
    case 'enumeration':
      return knownOrOther(field.enumeration!().values);
    case 'enumeration_list':
      return list(knownOrOther(field.enumeration!().values));
    case 'json_encoded_list':
      return { type: 'string', contentMediaType: 'application/json', contentSchema: list(nested()) };
    default:
      return { type: 'string' };
  }
}

/** Maximum number of enumeration values explained in each field's description. */
const EXPLAINED_MAX = 8;

/** A field's description, with the meanings of its values, for which JSON Schema has no keyword. */
function describedBy({ about, enumeration }: FieldDescription): string {
  const { meanings, values } = enumeration?.() ?? { meanings: {}, values: [] };
  if (values.length === 0 || values.length > EXPLAINED_MAX) return about;
  const explained = values.map((value) => `- \`${value}\`: ${(meanings as Record<string, string>)[value]}`);
  return `${about}\n\n${explained.join('\n')}`;
}

/** The permission to read a nested list, if it differs from the resource's. */
function permissionOf(target: DescribedClass, { kind, of }: FieldDescription): Permission | null {
  if (kind !== 'children') return null;
  const { reads } = resourceOf(of!());
  return reads === resourceOf(target).reads ? null : reads;
}

const withheldList = (
  { about }: FieldDescription,
  shape: JsonSchema,
  permission: Permission,
): JsonSchema => ({
  description: `${about} Null for a caller without the permission \`${permission}\`.`,
  ...orNull(shape),
});

/** The REST schema of a resource or nested object in a view: exactly these fields, each always present. */
export function outputSchema(
  target: DescribedClass,
  view: RestView,
  components?: SchemaComponents,
): JsonSchema {
  const fields = restFields(target, view);
  const member = (field: FieldDescription): JsonSchema => {
    if (isWithheld(field, view)) {
      return { description: `${field.about} Not included in events: always null.`, type: 'null' };
    }
    const shape = outputShape(field, view, components);
    const permission = view === 'event' ? null : permissionOf(target, field);
    if (permission) return withheldList(field, shape, permission);
    const always = field.required || isList(field);
    return { description: describedBy(field), ...(always ? shape : orNull(shape)) };
  };
  const always = Object.fromEntries(fields.map((field) => [field.name, member(field)]));
  const names = fields.map((field) => field.name);
  const added = addedFields(target);
  if (added.length === 0) return objectSchema(always, names, keepsUnknown(target));
  const shown = (field: FieldDescription) => ({
    description: field.about,
    ...outputShape(field, view, components),
  });
  const optional = added.filter(({ alternative }) => !alternative);
  const shared = {
    ...always,
    ...Object.fromEntries(optional.map((field) => [field.name, shown(field)])),
  };
  const tags = added.filter(({ alternative }) => alternative);
  // If there are always present fields, an alternative is just an additional member: the object's shape does not
  // change.
  if (names.length > 0) {
    const alternatives = tags.map((tag) => [tag.name, shown(tag)] as const);
    const whole = objectSchema({ ...shared, ...Object.fromEntries(alternatives) }, names);
    return tags.length > 1 ? { ...whole, maxProperties: names.length + optional.length + 1 } : whole;
  }
  const choices = tags.map((tag) => ({
    title: tag.name,
    ...objectSchema({ ...shared, [tag.name]: shown(tag) }, [tag.name]),
  }));
  return choices.length === 1 ? choices[0]! : { oneOf: choices };
}
