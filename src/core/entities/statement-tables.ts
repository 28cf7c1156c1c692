import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

// Tables that only statements and triggers read and write: no command loads their rows as entities.

/**
 * The attempts counted by a limit across processes, such as refused keys of an address; see `attempt-limit.ts`. Belongs
 * to no merchant: the presenter of a refused key is unknown.
 */
@Internal({
  table: 'attempt_counts',
  id: 'subject',
  owned: false,
  indexes: { attempt_counts_by_expires_at: { columns: ['expires_at'] } },
  checks: { attempt_counts_attempts_check: 'attempts > 0' },
})
export class AttemptCount {
  @f.Id('A keyed digest of the limit and the counted value, such as an address.', { required: true })
  subject!: string;
  @f.Integer('Attempts since the count began.', { required: true, min: 1 }) attempts!: number;
  @f.Timestamp('Time at which the count restarts.', { required: true }) expires_at!: Date;
}

/**
 * The last entry of a merchant's audit log deleted at the end of its retention: the chain of the remaining entries
 * starts from its hash. Written only by `drop_partition`.
 */
@Internal({ table: 'audit_anchors', id: 'sequence' })
export class AuditAnchor extends MerchantScoped {
  @f.Integer('Place of the deleted entry in the chain.', { required: true, min: 1 }) sequence!: number;
  @f.Text('Hash of the deleted entry.', { required: true, max: 64, holds: 'token' }) hash!: string;
  @f.Timestamp('When it was deleted.', { required: true }) dropped_at!: Date;
}

/**
 * The seal of consecutive entries of a merchant's audit log: their places and hashes in the chain, apart from the
 * entries, which are never updated. Written only by `append_audit_seals`, deleted only by `drop_partition`.
 */
@Internal({
  table: 'audit_seals',
  id: 'sequence',
  indexes: {
    // An entry's seal is the first whose last identifier is not below it.
    audit_seals_by_last_entry: { columns: ['merchant_id', 'last_entry_id'] },
    // The seals of the entries of a partition past retention.
    audit_seals_by_first_entry: { columns: ['first_entry_id'] },
  },
})
export class AuditSeal extends MerchantScoped {
  @f.Integer('Place of the first entry in the chain.', { required: true, min: 1 }) sequence!: number;
  @f.Id('The lowest identifier of the entries.', { required: true }) first_entry_id!: string;
  @f.Id('The highest identifier of the entries.', { required: true }) last_entry_id!: string;
  @f.Text('Identifiers of the entries, in the order of the chain.', {
    required: true,
    column: { columnType: 'text[]' },
  })
  entry_ids!: string[];
  @f.Text('Hashes of the entries, in the same order, of 32 bytes each.', {
    required: true,
    column: { columnType: 'bytea' },
  })
  hashes!: Uint8Array;
}

/** An entry of the audit log that is not sealed yet. Written by a trigger, deleted only by `append_audit_seals`. */
@Internal({ table: 'unsealed_audit_entries', id: 'entry_id' })
export class UnsealedAuditEntry extends MerchantScoped {
  @f.Id('The entry.', { required: true }) entry_id!: string;
  @f.Timestamp('Time of the change.', { required: true }) created_at!: Date;
}

/** A processed event of a connector's webhook: redeliveries are ignored until it expires. */
@Internal({
  table: 'incoming_events',
  within: ['merchant_connector_id'],
  id: 'event_id',
  indexes: {
    incoming_events_by_expires_at: { columns: ['expires_at'] },
    incoming_events_kept: {
      columns: ['merchant_id', 'merchant_connector_id', 'awaits'],
      where: 'awaits is not null',
    },
  },
})
export class IncomingEvent extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text("The connector's identifier of the event.", { required: true }) event_id!: string;
  @f.Timestamp('When the webhook arrived.', { required: true }) received_at!: Date;
  @f.Timestamp('When it was processed.', { required: true }) processed_at!: Date;
  @f.Text('Object of the event, not known yet; null once it is recorded.')
  awaits?: string | null;
  @f.Json('The event, while it awaits its object.') body?: unknown;
  @f.Timestamp('Time at which it expires.', { required: true }) expires_at!: Date;
}

/**
 * An entry of a payment's metadata, maintained by a trigger on `payments`. Payments are filtered by metadata through
 * this table: under row-level security PostgreSQL does not use an index for JSON containment, whose operator is not
 * leakproof. The primary key is in the order of payment lists, so that a page of payments with an entry is read in
 * index order.
 */
@Internal({ table: 'payment_metadata', within: ['entry', 'created'], id: 'payment_id' })
export class PaymentMetadata extends MerchantScoped {
  /** A digest, because values may exceed the size limit of index entries. */
  @f.Text('Digest of the key and the value.', { required: true, column: { columnType: 'uuid' } })
  entry!: string;
  @f.Timestamp('Time at which the payment was created.', { required: true }) created!: Date;
  @f.Id('The payment.', { required: true }) payment_id!: string;
}

