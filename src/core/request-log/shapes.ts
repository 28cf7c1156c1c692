import {
  type DescribedClass,
  describedOrigin,
  enumName,
  type FieldDescription,
  fieldsByName,
} from '../model/index.ts';
import { CONCEALED, figure, message, number } from './texts.ts';

/** The logged form of a text, number or flag; {@link CONCEALED} for an unexpected value. */
export type Showing = (value: string | number | boolean) => unknown;

/** The description of the values at a place in a request or response. Values without a description are concealed. */
export interface Shape {
  /** The logged form of harmless values. */
  readonly shown?: Showing | undefined;
  /** The members that an object may have; empty if the whole object is concealed. */
  readonly member?: ((name: string) => Shape | undefined) | undefined;
}

/** The origin of values: only responses have vendors' messages. */
export type Source = 'request' | 'response';

/** Nothing is known: conceals everything. */
export const unknown: Shape = {};

const instant = /^[\d:.TZ +-]{1,40}$/;

const showings = {
  id: figure,
  amount: number,
  integer: number,
  bool: (value) => (/^(true|false)$/.test(String(value)) ? value : CONCEALED),
  timestamp: (value) => (instant.test(String(value)) ? value : CONCEALED),
} satisfies Partial<Record<FieldDescription['kind'], Showing>>;

/** The values of an enumeration, as REST or GraphQL writes them. */
function amongValues({ enumeration }: FieldDescription): Showing {
  const values = new Set(enumeration!().values.flatMap((value) => [value, enumName(value)]));
  return (value) => (values.has(String(value)) ? value : CONCEALED);
}

const code: Showing = (value) => (/^[A-Z]{2,3}$/.test(String(value)) ? value : CONCEALED);

/** The logged form of a text; undefined for free text, and for formats that may name a person. */
function textShowing({ format, holds }: FieldDescription, source: Source): Showing | undefined {
  if (format === 'currency' || format === 'country') return code;
  if (format !== undefined) return undefined;
  if (holds === 'identifier' || holds === 'code') return figure;
  return holds === 'message' && source === 'response' ? message : undefined;
}

/** Whether a field is concealed in spite of a harmless kind: a secret, or personal data. */
export function isConfidential(field: FieldDescription): boolean {
  const { credential, encrypted, kind, masked, personal } = describedOrigin(field);
  return Boolean(credential || masked || personal || (encrypted && kind !== 'object'));
}

/**
 * The logged form of a field's values, by its description; undefined unless they are harmless: identifiers, amounts,
 * numbers, flags, times, enumerations, currencies, countries, and texts described as harmless.
 */
export function showingOf(field: FieldDescription, source: Source): Showing | undefined {
  if (isConfidential(field)) return undefined;
  if (field.kind in showings) return showings[field.kind as keyof typeof showings];
  if (field.enumeration?.().open) return figure;
  if (field.kind === 'enumeration' || field.kind === 'enumeration_list') return amongValues(field);
  return field.kind === 'text' || field.kind === 'text_list' ? textShowing(field, source) : undefined;
}

const nested: ReadonlySet<FieldDescription['kind']> = new Set([
  'object',
  'object_list',
  'json_encoded_list',
  'children',
  'reference',
]);

/** The shape of a class's objects, with REST names. */
export function shapeOf(target: DescribedClass, source: Source): Shape {
  const fields = fieldsByName(target);
  const member = (name: string): Shape | undefined => {
    const field = fields.get(name);
    return field && shapeOfField(field, source);
  };
  return { member };
}

function shapeOfField(field: FieldDescription, source: Source): Shape {
  if (!nested.has(field.kind)) return { shown: showingOf(field, source) };
  return isConfidential(field) ? unknown : shapeOf(field.of!(), source);
}

/** A shape with only these members, and another shape for the rest. */
export const shapeWithMembers = (members: Readonly<Record<string, Shape>>, others?: Shape): Shape => ({
  member: (name) => (Object.hasOwn(members, name) ? members[name] : others?.member?.(name)),
});

const parameterProblem = { code: { shown: figure }, param: { shown: figure }, message: { shown: message } };

/** The shape of an error. Error messages quote no value. */
export const errorShape: Shape = shapeWithMembers({
  ...parameterProblem,
  type: { shown: figure },
  request_id: { shown: figure },
  retry_after: { shown: number },
  errors: shapeWithMembers(parameterProblem),
});

/** The shape of a place that several fields share: values that are harmless in each of them. */
export function combined(shapes: readonly Shape[]): Shape {
  const [first, ...others] = shapes;
  if (!first) return unknown;
  if (others.length === 0) return first;
  const shown: Showing = (value) => {
    const all = shapes.map((shape) => shape.shown?.(value) ?? CONCEALED);
    return all.includes(CONCEALED) ? CONCEALED : all[0];
  };
  const member = (name: string) => {
    const known = shapes.flatMap((shape) => shape.member!(name) ?? []);
    return known.length > 0 ? combined(known) : undefined;
  };
  return { shown, member: shapes.every((shape) => shape.member) ? member : undefined };
}
