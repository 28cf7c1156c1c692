import { Migration } from '@mikro-orm/migrations';

/** Requests and their responses, for merchants' developers: partitioned by day, as they are kept for days. */
export class Migration20261127073907_request_log extends Migration {
  override up(): void {
    this.addSql(
      `create table "request_log" ("merchant_id" text not null, "log_id" text not null, "request_id" text not null, "api" text not null, "method" text not null, "path" text not null, "operation" text null, "status" int4 not null, "error_code" text null, "actor_type" text not null, "actor_id" text null, "address" text null, "idempotency_key" text null, "duration_ms" int4 not null, "query" jsonb null, "request" jsonb null, "response" jsonb null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "log_id")) partition by range ("log_id")`,
    );
    this.addSql(
      `create index "request_log_by_created_at" on "request_log" ("merchant_id", "created_at", "log_id")`,
    );
    this.addSql(
      `create index "request_log_across_merchants" on "request_log" ("created_at", "merchant_id", "log_id") where log_id > ''`,
    );
    this.addSql(
      `create index "request_log_by_request_id" on "request_log" ("merchant_id", "request_id", "created_at", "log_id")`,
    );
    this.addSql(
      `create index "request_log_by_operation" on "request_log" ("merchant_id", "operation", "created_at", "log_id") where operation is not null`,
    );
    this.addSql(
      `create index "request_log_by_error_code" on "request_log" ("merchant_id", "error_code", "created_at", "log_id") where error_code is not null`,
    );
    this.addSql(
      `create index "request_log_by_actor_id" on "request_log" ("merchant_id", "actor_id", "created_at", "log_id") where actor_id is not null`,
    );
    this.addSql(`alter table "request_log" enable row level security`);
    this.addSql(`alter table "request_log" force row level security`);
    this.addSql(
      `create policy "tenancy" on "request_log" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(`create or replace view partitions.rules as
      select * from (values
        ('events', 'event_id', 'evt_', 'month', 2),
        ('webhook_deliveries', 'event_id', 'evt_', 'month', 2),
        ('connector_calls', 'call_id', 'call_', 'month', 2),
        ('audit_log', 'entry_id', 'aud_', 'month', 2),
        ('status_changes', 'change_id', 'chg_', 'month', 2),
        ('updates', 'recorded_at', null, 'day', 3),
        ('request_log', 'log_id', 'rlog_', 'day', 3)
      ) as r(parent, key, prefix, unit, ahead)`);
    this.addSql(`select partitions.make_default('request_log', 'log_id')`);
    this.addSql(
      `select make_partition(parent, starts_at) from missing_partitions(now()) where parent = 'request_log'`,
    );
  }
}
