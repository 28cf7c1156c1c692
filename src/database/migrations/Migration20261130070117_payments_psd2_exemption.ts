import { Migration } from '@mikro-orm/migrations';

/** The exemption from strong customer authentication that a payment brings. */
export class Migration20261130070117_payments_psd2_exemption extends Migration {
  override up(): void {
    this.addSql(`alter table "payments" add "psd2_sca_exemption_type" text null`);
  }
}
