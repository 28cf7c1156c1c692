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

/** The permission to set where something is sent: the one to read it, or that of the accounts that money moves through. */
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
  const takes = `Setting it takes the permission \`${redirectPermissions[redirects]}\``;
  if (maskedBy) return `${takes}, unless \`${maskedBy}\` is true.`;
  return redirects === 'money'
    ? `${takes}, which the sandbox does not need; the role developer may where \`test_mode\` is true.`
    : `${takes}.`;
}

/** A value that redirects something. */
export interface Redirection {
  /** The names of the fields that lead to it, as in an error's `param`: without those that a caller chose. */
  readonly path: string;
  /** The whole path, by which it is found again. */
  readonly key: string;
  readonly field: FieldDescription;
  readonly value: unknown;
  /** The address that it is, or is sent to. */
  readonly address: unknown;
  /** Whether clearing it redirects too. */
  readonly fallsBack: boolean;
  /** The path of the boolean that masks what is sent there; null without one. */
  readonly maskedBy: string | null;
  /** Whether that boolean is true. */
  readonly isMasked: boolean;
}

/**
 * The values of an object that redirect something, with those that are unset. Encrypted ones are given decrypted.
 *
 * @param fields The fields of the object to look at.
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

/** The objects in a field's value, with their places. */
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

/** Whether a value is none: nothing is sent anywhere by it. */
export const leadsNowhere = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const valueAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
