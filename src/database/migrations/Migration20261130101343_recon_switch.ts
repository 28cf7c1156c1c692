import { Migration } from '@mikro-orm/migrations';

/** The times of the switch of reconciliation. What was stored before it acted becomes active. */
export class Migration20261130101343_recon_switch extends Migration {
  override up(): void {
    this.addSql(
      `alter table "merchant_accounts" add "recon_since" timestamptz(3) null, add "recon_until" timestamptz(3) null`,
    );
    this.addSql(`update merchant_accounts set recon_status = 'active' where is_recon_enabled`);
  }
}
