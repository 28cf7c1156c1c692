import { type DescribedClass, type FieldDescription, fieldsOf } from '../model/index.ts';
import { maskText } from '../model/masking.ts';
import { isObject } from '../model/read-input.ts';

type Json = Record<string, unknown>;

/** A secret as it was given, or the one that is kept where the caller sends back what it was shown of it. */
function unmasked(kept: unknown, given: unknown): unknown {
  if (typeof given === 'string') return typeof kept === 'string' && given === maskText(kept) ? kept : given;
  if (Array.isArray(given))
    return given.map((entry, i) => unmasked(Array.isArray(kept) ? kept[i] : undefined, entry));
  if (!isObject(given)) return given;
  const before = isObject(kept) ? kept : {};
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, unmasked(before[name], value)]),
  );
}

/** A nested object over the one that is kept: members that are absent stay, null clears. */
function mergedMembers(target: DescribedClass, kept: unknown, given: Json): Json {
  const merged: Json = isObject(kept) ? { ...kept } : {};
  for (const field of fieldsOf(target)) {
    const value = given[field.name];
    if (value === undefined) continue;
    merged[field.name] = field.masked ? unmasked(merged[field.name], value) : value;
  }
  return merged;
}

/**
 * What is sealed after a change. Nobody can send back as a whole what is shown masked: so members of a nested
 * object that are absent stay, and a masked text that comes back unchanged stands for the secret behind it.
 */
export function mergedSecret(field: FieldDescription, kept: unknown, given: unknown): unknown {
  if (field.kind === 'object' && isObject(given)) return mergedMembers(field.of!(), kept, given);
  return field.masked ? unmasked(kept, given) : given;
}
