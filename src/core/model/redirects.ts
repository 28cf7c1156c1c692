import type { Permission } from '../foundation/permissions.ts';
import {
  type DescribedClass,
  type FieldDescription,
  holdersOf,
  type Redirected,
  redirectingFields,
} from './description.ts';
import { isObject } from './read-input.ts';
import { memberPath } from './validation-errors.ts';

/** The permission to set a destination: the permission to read the data, or to manage the payment credentials. */
export const redirectPermissions: Readonly<Record<Redirected, Permission>> = Object.freeze({
  card: 'vault:export',
  personal: 'personal_data:read',
  money: 'connectors:credentials',
});

/** The sentence in the description of a field that redirects something. */
export function redirectSentence({
  maskedBy,
  redirects,
}: Pick<FieldDescription, 'maskedBy' | 'redirects'>): string | null {
  if (!redirects) return null;
  const takes = `Setting it requires the permission \`${redirectPermissions[redirects]}\``;
  if (maskedBy) return `${takes}, unless \`${maskedBy}\` is true.`;
  return redirects === 'money'
    ? `${takes}, except for the sandbox; the role developer may set it if \`test_mode\` is true.`
    : `${takes}.`;
}

/** A value that redirects something. */
export interface Redirection {
  /** The path of field names, as in an error's `param`, without names chosen by the caller. */
  readonly path: string;
  /** The full path, which identifies it. */
  readonly key: string;
  readonly field: FieldDescription;
  readonly value: unknown;
  /** The value's address, or the address that the value is sent to. */
  readonly address: unknown;
  /** Whether clearing it redirects too. */
  readonly fallsBack: boolean;
  /** The path of the boolean that masks the data sent there; null without one. */
  readonly maskedBy: string | null;
  /** Whether that boolean is true. */
  readonly isMasked: boolean;
}

/**
 * The values of an object that redirect something, including unset values. Encrypted values must be passed decrypted.
 *
 * @param fields The fields of the object to examine.
 */
export function redirectionsIn(
  target: DescribedClass,
  values: Readonly<Record<string, unknown>>,
  fields = redirectingFields(target),
  above: Place = { fallsBack: false, key: '', path: '' },
): Redirection[] {
  return fields.flatMap((field) => {
    const [key, path] = [memberPath(above.key, field.name), memberPath(above.path, field.name)];
    const value = values[field.name] ?? null;
    const place = { key, path, fallsBack: above.fallsBack || field.fallsBack === true };
    if (!field.redirects) {
      return holdersOf(field).flatMap((holder) =>
        objectsIn(field, value, place).flatMap(([object, at]) =>
          redirectionsIn(holder, object, undefined, at),
        ),
      );
    }
    const { maskedBy, sentTo } = field;
    const isMasked = maskedBy !== undefined && valueAt(values, maskedBy.split('.')) === true;
    const address = sentTo === undefined ? value : valueAt(values, sentTo.split('.'));
    const mask = maskedBy === undefined ? null : memberPath(above.path, maskedBy);
    return [{ ...place, field, value, address, maskedBy: mask, isMasked }];
  });
}

type Place = Pick<Redirection, 'fallsBack' | 'key' | 'path'>;

/** The objects in a field's value, with their paths. */
function objectsIn(
  { variantsOf }: FieldDescription,
  value: unknown,
  place: Place,
): [Record<string, unknown>, Place][] {
  const within = (name: string | number, path = place.path): Place => ({
    ...place,
    key: `${place.key}[${name}]`,
    path,
  });
  const entries: [unknown, Place][] = Array.isArray(value)
    ? value.map((entry, i) => [entry, within(i, `${place.path}[${i}]`)])
    : variantsOf && isObject(value)
      ? Object.entries(value).map(([name, variant]) => [variant, within(JSON.stringify(name))])
      : [[value, place]];
  return entries.flatMap(([object, at]) => (isObject(object) ? [[object, at]] : []));
}

/** Whether a value is empty, so that nothing is sent. */
export const leadsNowhere = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const valueAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
