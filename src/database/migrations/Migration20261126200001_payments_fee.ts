import { Migration } from '@mikro-orm/migrations';

/** Fees of payments, and what is left to the merchant, which a trigger keeps: refunds change it without the service. */
export class Migration20261126200001_payments_fee extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payments" add "fee" int8 null, add "fee_currency" text null, add "net" int8 null`,
    );
    this.addSql(
      `alter table "payments" add constraint "payments_fee_check" check (fee >= -9007199254740991 and fee <= 9007199254740991) not valid`,
    );
    this.addSql(
      `alter table "payments" add constraint "payments_net_check" check (net >= -9007199254740991 and net <= 9007199254740991) not valid`,
    );
    this.addSql(`
      create function keep_net() returns trigger language plpgsql as $$
      begin
        new.net = case when new.fee_currency = new.currency
                       then new.amount_received - new.amount_refunded - new.fee end;
        return new;
      end $$`);
    this.addSql(`
      create trigger payments_net
        before insert or update of amount_received, amount_refunded, fee, fee_currency on payments
        for each row when (new.fee is not null or new.net is not null) execute function keep_net()`);
  }
}
