import { Migration } from '@mikro-orm/migrations';

/** What teams write down about payments. */
export class Migration20261127040418_notes extends Migration {
  override up(): void {
    this.addSql(
      `create table "notes" ("merchant_id" text not null, "note_id" text not null, "payment_id" text not null, "text" text null, "author_type" text not null, "author_id" text null, "author_name" text null, "profile_id" text null, "created_at" timestamptz(3) not null, primary key ("merchant_id", "note_id"))`,
    );
    this.addSql(`create index "notes_by_created_at" on "notes" ("merchant_id", "created_at", "note_id")`);
    this.addSql(
      `create index "notes_across_merchants" on "notes" ("created_at", "merchant_id", "note_id") where note_id > ''`,
    );
    this.addSql(
      `create index "notes_by_payment_id" on "notes" ("merchant_id", "payment_id", "created_at", "note_id")`,
    );
    this.addSql(
      `create index "notes_by_profile_id" on "notes" ("merchant_id", "profile_id", "created_at", "note_id") where profile_id is not null`,
    );
    this.addSql(
      `alter table "notes" add constraint "notes_merchant_id_payment_id_foreign" foreign key ("merchant_id", "payment_id") references "payments" ("merchant_id", "payment_id") on update no action on delete no action`,
    );
    this.addSql(`alter table "notes" enable row level security`);
    this.addSql(`alter table "notes" force row level security`);
    this.addSql(
      `create policy "tenancy" on "notes" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
  }
}
