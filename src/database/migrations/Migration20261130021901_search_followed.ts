import { Migration } from '@mikro-orm/migrations';

/**
 * Changes of searched objects are queued; a job makes their entries. Before, a payment's transactions computed its words in a
 * generated column, and copied them to its entry. The columns stay for the release before, which finds what they miss by
 * `find_searched`; between this migration and its successor's first process, it does not find what was changed.
 */
export class Migration20261130021901_search_followed extends Migration {
  /** Each table is locked by itself, for a moment. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(forgetWords);
    for (const table of tables) {
      this.addSql(queueChanges(table));
      this.addSql(follow(table));
    }
  }
}

interface SearchedTable {
  readonly name: string;
  readonly id: string;
  /** The columns of a row that its entry is made from, besides its key. */
  readonly columns: readonly string[];
  /** Those of them with personal data. */
  readonly personal?: readonly string[];
}

const tables: readonly SearchedTable[] = [
  {
    name: 'customers',
    id: 'customer_id',
    columns: ['created_at', 'name', 'email', 'phone', 'phone_country_code', 'description'],
    personal: ['name', 'email', 'phone', 'phone_country_code', 'description'],
  },
  { name: 'business_profiles', id: 'profile_id', columns: ['created_at', 'profile_name'] },
  {
    name: 'connector_accounts',
    id: 'merchant_connector_id',
    columns: ['created_at', 'connector_name', 'connector_label'],
  },
  { name: 'api_keys', id: 'key_id', columns: ['created_at', 'name'] },
  { name: 'payment_methods', id: 'payment_method_id', columns: ['created', 'customer_id'] },
  { name: 'mandates', id: 'mandate_id', columns: ['created_at', 'customer_id'] },
  {
    name: 'payments',
    id: 'payment_id',
    columns: [
      ...[
        'created',
        'description',
        'email',
        'name',
        'phone',
        'billing',
        'shipping',
        'connector_transaction_id',
      ],
      ...['feature_metadata', 'reference_id', 'merchant_order_reference_id'],
    ],
    personal: ['email', 'name', 'phone', 'billing', 'shipping'],
  },
  {
    name: 'refunds',
    id: 'refund_id',
    columns: ['created_at', 'payment_id', 'reason', 'connector_refund_id'],
  },
  {
    name: 'disputes',
    id: 'dispute_id',
    columns: ['created_at', 'payment_id', 'connector_dispute_id', 'connector_reason'],
  },
  {
    name: 'payouts',
    id: 'payout_id',
    columns: [
      ...['created', 'customer_id', 'description', 'connector_transaction_id', 'email', 'name', 'phone'],
      ...['phone_country_code', 'billing'],
    ],
    personal: ['email', 'name', 'phone', 'phone_country_code', 'billing'],
  },
  { name: 'team_members', id: 'person_id', columns: ['joined_at', 'email', 'name'] },
  { name: 'invitations', id: 'invitation_id', columns: ['created_at', 'email'] },
];

/**
 * Queues a row's object. A row that is queued is locked instead: a job that takes it waits for nobody, and leaves it to the
 * next. What is deleted or erased is no word of an entry from the same transaction on; the lock precedes.
 */
const queueChanges = ({ id, name, personal = [] }: SearchedTable): string => `
  create or replace function keep_entries_of_${name}() returns trigger language plpgsql as $function$
  begin
    insert into search_changes as q (merchant_id, object_table, object_id)
    values (coalesce(new.merchant_id, old.merchant_id), '${name}', coalesce(new.${id}, old.${id}))
    on conflict (merchant_id, object_table, object_id) do update set changed_at = q.changed_at where false;
    if tg_op = 'UPDATE' and old.${id} <> new.${id} then
      insert into search_changes as q (merchant_id, object_table, object_id)
      values (old.merchant_id, '${name}', old.${id})
      on conflict (merchant_id, object_table, object_id) do update set changed_at = q.changed_at where false;
    end if;
    if tg_op = 'DELETE'${personal.map((column) => `\n      or old.${column} <> new.${column} or old.${column} is not null and tg_op = 'UPDATE' and new.${column} is null`).join('')} then
      delete from search_entries e
      where e.merchant_id = old.merchant_id and e.object_table = '${name}' and e.object_id = old.${id};
    end if;
    return null;
  end $function$`;

/** The words of a row from before are of its old values: they go with its first change. */
const forgetWords = `
  create or replace function forget_words() returns trigger language plpgsql as $function$
  begin
    new.search := null;
    return new;
  end $function$`;

/** Replaces a table's triggers, and ends its generated column, at one moment. Citus keeps generated columns. */
const follow = ({ columns, id, name }: SearchedTable): string => {
  const row = (of: string) => ['merchant_id', id, ...columns].map((column) => `${of}.${column}`).join(', ');
  return `
  do $$
  begin
    perform set_config('citus.enable_unsafe_triggers', 'on', true);
    begin
      alter table ${name} alter column search drop expression if exists;
    exception when feature_not_supported then
      null;
    end;
    create or replace trigger entries_of_updated after update on ${name} for each row
      when ((${row('old')}) is distinct from (${row('new')}))
      execute function keep_entries_of_${name}();
    create or replace trigger words_forgotten before update on ${name} for each row
      when (old.search is not null) execute function forget_words();
  end $$`;
};
