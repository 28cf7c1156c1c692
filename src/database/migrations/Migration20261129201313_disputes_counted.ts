import { Migration } from '@mikro-orm/migrations';

/**
 * Disputes keep what they took of their payment: an inquiry takes nothing, and what was won or cancelled is back. Of a dispute in
 * another currency than the payment's all that was received may be gone.
 */
export class Migration20261129201313_disputes_counted extends Migration {
  override up(): void {
    this.addSql(`
      create function keep_amount_disputed() returns trigger language plpgsql as $$
      declare
        merchant text := coalesce(new.merchant_id, old.merchant_id);
        payment text := coalesce(new.payment_id, old.payment_id);
        own text;
        received int8;
        taken int8;
      begin
        -- Counted anew, with the payment locked: the next dispute of the payment waits, and then finds this one.
        select currency, amount_received into own, received from payments
        where merchant_id = merchant and payment_id = payment for update;
        select coalesce(sum(case when d.currency = own then d.amount else received end), 0) into taken from disputes d
        where d.merchant_id = merchant and d.payment_id = payment
          and d.dispute_stage <> 'pre_dispute' and d.dispute_status not in ('dispute_won', 'dispute_cancelled');
        update payments set amount_disputed = least(taken, received)
        where merchant_id = merchant and payment_id = payment and amount_disputed <> least(taken, received);
        return null;
      end $$`);
    for (const [name, event, condition] of [
      ['inserted', 'insert', ''],
      [
        'changed',
        'update of dispute_stage, dispute_status, amount, currency',
        'when ((old.dispute_stage, old.dispute_status, old.amount, old.currency) is distinct from (new.dispute_stage, new.dispute_status, new.amount, new.currency))',
      ],
      ['deleted', 'delete', ''],
    ]) {
      this.addSql(`
        create trigger disputes_counted_${name} after ${event} on disputes
          for each row ${condition} execute function keep_amount_disputed()`);
    }
  }
}
