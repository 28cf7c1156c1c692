import type { EventTypeValue } from '../entities/event-types.ts';
import { machineOf, withTimeline } from '../entities/states/machines.ts';
import { StatusChange } from '../entities/status-change.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { transition } from '../foundation/state-machine.ts';
import type { EntityChange } from '../foundation/transaction.ts';
import { FREE_BYTES_MAX, FREE_KEYS_MAX, jsonBytes } from '../model/formats.ts';
import {
  type DescribedClass,
  type FieldDescription,
  fieldOf,
  fieldsByName,
  fieldsOf,
  modifiedFieldOf,
  type ResourceDescription,
  resourceOf,
  resourcesListing,
} from '../model/index.ts';
import { withStored, withStoredSecrets } from '../model/masks.ts';
import { isObject } from '../model/read-input.ts';
import { isFreeObject } from '../model/rest-view.ts';

/** The cause of a transition: a command, or an event outside one. */
export type Cause =
  | 'create'
  | 'update'
  | 'confirm'
  | 'increment'
  | 'capture'
  | 'cancel'
  | 'fulfill'
  | 'fraud_check'
  | 'approve'
  | 'reject'
  | 'challenge'
  | 'accept'
  | 'connector'
  | 'retry'
  | 'revoke'
  | 'expiry'
  | 'schedule';

type Entity = Record<string, unknown> & { merchant_id: string };

function record(
  tx: WritingContext,
  entity: Entity,
  from: string | null,
  to: string,
  cause: Cause,
  event?: EventTypeValue,
): void {
  const { field, machine } = machineOf(entity.constructor as DescribedClass);
  const transition = { entity, of: machine.of, field, from, to, cause, ...(event ? { event } : {}) };
  tx.transaction.outbox.transitions.push(transition);
}

/** Whether a change concerns a field shown by an API. */
const isShown = (target: DescribedClass, { columns }: EntityChange): boolean =>
  [...columns].some((name) => fieldsByName(target).get(name)?.visibility !== 'nowhere');

/**
 * Sets one time of last change on all objects that a transaction changed: the latest time set by its commands, when all
 * were locked. Objects whose nested REST lists show them, such as the payment of a refund, get it too. Their status
 * changes and events have the same time, so a query for changes since an event finds its object.
 */
export function stampChanges(tx: WritingContext): Date {
  const { changes, outbox, writes } = tx.transaction;
  const given: number[] = [];
  const stamped = new Map<string, { resource: ResourceDescription; key: Json; entity?: object }>();
  const add = (resource: ResourceDescription, values: Json, entity?: object) => {
    const key = Object.fromEntries(resource.key.map((name) => [name, values[name]]));
    const name = JSON.stringify([resource.table, key]);
    if (entity || !stamped.has(name)) stamped.set(name, { resource, key, ...(entity ? { entity } : {}) });
  };
  for (const [entity, change] of changes) {
    const target = entity.constructor as DescribedClass;
    const field = modifiedFieldOf(target);
    if (field && !change.deleted && change.columns.has(field))
      given.push(((entity as Json)[field] as Date).getTime());
    if (!isShown(target, change)) continue;
    if (field && !change.deleted) add(resourceOf(target), entity as Json, entity);
    for (const parent of resourcesListing(target)) add(parent, entity as Json);
  }
  const at = given.length > 0 ? new Date(Math.max(...given)) : tx.ports.now();
  const held = [...outbox.held.keys()];
  for (const { entity, key, resource } of stamped.values()) {
    const field = modifiedFieldOf(resource.target)!;
    const isIt = (one: object) =>
      one.constructor === resource.target && resource.key.every((name) => (one as Json)[name] === key[name]);
    const own = (entity ?? held.find(isIt)) as Json | undefined;
    if ((own?.[field] as Date | undefined)?.getTime() === at.getTime()) continue;
    if (own) own[field] = at;
    writes.touch(resource.table, key, field, at);
  }
  return at;
}

/**
 * Adds the status changes of a transaction to the pending writes. The history of a new object begins with its status at
 * the end of the transaction, as no other was visible: with a row if it has a timeline, and otherwise without, as its next
 * change names that status.
 *
 * @param at When the objects changed.
 */
