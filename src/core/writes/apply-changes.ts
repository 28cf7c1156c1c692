import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { type DescribedClass, fieldOf, resourceOf } from '../model/index.ts';
import { mergedSecret } from './merge-secret.ts';

type Json = Record<string, unknown>;

/** The most keys that metadata have, also after a merge. */
const METADATA_KEYS_MAX = 50;

/** Metadata are merged key by key; a key given as null is dropped, and null as a whole drops all. */
function mergedMetadata(before: Json | null | undefined, given: Json | null): Json | null {
  if (given === null) return null;
  const merged = Object.entries({ ...before, ...given }).filter(([, value]) => value !== null);
  if (merged.length > METADATA_KEYS_MAX) {
    throw invalidParameter(
      'metadata',
      `metadata must have at most ${METADATA_KEYS_MAX} keys together with those it has.`,
    );
  }
  return Object.fromEntries(merged);
}

/** Where a sealed field of an entity lives: what its ciphertext is bound to. */
function aadOf(entity: object, name: string) {
  const resource = resourceOf(entity.constructor as DescribedClass);
  const key = resource.key.map((column) => String((entity as Json)[column]));
  return { table: resource.table, column: name, key };
}

/** Seals a value into an entity's field. The entity's key must be set: the ciphertext is bound to it. */
export function encryptField(ctx: Context, entity: object, name: string, value: unknown): void {
  const sealed =
    value === null || value === undefined ? null : ctx.encryption.encrypt(value, aadOf(entity, name));
  (entity as Json)[name] = sealed;
}

/** Opens an entity's sealed field; null when it is not set. */
export function decryptField(ctx: Context, entity: object, name: string): unknown {
  const box = (entity as Json)[name];
  return box instanceof Uint8Array ? ctx.encryption.decrypt(box, aadOf(entity, name)) : null;
}

/**
 * Puts what a caller sent into an entity: a field that is absent stays as it is, null clears it where it can
 * be cleared, metadata are merged, moments become dates, and what is sealed is sealed. Within a sealed object
 * members that are absent stay too, and so does a secret that comes back the way it is shown, masked.
 *
 * @throws {Problem} `invalid_parameter` for null where a value must be.
 */
export function applyChanges(ctx: Context, entity: object, changes: object): void {
  const target = entity.constructor as DescribedClass;
  const into = entity as Json;
  for (const [name, given] of Object.entries(changes)) {
    if (given === undefined) continue;
    const field = fieldOf(target, name);
    if (given === null && field.required) throw invalidParameter(name, `${name} must not be null.`);
    if (name === 'metadata') into[name] = mergedMetadata(into[name] as Json | null, given as Json | null);
    else if (field.encrypted)
      encryptField(ctx, entity, name, mergedSecret(field, decryptField(ctx, entity, name), given));
    else if (field.kind === 'timestamp' && typeof given === 'string') into[name] = new Date(given);
    else if (given === null && (field.kind === 'object_list' || field.kind === 'text_list')) into[name] = [];
    else into[name] = given;
  }
}
