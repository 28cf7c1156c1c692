import { Migration } from '@mikro-orm/migrations';

/** What connectors were asked for and what they said, and how every object came to the status it has. */
export class Migration20261120120600_calls_and_history extends Migration {
  override up(): void {
    this.addSql(`
      create table connector_calls (
        merchant_id text not null,
        call_id text not null,
        flow text not null,
        operation text not null,
        object_id text not null,
        part_id text,
        merchant_connector_id text not null,
        connector text not null,
        status text not null default 'intended',
        request bytea not null,
        outcome jsonb,
        look_ups int4 not null default 0,
        look_up_at timestamptz(3),
        created_at timestamptz(3) not null,
        completed_at timestamptz(3),
        primary key (merchant_id, call_id)
      )`);
    this.addSql(
      'create index connector_calls_of_object on connector_calls (merchant_id, object_id, created_at)',
    );
    // Calls come and go through this index; it holds only those that somebody has to look into.
    this.addSql(
      `create index connector_calls_to_look_up on connector_calls (look_up_at)
       where status = 'intended' and look_up_at is not null`,
    );
    this.addSql(`
      create table status_changes (
        merchant_id text not null,
        change_id text not null,
        object_type text not null,
        object_id text not null,
        from_status text,
        to_status text not null,
        cause text not null,
        changed_at timestamptz(3) not null,
        primary key (merchant_id, change_id)
      )`);
    this.addSql(
      'create index status_changes_of_object on status_changes (merchant_id, object_type, object_id, change_id)',
    );
    this.addSql('alter table payment_methods add column connector_mandates jsonb');
    const tenant = "(select current_setting('switchyard.merchant_id', true))";
    for (const table of ['connector_calls', 'status_changes']) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`alter table ${table} force row level security`);
      this.addSql(`create policy tenancy on ${table} using (merchant_id = ${tenant} or ${tenant} = '*')`);
    }
  }
}
