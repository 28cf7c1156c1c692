import { AuditActor } from '../entities/audit-entry.ts';
import { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { isPermitted } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { ValueObject, type ValueOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { maskPersonalText } from '../reads/personal-data.ts';
import { isoTimestamp } from '../reads/statement.ts';

/** The most entries: a payment with more has its latest. */
const ENTRIES_MAX = 200;

@ValueObject({ about: 'An action on a payment, its refunds or its disputes.' })
export class ActivityEntry {
  @f.Id('Identifier of the entry of the audit log.', {
    required: true,
    example: 'aud_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  entry_id!: string;
  @f.Text('Operation: the mutation, or the `operationId` of REST.', {
    required: true,
    example: 'createRefund',
  })
  action!: string;
  @f.Text('Type of the changed object: `payment`, `refund` or `dispute`.', {
    required: true,
    example: 'refund',
  })
  object_type!: string;
  @f.Id('Identifier of the changed object.', { required: true, example: 'ref_01JZ5V0G7N4S8X2T6W9Y3B1C5D' })
  object_id!: string;
  @f.Enumeration(() => AuditActor, 'Kind of actor: a person or a kind of key.', { required: true })
  actor_type!: ValueOf<typeof AuditActor>;
  @f.Id('Identifier of the person, key or customer; null for publishable keys.', {
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  actor_id?: string | null;
  @f.Text('Name of the person or key; null if it no longer exists.', {
    personal: true,
    example: 'Ada Lovelace',
  })
  actor_name?: string | null;
  @f.Timestamp('Time of the action.', { required: true }) created_at!: string;
}

/**
 * One statement: a request has one entry for each object, of which the first one says what it did. Operators are of no
 * merchant, and Citus crashes where a merchant's rows are joined with theirs directly.
 */
const statement = `
  with latest as materialized (
    select a.entry_id, a.action, a.object_type, a.object_id, a.actor_type, a.actor_id,
      coalesce(a.actor_name, m.name, k.name) as actor_name, a.created_at
    from (
      select distinct on (l.request_id) l.* from audit_log l
      where l.merchant_id = $1 and l.object_id = any(array(
        select $2::text
        union all select refund_id from refunds where merchant_id = $1 and payment_id = $2 and $3
        union all select dispute_id from disputes where merchant_id = $1 and payment_id = $2 and $4))
      order by l.request_id, l.created_at, l.object_type desc) a
    left join team_members m on a.actor_type = 'person' and m.merchant_id = $1 and m.person_id = a.actor_id
    left join api_keys k on a.actor_type = 'api_key' and k.merchant_id = $1 and k.key_id = a.actor_id
    order by a.created_at desc, a.entry_id desc limit ${ENTRIES_MAX})
  select a.entry_id, a.action, a.object_type, a.object_id, a.actor_type, a.actor_id,
    coalesce(a.actor_name, o.email) as actor_name, ${isoTimestamp('a.created_at')} as created_at
  from latest a left join operators o on a.actor_type = 'person' and o.person_id = a.actor_id
  order by a.created_at desc, a.entry_id desc`;

/** Who did what with a payment; null if it does not exist. */
export async function readPaymentActivity(ctx: Context, paymentId: string): Promise<ActivityEntry[] | null> {
  const payment = await readOne(ctx, Payment, paymentId, ['payment_id']);
  if (!payment) return null;
  const { merchant_id, payment_id } = payment;
  const may = (permission: 'refunds:read' | 'disputes:read') => isPermitted(ctx, permission);
  const values = [merchant_id, payment_id, may('refunds:read'), may('disputes:read')];
  const touches = { reads: ['audit_log', 'refunds', 'disputes', 'team_members', 'api_keys', 'operators'] };
  const rows = await ctx.rows.query({ text: statement, values, touches }, merchant_id);
  const isWhole = isPermitted(ctx, 'personal_data:read');
  const entries = rows.reverse() as unknown as ActivityEntry[];
  if (isWhole) return entries;
  return entries.map((entry) =>
    entry.actor_type === 'person' && entry.actor_name
      ? { ...entry, actor_name: maskPersonalText(entry.actor_name, entry.actor_name.includes('@')) }
      : entry,
  );
}
