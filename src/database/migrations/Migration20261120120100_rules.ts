import { Migration } from '@mikro-orm/migrations';

const AMOUNT_MAX = 999_999_999_999;

const references: [table: string, columns: string, parent: string, key: string][] = [
  ['business_profiles', 'merchant_id', 'merchant_accounts', 'merchant_id'],
  ['connector_accounts', 'merchant_id, profile_id', 'business_profiles', 'merchant_id, profile_id'],
  ['api_keys', 'merchant_id', 'merchant_accounts', 'merchant_id'],
  ['customers', 'merchant_id', 'merchant_accounts', 'merchant_id'],
  ['payment_methods', 'merchant_id, customer_id', 'customers', 'merchant_id, customer_id'],
  ['payments', 'merchant_id', 'merchant_accounts', 'merchant_id'],
  ['payments', 'merchant_id, customer_id', 'customers', 'merchant_id, customer_id'],
  ['payments', 'merchant_id, profile_id', 'business_profiles', 'merchant_id, profile_id'],
  ['attempts', 'merchant_id, payment_id', 'payments', 'merchant_id, payment_id'],
  ['captures', 'merchant_id, payment_id', 'payments', 'merchant_id, payment_id'],
  ['captures', 'merchant_id, authorized_attempt_id', 'attempts', 'merchant_id, attempt_id'],
  ['refunds', 'merchant_id, payment_id', 'payments', 'merchant_id, payment_id'],
  ['disputes', 'merchant_id, payment_id', 'payments', 'merchant_id, payment_id'],
  ['payouts', 'merchant_id', 'merchant_accounts', 'merchant_id'],
  ['payouts', 'merchant_id, customer_id', 'customers', 'merchant_id, customer_id'],
  ['payouts', 'merchant_id, profile_id', 'business_profiles', 'merchant_id, profile_id'],
  ['payout_attempts', 'merchant_id, payout_id', 'payouts', 'merchant_id, payout_id'],
];

const amounts: Record<string, string[]> = {
  payments: [
    'amount',
    'net_amount',
    'shipping_cost',
    'amount_capturable',
    'amount_received',
    'order_tax_amount',
    'amount_refunded',
  ],
  attempts: ['amount', 'order_tax_amount'],
  captures: ['amount'],
  refunds: ['amount'],
  disputes: ['amount'],
  payouts: ['amount'],
  payout_attempts: ['amount'],
};

/** What must hold whatever the code does: references, ranges of amounts, and sums. */
export class Migration20261120120100_rules extends Migration {
  override up(): void {
    this.addSql(
      'create unique index merchant_accounts_publishable_key on merchant_accounts (publishable_key)',
    );
    this.addSql('create unique index api_keys_hash on api_keys (hash)');
    // A digest, because the five texts together may be longer than an index entry.
    this.addSql(
      `create unique index error_mappings_key on error_mappings
       (md5(connector || e'\\x1f' || flow || e'\\x1f' || sub_flow || e'\\x1f' || code || e'\\x1f' || message))`,
    );

    for (const [table, columns, parent, key] of references) {
      const name = `${table}_${parent}_${columns.split(', ').at(-1)}`;
      this.addSql(
        `alter table ${table} add constraint ${name} foreign key (${columns}) references ${parent} (${key})`,
      );
    }

    for (const [table, columns] of Object.entries(amounts)) {
      for (const column of columns) {
        const range = `${column} between 0 and ${AMOUNT_MAX}`;
        this.addSql(`alter table ${table} add constraint ${table}_${column}_range check (${range})`);
      }
    }

    this.addSql(`
      alter table payments
        add constraint payments_received_within_asked check (amount_received + amount_capturable <= net_amount),
        add constraint payments_refunded_within_received check (amount_refunded <= amount_received)`);

    // The sum is kept by difference, not counted anew: two refunds at once then each add to the other's
    // committed row, where two counts would each miss the other.
    this.addSql(`
      create function keep_amount_refunded() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          update payments p set amount_refunded = p.amount_refunded + d.delta
          from (select merchant_id, payment_id, sum(amount) as delta from after_rows
                where status <> 'failed' group by 1, 2) d
          where p.merchant_id = d.merchant_id and p.payment_id = d.payment_id;
        elsif tg_op = 'DELETE' then
          update payments p set amount_refunded = p.amount_refunded - d.delta
          from (select merchant_id, payment_id, sum(amount) as delta from before_rows
                where status <> 'failed' group by 1, 2) d
          where p.merchant_id = d.merchant_id and p.payment_id = d.payment_id;
        else
          update payments p set amount_refunded = p.amount_refunded + d.delta
          from (select merchant_id, payment_id, sum(delta) as delta from (
                  select merchant_id, payment_id, amount as delta from after_rows where status <> 'failed'
                  union all
                  select merchant_id, payment_id, -amount from before_rows where status <> 'failed') changes
                group by 1, 2 having sum(delta) <> 0) d
          where p.merchant_id = d.merchant_id and p.payment_id = d.payment_id;
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger refunds_inserted after insert on refunds
        referencing new table as after_rows for each statement execute function keep_amount_refunded()`);
    this.addSql(`
      create trigger refunds_updated after update on refunds
        referencing old table as before_rows new table as after_rows
        for each statement execute function keep_amount_refunded()`);
    this.addSql(`
      create trigger refunds_deleted after delete on refunds
        referencing old table as before_rows for each statement execute function keep_amount_refunded()`);
  }
}