/** When a background task runs next, and which process runs it now; see `ticker.ts`. */
@Internal({ table: 'scheduled_tasks', id: 'task', owned: false })
export class ScheduledTask {
  @f.Id('Name of the task.', { required: true }) task!: string;
  @f.Timestamp('Time of the next run.', { required: true }) due_at!: Date;
  @f.Integer('Number of consecutive failed runs.', { required: true, default: '0' }) failures!: number;
  @f.Text('Identifier of the process that runs it, or null.') process_id?: string | null;
  @f.Timestamp("Time at which the run started, by the database's clock.") claimed_at?: Date | null;
}

/**
 * Whether this database acts for its merchants or is a copy; see `database/identity.ts`. One row, which is copied
 * with the database: a process compares it with its server and address.
 */
@Internal({
  table: 'database_identity',
  id: 'name',
  owned: false,
  checks: { database_identity_state_check: "state in ('original', 'undecided', 'copy')" },
})
export class IdentityOfDatabase {
  @f.Id('Always `this`.', { required: true }) name!: string;
  @f.Text('`original`, `undecided` or `copy`.', { required: true }) state!: string;
  @f.Text("PostgreSQL's identifier of the server's data; null where the server does not show it.", {
    holds: 'token',
  })
  system_identifier?: string | null;
  @f.TextList('The addresses at which processes reach the original, such as `db.example.com/switchyard`.', {
    required: true,
  })
  places!: string[];
  @f.Timestamp("When the state was last set, by the database's clock.", { required: true }) changed_at!: Date;
}

/**
 * The search words of a merchant's object, made from the object's row by `core/derived/derived-search.ts`. The object's own table is not searched, because PostgreSQL does not use an index for a
 * text search under row-level security: the operator is not leakproof. The functions run as the owner, bypass row-level
 * security, and restrict their results to the session's merchant themselves.
 */
@Internal({
  table: 'search_entries',
  within: ['object_table'],
  id: 'object_id',
  ownerPasses: true,
  indexes: {
    search_entries_by_words: {
      statement: 'create index "search_entries_by_words" on "search_entries" using gin ("words")',
    },
  },
})
export class SearchEntry extends MerchantScoped {
  @f.Text('Table of the object.', { required: true }) object_table!: string;
  @f.Id('Identifier of the object.', { required: true }) object_id!: string;
  @f.Timestamp('Time by which lists of these objects are ordered.', { required: true }) listed_at!: Date;
  /** Prefixes of the words: the table, without and with the merchant. A word has no slash. */
  @f.Text('Words of the object.', { required: true, column: { columnType: 'tsvector' } }) words!: string;
}

/**
 * An object whose search entry may differ from its row. A trigger on the object's table adds it in the transaction of the
 * change, and `core/derived/derived-search.ts` removes it as it makes the entry. Searches judge the object by its row meanwhile.
 */
@Internal({ table: 'search_changes', within: ['object_table'], id: 'object_id' })
export class SearchChange extends MerchantScoped {
  @f.Text('Table of the object.', { required: true }) object_table!: string;
  @f.Id('Identifier of the object.', { required: true }) object_id!: string;
  @f.Timestamp("When the oldest such change began, by the database's clock.", {
    required: true,
    default: 'now()',
  })
  changed_at!: Date;
}

/** A running process of the service, which records a heartbeat every second; see `liveness.ts`. */
@Internal({ table: 'processes', id: 'process_id', owned: false })
export class ServiceProcess {
  @f.Id('Identifier of the process.', { required: true }) process_id!: string;
  @f.Text('Identifier of the data key that the process encrypts with.', { required: true }) key_id!: string;
  @f.TextList('Identifiers of the data keys known to the process.', { required: true })
  known_key_ids!: string[];
  @f.Timestamp("Time of the last heartbeat, by the database's clock.", { required: true }) seen_at!: Date;
  @f.Bool('Whether it counts recent objects from their own tables; null before 0.6.0.')
  counts_objects?: boolean | null;
}

/**
 * An entry of the change feed that subscriptions follow: an object changed. Readers take only entries with a
 * transaction older than every running transaction, so that no entry appears behind their position.
 */
@Internal({
  table: 'updates',
  within: ['transaction_id'],
  id: 'sequence',
  partitioned: { by: 'recorded_at', per: 'day' },
})
export class Update extends MerchantScoped {
  @f.Text('Transaction of the change.', {
    required: true,
    default: 'pg_current_xact_id()',
    column: { columnType: 'xid8' },
  })
  transaction_id!: string;
  @f.Sequence('Position in the feed.') sequence!: number;
  @f.Text('Kind of the object.', { required: true }) object_type!: string;
  @f.Id('The object.', { required: true }) object_id!: string;
  @f.Text('Webhook deliveries that were queued with the change.', { column: { columnType: 'text[]' } })
  deliveries?: string[] | null;
  @f.Timestamp('Time of the change.', { required: true }) recorded_at!: Date;
}
