import { Migration } from '@mikro-orm/migrations';
import { recordDeletedRows } from './baseline/statistics-functions.ts';

/**
 * Triggers that write other tables are row triggers by `NEW` and `OLD` alone, where some had a statement's rows as a
 * table: a cluster's nodes have no such tables, and for the one row that a command writes it is less work.
 */
export class Migration20261127215114_row_triggers extends Migration {
  override up(): void {
    for (const text of [...amountRefunded, ...searchedTables.flatMap(keepEntries), ...recordDeletedRows()]) {
      this.addSql(text);
    }
  }
}

/** Maintained by difference, as before: a refund that is not failed counts. */
const amountRefunded = [
  ...['inserted', 'updated', 'deleted'].map((event) => `drop trigger refunds_${event} on refunds`),
  `
  create or replace function keep_amount_refunded() returns trigger language plpgsql as $$
  declare
    counted int8 := case when new.status <> 'failed' then new.amount else 0 end;
    counted_before int8 := case when old.status <> 'failed' then old.amount else 0 end;
  begin
    update payments set amount_refunded = amount_refunded + counted - counted_before
    where merchant_id = coalesce(new.merchant_id, old.merchant_id) and payment_id = coalesce(new.payment_id, old.payment_id);
    return null;
  end $$`,
  ...[
    ['inserted', 'insert', `new.status <> 'failed'`],
    ['updated', 'update', `(old.status <> 'failed') <> (new.status <> 'failed') or old.amount <> new.amount`],
    ['deleted', 'delete', `old.status <> 'failed'`],
  ].map(
    ([name, event, condition]) => `
  create trigger refunds_${name} after ${event} on refunds
    for each row when (${condition}) execute function keep_amount_refunded()`,
  ),
];

/** Tables whose objects have entries: each with its identifier, and the time its lists are ordered by. */
const searchedTables = [
  ['customers', 'customer_id', 'created_at'],
  ['business_profiles', 'profile_id', 'created_at'],
  ['connector_accounts', 'merchant_connector_id', 'created_at'],
  ['api_keys', 'key_id', 'created_at'],
  ['payment_methods', 'payment_method_id', 'created'],
  ['mandates', 'mandate_id', 'created_at'],
  ['payments', 'payment_id', 'created'],
  ['refunds', 'refund_id', 'created_at'],
  ['disputes', 'dispute_id', 'created_at'],
  ['payouts', 'payout_id', 'created'],
  ['team_members', 'person_id', 'joined_at'],
  ['invitations', 'invitation_id', 'created_at'],
] as const;

/** As before, row by row. An object stays its merchant's. */
function keepEntries([table, id, listed]: (typeof searchedTables)[number]): string[] {
  const words = `new.search || array_to_tsvector(array['${table}/', '${table}/' || new.merchant_id]) || identifier_end(new.${id})`;
  const own = `merchant_id = old.merchant_id and object_table = '${table}' and object_id = old.${id}`;
  return [
    `create or replace function keep_entries_of_${table}() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        insert into search_entries (merchant_id, object_table, object_id, listed_at, words)
        values (new.merchant_id, '${table}', new.${id}, new.${listed}, ${words});
      elsif tg_op = 'DELETE' then
        delete from search_entries where ${own};
      else
        update search_entries set object_id = new.${id}, listed_at = new.${listed}, words = ${words} where ${own};
      end if;
      return null;
    end $function$`,
    ...['insert', 'delete'].flatMap((event) => {
      const name = `entries_of_${event === 'insert' ? 'inserted' : 'deleted'}`;
      return [
        `drop trigger ${name} on ${table}`,
        `create trigger ${name} after ${event} on ${table} for each row execute function keep_entries_of_${table}()`,
      ];
    }),
  ];
}
