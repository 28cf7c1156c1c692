import { Migration } from '@mikro-orm/migrations';

/** Attempts by card, e-mail address, IP address or customer, for the counts of rules. */
export class Migration20261130070504_velocity extends Migration {
  override up(): void {
    this.addSql(
      `create table "velocity_entries" ("merchant_id" text not null, "subject" text not null, "attempted_at" timestamptz(3) not null, "attempt_id" text not null, primary key ("merchant_id", "subject", "attempted_at", "attempt_id"))`,
    );
    this.addSql(`create index "velocity_entries_by_attempted_at" on "velocity_entries" ("attempted_at")`);
    this.addSql(`alter table "velocity_entries" enable row level security`);
    this.addSql(`alter table "velocity_entries" force row level security`);
    this.addSql(
      `create policy "tenancy" on "velocity_entries" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(lockVelocity);
    this.addSql(countVelocity);
  }
}

/**
 * Locks subjects of a merchant until the end of the transaction, in one order for all transactions, so that none waits for
 * another that waits for it.
 */
const lockVelocity = `
  create function lock_velocity(of text, subjects text[]) returns int language plpgsql as $function$
  declare
    key int8;
  begin
    for key in
      select distinct hashtextextended('switchyard velocity ' || of || ' ' || s, 0) from unnest(subjects) s order by 1
    loop
      perform pg_advisory_xact_lock(key);
    end loop;
    return 0;
  end
  $function$`;

/**
 * Counts attempts of a subject after a time, up to `most`. Volatile: it sees what was committed until it is called, also by
 * transactions that the statement waited for. Of payments, those that no connector declined or that are under way, without the
 * present one.
 */
const countVelocity = `
  create function count_velocity(of text, counted text, subjects text[], since timestamptz, present text, most int)
  returns int8 language plpgsql volatile as $function$
  declare
    found int8;
  begin
    if counted = 'attempts' then
      select count(*) into found from (
        select from velocity_entries e
        where e.merchant_id = of and e.subject = any(subjects) and e.attempted_at > since limit most) e;
    elsif counted = 'declines' then
      select count(*) into found from (
        select from velocity_entries e join attempts a on a.merchant_id = of and a.attempt_id = e.attempt_id
        where e.merchant_id = of and e.subject = any(subjects) and e.attempted_at > since
          and a.connector_decision = 'declined' limit most) e;
    else
      select count(*) into found from (
        select distinct a.payment_id
        from velocity_entries e join attempts a on a.merchant_id = of and a.attempt_id = e.attempt_id
        where e.merchant_id = of and e.subject = any(subjects) and e.attempted_at > since and a.payment_id <> present
          and a.status not in ('failure', 'authorization_failed', 'authentication_failed', 'router_declined', 'voided')
        limit most) e;
    end if;
    return found;
  end
  $function$`;
