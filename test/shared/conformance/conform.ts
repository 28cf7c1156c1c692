import { fieldsIn, type Shape, shapes, type Type } from './specification.ts';

type View = 'list' | 'single' | 'plain';

export interface ConformOptions {
  /** Whether null and empty lists count as deviations too, for responses from complete rows. */
  readonly full?: boolean;
  /** Paths that may nevertheless be null or empty. */
  readonly mayBeNull?: readonly string[];
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const primitives: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  'date-time': (value) => typeof value === 'string' && timestamp.test(value),
  object: isObject,
  any: (value) => value !== undefined,
};

/** A response body's deviations from the specification: missing and additional fields and wrong types, also nested. */
export function deviations(
  answers: string,
  view: View,
  body: unknown,
  options: ConformOptions = {},
): string[] {
  if (!answers.startsWith('pages of ')) return ofType(answers, view, body, '', options);
  const pages = Array.isArray(body) ? body : [];
  if (pages.length !== 1) return ['the body is not a list with one page'];
  const { size, data, ...more } = pages[0];
  return [
    ...Object.keys(more).map((name) => `[0].${name} is not in the specification`),
    ...(size === data?.length ? [] : ['[0].size is not the number of entries']),
    ...ofType(`[${answers.slice('pages of '.length)}]`, view, data, '[0].data', options),
  ];
}

function ofType(type: Type, view: View, value: unknown, at: string, options: ConformOptions): string[] {
  const entry = /^\[(.+)\]$/.exec(type)?.[1];
  if (entry !== undefined) {
    if (!Array.isArray(value)) return [`${at} is not an array`];
    if (options.full && value.length === 0 && !options.mayBeNull?.includes(at)) return [`${at} is empty`];
    return value.flatMap((one, i) => ofType(entry, view, one, `${at}[${i}]`, { ...options }));
  }
  if (value === null) {
    return options.full && !options.mayBeNull?.includes(at.replace(/\[\d+\]/g, '[]'))
      ? [`${at} is null`]
      : [];
  }
  const encoded = /^json\[(.+)\]$/.exec(type)?.[1];
  if (encoded !== undefined) {
    if (typeof value !== 'string') return [`${at} is not a string`];
    return ofType(`[${encoded}]`, 'plain', JSON.parse(value), at, options);
  }
  const isPrimitive = primitives[type];
  if (isPrimitive) return isPrimitive(value) ? [] : [`${at} is not of type ${type}`];
  return isObject(value) ? ofShape(shapes[type]!, view, value, at, options) : [`${at} is not an object`];
}

function ofShape(
  shape: Shape,
  view: View,
  value: Record<string, unknown>,
  at: string,
  options: ConformOptions,
): string[] {
  const fields = fieldsIn(shape, view);
  const names = new Set(fields.map(({ name }) => name));
  return [
    ...fields.filter(({ name }) => !(name in value)).map(({ name }) => `${at}.${name} is missing`),
    ...Object.keys(value)
      .filter((name) => !names.has(name))
      .map((name) => `${at}.${name} is not in the specification`),
    ...fields
      .filter(({ name }) => name in value)
      .flatMap(({ name, type }) => ofType(type, 'plain', value[name], `${at}.${name}`, options)),
  ];
}
