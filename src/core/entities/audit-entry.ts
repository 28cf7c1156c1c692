import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, ValueObject, type ValueOf } from '../model/index.ts';

/** Who makes changes. */
export const actors = Object.freeze({
  person: 'A person who signed in: a member of the team, or an operator.',
  api_key: "A merchant's server, with an API key.",
  publishable_key: "A merchant's page or app, with the publishable key.",
  ephemeral_key: 'A customer, with the ephemeral key of a payment.',
  admin_key: "The operator, with the admin API key or an administrator's personal key.",
  organization_key: 'An organization, with a key for its merchants.',
} as const);

export const AuditActor = enumeration('AuditActor', 'Who made a change.', actors);

/** One field of an object, before and after a change. */
@ValueObject({ about: 'A field of an object that was changed, with its value before and after.' })
export class AuditChange {
  @f.Text('REST name of the field, or its path in a nested object, such as `webhook_details.webhook_url`.', {
    required: true,
    example: 'amount_capturable',
  })
  field!: string;
  @f.Json('Value before the change, or null.', { example: 6540 }) before?: unknown;
  @f.Json('Value after the change, or null.', { example: 0 }) after?: unknown;
  @f.Bool('Whether the values are withheld because they are, or in free text may be, secret or personal.', {
    required: true,
  })
  concealed!: boolean;
}

/**
 * An entry of the audit log: a request's changes to one object, written in the transaction of the change and never
 * updated. The service's role can neither change nor delete entries. A job gives each committed entry a place in its
 * merchant's chain of hashes, in `audit_seals`; see `core/derived/audit-chain.ts`.
 */
@Resource({
  table: 'audit_log',
  shortIndexes: true,
  id: 'entry_id',
  prefix: 'aud',
  about:
    "An entry of the audit log: a request's changes to one object, with the actor and address. Entries are written with the change and never modified.",
  order: 'created_at',
  from: 'newest',
  reads: 'audit:read',
  reach: 'merchant',
  partitioned: { by: 'entry_id', per: 'month' },
  // Entries without a merchant, such as an error mapping's, have `*`.
  indexes: {
    // The operator filters by request identifier only, which is practically unique.
    audit_log_by_request_id: { columns: ['request_id'] },
    // Entries of release 0.5.0 and before have their place and hash themselves.
    audit_log_sealed_in_place: { columns: ['merchant_id', 'sequence'], where: 'hash is not null' },
    // The previous release looks for entries to seal here. It is empty.
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
  @f.Enumeration(() => AuditActor, 'Kind of actor that made the request: a person or a kind of key.', {
    required: true,
  })
  actor_type!: ValueOf<typeof AuditActor>;
  @f.Id(
    'Identifier of the person, key or customer; `environment` for the admin API key from the configuration, `program` for the `switchyard` program. Null for publishable keys.',
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
  @f.ObjectList(
    () => AuditChange,
    'Fields changed by the request; for a new object, the fields it was created with.',
    {
      max: 500,
      packed: true,
    },
  )
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
    // Whatever is not null, so that the previous release does not seal it too.
    default: '0',
    shownAs: sealed(
      (entry) => `nullif(${entry}.sequence, 0)`,
      (entry) => `s.sequence + array_position(s.entry_ids, ${entry}.entry_id) - 1`,
    ),
  })
  sequence?: number | null;
  @f.Text("Hexadecimal SHA-256 of the entry and the previous entry's hash; null while `sequence` is null.", {
    max: 64,
    example: 'c0ffee254729296a45a3885639ac7e10f9d54979b8c0ffee254729296a45a388',
    holds: 'token',
    shownAs: sealed(
      (entry) => `${entry}.hash`,
      (entry) =>
        `encode(substring(s.hashes from 32 * array_position(s.entry_ids, ${entry}.entry_id) - 31 for 32), 'hex')`,
    ),
  })
  hash?: string | null;
}

/** A value of an entry's seal: in the entry until release 0.5.0, in `audit_seals` since. */
function sealed(inPlace: (entry: string) => string, apart: (entry: string) => string) {
  return {
    reads: ['audit_seals'],
    sql: (entry: string, merchantId: string) => `coalesce(${inPlace(entry)}, (
      select ${apart(entry)} from audit_seals s ${sealOfEntry(entry, merchantId)}))`,
  };
}

/** Finds the seal of an entry: conditions on `audit_seals s`, by the entry's alias. */
export const sealOfEntry = (entry: string, merchantId = `${entry}.merchant_id`): string =>
  `where s.merchant_id = ${merchantId} and s.last_entry_id >= ${entry}.entry_id and s.first_entry_id <= ${entry}.entry_id
        and ${entry}.entry_id = any(s.entry_ids)
      order by s.last_entry_id limit 1`;