export function writeHistory(tx: WritingContext, at: Date): void {
  const { outbox, writes } = tx.transaction;
  const changes = outbox.transitions.filter(({ cause }) => cause !== null);
  const created = new Set(changes.flatMap(({ entity, from }) => (from === null ? [entity] : [])));
  const last = new Map(changes.map((change) => [change.entity, change]));
  for (const change of changes) {
    const isCreated = created.has(change.entity);
    if (isCreated && (last.get(change.entity) !== change || !hasTimeline(change.entity))) continue;
    const { cause, entity, from, of, to } = change;
    // Inserted without an entity: no code changes or reads it before it is written.
    writes.insert(resourceOf(StatusChange).table, {
      merchant_id: (entity as Entity).merchant_id,
      change_id: tx.ports.ids.make('chg'),
      object_id: (entity as Entity)[resourceOf(entity.constructor as DescribedClass).id],
      from_status: isCreated ? null : from,
      ...{ object_type: of, to_status: to, cause, changed_at: at },
    });
  }
}

const hasTimeline = (entity: object) => withTimeline.has(entity.constructor as DescribedClass);

/** Starts an object's status history with its initial status. */
export function beginHistory(tx: WritingContext, entity: object): void {
  const { field } = machineOf(entity.constructor as DescribedClass);
  record(tx, entity as Entity, null, String((entity as Entity)[field]), 'create');
}

/**
 * Moves a locked object to another status that its state machine allows, and records the transition. A no-op transition
 * is not recorded.
 *
 * @param event The type of event to record instead of the status's own.
 */
export function changeStatus(
  tx: WritingContext,
  entity: object,
  to: string,
  cause: Cause,
  event?: EventTypeValue,
): void {
  const values = entity as Entity;
  const { field, machine } = machineOf(entity.constructor as DescribedClass);
  const from = String(values[field]);
  if (from === to) return;
  values[field] = transition(machine, from, to);
  record(tx, values, from, to, cause, event);
}

/**
 * Like {@link changeStatus}, but records the transition even if the object already has that status: an open dispute is
 * opened again at each stage.
 */
export function enterStatus(tx: WritingContext, entity: object, to: string, cause: Cause): void {
  const values = entity as Entity;
  const { field } = machineOf(entity.constructor as DescribedClass);
  if (values[field] === to) record(tx, values, to, to, cause);
  else changeStatus(tx, entity, to, cause);
}

/** Records an event of a locked object without a transition. The event shows the object's last state. */
export function announce(tx: WritingContext, entity: object, event: EventTypeValue): void {
  const { field, machine } = machineOf(entity.constructor as DescribedClass);
  const to = String((entity as Entity)[field]);
  tx.transaction.outbox.transitions.push({
    entity,
    of: machine.of,
    field,
    from: null,
    to,
    cause: null,
    event,
  });
}

type Json = Record<string, unknown>;

/**
 * Applies a request's changes to an entity: absent fields keep their value, null clears optional fields, metadata is
 * merged, timestamps are parsed, and encrypted fields are merged (see {@link mergedSecret}) and encrypted. In free-form
 * objects a masked secret that is sent back keeps the stored value.
 *
 * @throws {Problem} `invalid_parameter` for null in a required field, or metadata that exceed
 *   their limits once merged.
 */
export function applyChanges(ctx: Context, entity: object, changes: object): void {
  const target = entity.constructor as DescribedClass;
  const values = entity as Json;
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) continue;
    const field = fieldOf(target, name);
    if (change === null && field.required) throw invalidParameter(name, `${name} must not be null.`);
    if (name === 'metadata')
      values[name] = mergedMetadata(values[name] as Json | null, change as Json | null);
    else if (field.encrypted)
      encryptField(ctx, entity, name, mergedSecret(field, decryptField(ctx, entity, name), change));
    else if (field.kind === 'timestamp' && typeof change === 'string') values[name] = new Date(change);
    else if (holdsFree(field) && values[name]) values[name] = withStoredSecrets(values[name], change);
    else if (change === null && (field.kind === 'object_list' || field.kind === 'text_list'))
      values[name] = [];
    else values[name] = change;
  }
}

const freeFields = new WeakMap<FieldDescription, boolean>();

/** Whether a field contains free-form JSON, whose readers see secrets only masked. */
function holdsFree(field: FieldDescription): boolean {
  const known = freeFields.get(field);
  if (known !== undefined) return known;
  // Classes may nest in a cycle.
  freeFields.set(field, false);
  const holds = isFreeObject(field) || (field.kind === 'object' && fieldsOf(field.of!()).some(holdsFree));
  freeFields.set(field, holds);
  return holds;
}

