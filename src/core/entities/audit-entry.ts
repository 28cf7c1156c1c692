import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, ValueObject, type ValueOf } from '../model/index.ts';

/** Who makes changes. */
export const actors = Object.freeze({
  person: 'A person who signed in: a member of the team, or an operator.',
  api_key: "A merchant's server, with an API key.",
  publishable_key: "A merchant's page or app, with the publishable key.",
  ephemeral_key: 'A customer, with the ephemeral key of a payment.',
  admin_key: "The operator, with the admin API key or a key of an administrator's own.",
  organization_key: 'An organization, with a key for its merchants.',
} as const);

export const AuditActor = enumeration('AuditActor', 'Who made a change.', actors);

/** One field of an object, before and after a change. */
@ValueObject({ about: 'A field of an object that was changed, with its value before and after.' })
export class AuditChange {
  @f.Text('The field by its name in REST; of a nested object, its path: `webhook_details.webhook_url`.', {
    required: true,
    example: 'amount_capturable',
  })
  field!: string;
  @f.Json('Value before the change; null if there was none.', { example: 6540 }) before?: unknown;
  @f.Json('Value after the change; null if there is none.', { example: 0 }) after?: unknown;
  @f.Bool('Whether the values are withheld: they are secret or personal, or free text that may be.', {
    required: true,
  })
  concealed!: boolean;
}

/**
 * An entry of the audit log: a request's changes to one object, written in the transaction of the change. The service's
 * role can neither change nor delete entries. A job gives each committed entry its place in its merchant's chain of
 * hashes; see `core/maintenance/audit-chain.ts`.
 */
@Resource({
  table: 'audit_log',
  id: 'entry_id',
  prefix: 'aud',
  about:
    'An entry of the audit log: what a request changed of one object, by whom and from where. Entries are written with the change, and are never changed.',
  order: 'created_at',
  from: 'newest',
  reads: 'audit:read',
  reach: 'merchant',
  partitioned: { by: 'entry_id', per: 'month' },
  // Entries without a merchant, such as an error mapping's, have `*`. `seal_audit_entries` keeps places unique: a
  // unique index would have to include the identifier too.
  indexes: {
    // The operator asks by a request's identifier alone, which hardly two requests share.
    audit_log_by_request_id: { columns: ['request_id', 'merchant_id', 'created_at', 'entry_id'] },
    audit_log_chain: { columns: ['merchant_id', 'sequence'], where: 'sequence is not null' },
    audit_log_unsealed: { columns: ['created_at', 'entry_id'], where: 'sequence is null' },
  },
})
export class AuditEntry extends MerchantOwned {
  @f.Id('Unique identifier of the entry.', { required: true }) entry_id!: string;
  @f.Text('Operation: the mutation, or the `operationId` of REST.', {
    required: true,
    filter: true,
    example: 'createRefund',
    holds: 'code',
  })
  action!: string;
  @f.Enumeration(() => AuditActor, 'Kind of key, or a person, that made the request.', { required: true })
  actor_type!: ValueOf<typeof AuditActor>;
  @f.Id(
    'The person, key or customer: `environment` for the admin API key of the configuration, `program` for the program `switchyard`. Null for publishable keys.',
    { filter: true, example: 'key_01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  )
  actor_id?: string | null;
  @f.Text('Name of the key of an administrator or an organization at the time; null for other actors.', {
    example: 'Onboarding',
  })
  actor_name?: string | null;
  @f.Text("IP address of the client. Null for requests by a customer's browser: it would be personal data.", {
    example: '203.0.113.7',
  })
  address?: string | null;
  @f.Text("`User-Agent` of the client; null for requests by a customer's browser.", {
    example: 'curl/8.9.1',
  })
  user_agent?: string | null;
  @f.Text('Type of the object that was changed.', { required: true, example: 'payment', holds: 'code' })
  object_type!: string;
  @f.Id('Identifier of the object that was changed.', {
    required: true,
    filter: true,
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  object_id!: string;
  @f.ObjectList(() => AuditChange, 'Fields that the request changed. Of a new object, those it was given.', {
    max: 500,
    packed: true,
  })
  changes!: AuditChange[];
  @f.Text('Identifier of the request, as `x-request-id` returned it.', {
    required: true,
    max: 128,
    filter: true,
    example: 'req_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
    holds: 'identifier',
  })
  request_id!: string;
  @f.Timestamp('Time of the change.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Integer("Place in the merchant's chain of hashes, from 1; null for about a minute after the change.", {
    min: 1,
  })
  sequence?: number | null;
  @f.Text(
    'SHA-256 over the entry and the hash of the entry before it, in hexadecimal; null while `sequence` is.',
    { max: 64, example: 'c0ffee254729296a45a3885639ac7e10f9d54979b8c0ffee254729296a45a388', holds: 'token' },
  )
  hash?: string | null;
}
