import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../foundation/context.ts';
import type { FieldChange } from '../../foundation/transaction.ts';
import { originOfUrl } from '../../model/formats.ts';
import {
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  type ResourceDescription,
} from '../../model/index.ts';
import { isObject } from '../../model/read-input.ts';
import { asStored } from '../entity-row.ts';

type Values = Readonly<Record<string, unknown>>;

/** Kinds whose values are neither personal nor secret, unless their field says so. */
const figureKinds: ReadonlySet<FieldDescription['kind']> = new Set([
  'id',
  'amount',
  'integer',
  'bool',
  'timestamp',
  'enumeration',
]);

/** Whether a field's values are neither personal nor secret, unless it says so. */
export const isFigure = ({ format, kind }: FieldDescription) =>
  figureKinds.has(kind) || format === 'currency';

/** Whether a field's values are a secret, or may be: free-form objects hold anything. */
export const isSecret = ({ credential, encrypted, kind, masked, schema }: FieldDescription) =>
  Boolean(masked) ||
  Boolean(credential) ||
  (encrypted === true && kind !== 'object') ||
  (kind === 'json_object' && schema === undefined);

/**
 * The changes of a field for the audit log: one change, or one per member for a nested object of settings. Empty if the
 * values are equal. For an inserted or deleted object: the visible fields with a value.
 *
 * @param before The stored object before the change; null for a new object.
 * @param after The entity; null if it was deleted.
 */
export function fieldChanges(
  ctx: Context,
  resource: ResourceDescription,
  field: FieldDescription,
  before: Values | null,
  after: Values | null,
): FieldChange[] {
  const { conceals = [], origins = [], shows } = resource.audited!;
  if (typeof shows !== 'string' && !shows.includes(field.name)) return [];
  const isShown = (each: FieldDescription, path = each.name) =>
    typeof shows !== 'string' ||
    (!isSecret(each) && !conceals.includes(path) && (shows === 'values' || isFigure(each)));
  const isWhole = before === null || after === null;
  // Not decrypted only to be concealed.
  if (field.encrypted && shows !== 'values') return isWhole ? [] : [concealed(field.name)];
  const values = [before, after].map((row) => openedValue(ctx, resource, field, row));
  return compare({ field, path: field.name, isShown, isWhole }, values).map((change) =>
    origins.includes(change.field) ? withOrigins(change) : change,
  );
}

/** Shows a change of an address by its origins. The rest is concealed: it may be a secret. */
const withOrigins = ({ after, before, field }: FieldChange): FieldChange => ({
  field,
  before: originOfUrl(before),
  after: originOfUrl(after),
  concealed: true,
});

/** The path of a value, and whether the field's values are shown. */
interface Place {
  readonly field: FieldDescription;
  /** The names of the fields that lead to it. */
  readonly path: string;
  readonly isShown: (field: FieldDescription, path?: string) => boolean;
  /** Whether the object was inserted or deleted as a whole. */
  readonly isWhole: boolean;
}

function compare(place: Place, [before, after]: readonly unknown[]): FieldChange[] {
  const { field, isShown, isWhole, path } = place;
  if (isDeepStrictEqual(before, after) || (isWhole && isUnset(before) && isUnset(after))) return [];
  if (field.kind === 'object' && isShown(field, path)) {
    const members = [before, after].map((value) => (isObject(value) ? value : null));
    return fieldsOf(field.of!()).flatMap((member) =>
      compare(
        { ...place, field: member, path: `${path}.${member.name}` },
        members.map((value) => value?.[member.name] ?? null),
      ),
    );
  }
  // Its entries may have figures, the only part of a list that `figures` shows.
  if (field.kind === 'object_list' && isShown({ ...field, kind: 'id' }, path)) {
    const [from, to] = [before, after].map((list) => shownEntries(field, list, isShown));
    if (!isDeepStrictEqual(from, to)) return [{ field: path, before: from, after: to, concealed: false }];
  } else if (isShown(field, path)) return [{ field: path, before, after, concealed: false }];
  return isWhole ? [] : [concealed(path)];
}

const concealed = (field: string): FieldChange => ({ field, before: null, after: null, concealed: true });

const isUnset = (value: unknown) =>
  value === null || value === false || value === 0 || (Array.isArray(value) && value.length === 0);

/** The entries of a list, each with its visible members only. */
const shownEntries = ({ of }: FieldDescription, list: unknown, isShown: Place['isShown']): unknown[] =>
  (Array.isArray(list) ? list : []).map((entry) => shownMembers(of!(), entry, isShown));

function shownMembers(target: DescribedClass, entry: unknown, isShown: Place['isShown']): unknown {
  if (!isObject(entry)) return null;
  const members = fieldsOf(target).flatMap((field): [string, unknown][] => {
    const value = entry[field.name] ?? null;
    if (value === null) return [];
    if (field.kind === 'object') return [[field.name, shownMembers(field.of!(), value, isShown)]];
    if (field.kind === 'object_list') return [[field.name, shownEntries(field, value, isShown)]];
    return isShown(field) ? [[field.name, value]] : [];
  });
  return Object.fromEntries(members);
}

/** The value of a field, decrypted if necessary, for comparison. */
export function openedValue(
  ctx: Context,
  { key, table }: ResourceDescription,
  field: FieldDescription,
  row: Values | null,
) {
  const value = row?.[field.name] ?? null;
  if (row === null || value === null) return null;
  if (field.encrypted) {
    if (!(value instanceof Uint8Array)) return null;
    const location = { table, column: field.name, key: key.map((name) => String(row[name])) };
    return ctx.ports.encryption.decrypt(value, location);
  }
  switch (field.kind) {
    case 'timestamp':
      return new Date(value as string | Date).toISOString();
    case 'amount':
    case 'integer':
      return Number(value);
    case 'id':
    case 'text':
    case 'enumeration':
    case 'bool':
      return value;
    default:
      return asStored(value);
  }
}
