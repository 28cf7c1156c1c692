import { Migration } from '@mikro-orm/migrations';

/**
 * The payment of a refund is found by its key. Row-level security keeps what may leak a row, such as `coalesce`, from the
 * conditions of an index: each refund read the whole table.
 */
export class Migration20261128231000_refunds_counted_by_key extends Migration {
  override up(): void {
    this.addSql(keepAmountRefunded);
  }
}

/** As before, with the key in variables. */
const keepAmountRefunded = `
  create or replace function keep_amount_refunded() returns trigger language plpgsql as $$
  declare
    counted int8 := case when new.status <> 'failed' then new.amount else 0 end;
    counted_before int8 := case when old.status <> 'failed' then old.amount else 0 end;
    merchant text := coalesce(new.merchant_id, old.merchant_id);
    payment text := coalesce(new.payment_id, old.payment_id);
  begin
    update payments set amount_refunded = amount_refunded + counted - counted_before
    where merchant_id = merchant and payment_id = payment;
    return null;
  end $$`;