/**
 * Merges metadata key by key. A null value removes its key; null as a whole removes all. The limits on metadata apply to
 * the result.
 */
function mergedMetadata(before: Json | null | undefined, changes: Json | null): Json | null {
  if (changes === null) return null;
  const given = before ? (withStoredSecrets(before, changes) as Json) : changes;
  const merged = Object.entries({ ...before, ...given }).filter(([, value]) => value !== null);
  const result = Object.fromEntries(merged);
  const refused = (limit: string) => {
    const mend = 'Set keys to null to remove them.';
    return invalidParameter('metadata', `metadata must ${limit}, including those already set. ${mend}`);
  };
  if (merged.length > FREE_KEYS_MAX) throw refused(`have at most ${FREE_KEYS_MAX} keys`);
  if (jsonBytes(result) > FREE_BYTES_MAX)
    throw refused(`be at most ${FREE_BYTES_MAX / 1024} KiB of JSON with all keys`);
  return result;
}

/** Encrypts a value into an entity's field. The ciphertext is bound to the entity's key, which must be set. */
export function encryptField(ctx: Context, entity: object, name: string, value: unknown): void {
  const isUnset = value === null || value === undefined;
  (entity as Json)[name] = isUnset ? null : ctx.ports.encryption.encrypt(value, aadOf(entity, name));
}

/** Decrypted values of entities still in use: the handlers of one outcome each read its call's request. */
const decrypted = new WeakMap<object, Map<string, DecryptedField>>();

interface DecryptedField {
  readonly ciphertext: Uint8Array;
  readonly value: unknown;
}

/** Decrypts an entity's field; null if it is unset. The value is shared: it must not be changed. */
export function decryptField(ctx: Context, entity: object, name: string): unknown {
  const ciphertext = (entity as Json)[name];
  if (!(ciphertext instanceof Uint8Array)) return null;
  const fields = decrypted.get(entity) ?? new Map<string, DecryptedField>();
  const known = fields.get(name);
  if (known?.ciphertext === ciphertext) return known.value;
  const value = ctx.ports.encryption.decrypt(ciphertext, aadOf(entity, name));
  decrypted.set(entity, fields.set(name, { ciphertext, value }));
  return value;
}

/**
 * Encrypts a value into an entity's field, like {@link encryptField}, that is read again soon: {@link decryptField} then
 * has it as it was stored.
 */
export function encryptFieldInUse(ctx: Context, entity: object, name: string, value: object): void {
  const json = JSON.stringify(value);
  encryptField(ctx, entity, name, value);
  const ciphertext = (entity as Json)[name] as Uint8Array;
  decrypted.set(entity, new Map([[name, { ciphertext, value: JSON.parse(json) }]]));
}

/** Lets an entity use the decrypted field of an earlier entity of the same row, if the row still has it. */
export function reuseDecrypted(earlier: object, entity: object, name: string): void {
  const known = decrypted.get(earlier)?.get(name);
  const ciphertext = (entity as Json)[name];
  if (!known || !(ciphertext instanceof Uint8Array) || Buffer.compare(known.ciphertext, ciphertext) !== 0)
    return;
  const fields = decrypted.get(entity) ?? new Map<string, DecryptedField>();
  decrypted.set(entity, fields.set(name, { ciphertext, value: known.value }));
}

/** The table, column and key that a ciphertext is bound to. */
function aadOf(entity: object, name: string) {
  const resource = resourceOf(entity.constructor as DescribedClass);
  const key = resource.key.map((column) => String((entity as Json)[column]));
  return { table: resource.table, column: name, key };
}

/**
 * Merges a change into a decrypted value. Clients only ever see encrypted fields masked and cannot send them back
 * whole, so absent members of a nested object are kept, and a masked text sent back unchanged keeps its secret.
 */
function mergedSecret(field: FieldDescription, before: unknown, change: unknown): unknown {
  if (field.kind === 'object' && isObject(change)) return mergedMembers(field.of!(), before, change);
  return field.masked ? withStored(before, change) : change;
}

function mergedMembers(target: DescribedClass, before: unknown, changes: Json): Json {
  const merged: Json = isObject(before) ? { ...before } : {};
  for (const field of fieldsOf(target)) {
    const change = changes[field.name];
    if (change === undefined) continue;
    merged[field.name] = field.masked ? withStored(merged[field.name], change) : change;
  }
  return merged;
}
