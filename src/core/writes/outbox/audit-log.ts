import type { actors } from '../../entities/audit-entry.ts';
import { type Caller, organizationOf, type WritingContext } from '../../foundation/context.ts';
import { packText } from '../../foundation/packed-text.ts';
import type { AuditedChange, EntityChange, FieldChange } from '../../foundation/transaction.ts';
import {
  type DescribedClass,
  fieldsByName,
  nounOf,
  type ResourceDescription,
  resourceOf,
} from '../../model/index.ts';
import { EVERY_MERCHANT } from '../../reads/index.ts';
import { fieldChanges } from './field-changes.ts';

/** Maximum length of a stored user agent, in characters. */
const USER_AGENT_MAX = 255;

/**
 * Records a change in the audit log that is not in an entity's column: columns are recorded automatically if their class
 * sets `audited`. Does nothing outside a request.
 *
 * @example
 * ```ts
 * recordAudit(tx, {
 *   merchantId, objectType: 'person', objectId: personId,
 *   changes: [{ field: 'role', before: 'analyst', after: 'operator', concealed: false }],
 * });
 * ```
 */
export function recordAudit(tx: WritingContext, change: AuditedChange): void {
  tx.transaction.outbox.audited.push(change);
}

/**
 * Adds the audit log entries of a request's changes to the pending rows: one per object, regardless of the changed part.
 * An object changed by an earlier transaction of the request already has its entry; later changes are the connector's
 * response, which the status history records.
 *
 * @returns A function to call once the transaction has committed.
 */
export function writeAuditLog(tx: WritingContext): () => void {
  const { client, command, transaction } = tx;
  if (!command) return () => {};
  const entries = [...changedEntities(tx), ...transaction.outbox.audited].filter(
    (entry) => !command.recorded.has(keyOf(entry)),
  );
  const isCustomers = tx.caller.kind === 'publishable_key' || tx.caller.kind === 'ephemeral_key';
  for (const { changes, merchantId, objectId, objectType } of entries) {
    transaction.writes.insert('audit_log', {
      merchant_id: merchantId,
      entry_id: tx.ports.ids.make('aud'),
      action: command.name,
      ...actorIn(tx.caller),
      // A customer's address is personal data, which an erasure could not remove from here.
      address: isCustomers ? null : client?.address || null,
      user_agent: isCustomers ? null : (client?.userAgent?.slice(0, USER_AGENT_MAX) ?? null),
      object_type: objectType,
      object_id: objectId,
      changes: JSON.stringify(packText(JSON.stringify(changes))),
      request_id: tx.requestId,
      created_at: tx.ports.now(),
    });
  }
  return () => {
    for (const entry of entries) {
      command.recorded.add(keyOf(entry));
      const { auditAlerts } = tx.ports;
      if (auditAlerts.objectTypes.has(entry.objectType)) auditAlerts.count(entry);
    }
  };
}

const keyOf = ({ merchantId, objectId, objectType }: AuditedChange) =>
  JSON.stringify([merchantId, objectType, objectId]);

/** The columns for the author of a change. */
export function actorIn(caller: Caller) {
  switch (caller.kind) {
    case 'person':
      return actor(caller.kind, caller.personId);
    case 'api_key':
      return actor(caller.kind, caller.keyId);
    case 'ephemeral_key':
      return actor(caller.kind, caller.customerId);
    case 'admin_key': {
      const { type, id = null, name = null } = caller.holder ?? {};
      if (type === 'person') return actor(type, id);
      return actor(organizationOf(caller) === null ? caller.kind : 'organization_key', id, name);
    }
    default:
      return actor(caller.kind, null);
  }
}

const actor = (
  actor_type: keyof typeof actors,
  actor_id: string | null,
  actor_name: string | null = null,
) => ({
  actor_type,
  actor_id,
  actor_name,
});

type Values = Record<string, unknown>;

/** The flushed changes of audited objects, with their parts. */
function changedEntities(tx: WritingContext): AuditedChange[] {
  const byObject = new Map<string, AuditedChange & { readonly changes: FieldChange[] }>();
  for (const [entity, change] of tx.transaction.changes) {
    const resource = resourceOf(entity.constructor as DescribedClass);
    if (!resource.audited) continue;
    const values = entity as Values;
    const partOf = resource.audited.partOf?.(entity as never);
    const [target, id] = partOf ?? [resource.target, String(values[resource.id])];
    const found: AuditedChange & { readonly changes: FieldChange[] } = {
      merchantId: (values.merchant_id as string | undefined) ?? EVERY_MERCHANT,
      objectType: nounOf(target).replaceAll(' ', '_'),
      objectId: id,
      changes: [],
    };
    const entry = byObject.get(keyOf(found)) ?? found;
    const changes = changesOf(tx, resource, values, change);
    const prefix = partOf ? `${nounOf(resource.target).replaceAll(' ', '_')}.` : '';
    entry.changes.push(...changes.map((each) => ({ ...each, field: prefix + each.field })));
    // A part without visible changes, such as the outcome of a call, does not change its object.
    if (entry.changes.length > 0 || change.deleted) byObject.set(keyOf(entry), entry);
  }
  return [...byObject.values()];
}

/** Fields that identify the object or date the change, as every entry does anyway. */
const implied: ReadonlySet<string> = new Set([
  'merchant_id',
  'created',
  'created_at',
  'updated',
  'updated_at',
  'modified_at',
]);

/** The changes of an object in a flush. For a new one: the values set; for a deleted one: all values. */
function changesOf(
  tx: WritingContext,
  resource: ResourceDescription,
  values: Values,
  { before, columns, deleted }: EntityChange,
): FieldChange[] {
  const fields = fieldsByName(resource.target);
  const names = deleted ? [...fields.keys()] : [...columns];
  // The change of a deleted entity has no earlier values, so its read ones are used.
  const was = before || deleted ? { ...values, ...before } : null;
  return names.flatMap((name) => {
    const field = fields.get(name);
    const isItself = name === resource.id && !resource.audited?.partOf;
    if (!field || implied.has(name) || isItself || field.visibility === 'nowhere') return [];
    return fieldChanges(tx, resource, field, was, deleted ? null : values);
  });
}
