import { Migration } from '@mikro-orm/migrations';

/** What disputes took of a payment, which reduces what is left of it. */
export class Migration20261129201312_payments_amount_disputed extends Migration {
  override up(): void {
    this.addSql(`alter table "payments" add "amount_disputed" int8 not null default 0`);
    this.addSql(
      `alter table "payments" add constraint "payments_amount_disputed_check" check (amount_disputed >= 0 and amount_disputed <= 999999999999) not valid`,
    );
    this.addSql(`
      create or replace function keep_net() returns trigger language plpgsql as $$
      begin
        new.net = case when new.fee_currency = new.currency
                       then new.amount_received - new.amount_refunded - new.amount_disputed - new.fee end;
        return new;
      end $$`);
    this.addSql('drop trigger payments_net on payments');
    this.addSql(`
      create trigger payments_net
        before insert or update of amount_received, amount_refunded, amount_disputed, fee, fee_currency on payments
        for each row when (new.fee is not null or new.net is not null) execute function keep_net()`);
  }
}
