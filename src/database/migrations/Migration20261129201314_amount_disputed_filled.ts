import { Migration } from '@mikro-orm/migrations';

/** What earlier disputes took, of the few payments that have one. */
export class Migration20261129201314_amount_disputed_filled extends Migration {
  override up(): void {
    this.addSql(`
      update payments p set amount_disputed = least(p.amount_received, (
        select coalesce(sum(case when d.currency = p.currency then d.amount else p.amount_received end), 0)
        from disputes d
        where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id
          and d.dispute_stage <> 'pre_dispute' and d.dispute_status not in ('dispute_won', 'dispute_cancelled')))
      where p.disputed`);
    this.addSql(`alter table "payments" validate constraint "payments_amount_disputed_check"`);
  }
}
