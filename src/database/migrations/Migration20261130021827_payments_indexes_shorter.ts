import { Migration } from '@mikro-orm/migrations';
import { replacedIndex } from '../partition-indexes.ts';

/** The indexes of the lists end with the time, so that a payment writes fewer bytes. */
export class Migration20261130021827_payments_indexes_shorter extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(replacedIndex('payments_across_merchants', 'payments', `("created") where payment_id > ''`));
    this.addSql(
      replacedIndex(
        'payments_by_billing_country',
        'payments',
        `("merchant_id", "billing_country", "created") where billing_country is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_card_bin',
        'payments',
        `("merchant_id", "card_bin", "created") where card_bin is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_card_last4',
        'payments',
        `("merchant_id", "card_last4", "created") where card_last4 is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_card_network',
        'payments',
        `("merchant_id", "card_network", "created") where card_network is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_connector',
        'payments',
        `("merchant_id", "connector", "created") where connector is not null`,
      ),
    );
    this.addSql(replacedIndex('payments_by_created', 'payments', `("merchant_id", "created")`));
    this.addSql(replacedIndex('payments_by_currency', 'payments', `("merchant_id", "currency", "created")`));
    this.addSql(
      replacedIndex(
        'payments_by_customer_id',
        'payments',
        `("merchant_id", "customer_id", "created") where customer_id is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_email',
        'payments',
        `("merchant_id", "email", "created") where email is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_error_code',
        'payments',
        `("merchant_id", "error_code", "created") where error_code is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_mandate_id',
        'payments',
        `("merchant_id", "mandate_id", "created") where mandate_id is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_merchant_connector_id',
        'payments',
        `("merchant_id", "merchant_connector_id", "created") where merchant_connector_id is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_merchant_order_reference_id',
        'payments',
        `("merchant_id", "merchant_order_reference_id", "created") where merchant_order_reference_id is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_paid_at',
        'payments',
        `("merchant_id", "paid_at") where paid_at is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_payment_method',
        'payments',
        `("merchant_id", "payment_method", "created") where payment_method is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_payment_method_id',
        'payments',
        `("merchant_id", "payment_method_id", "created") where payment_method_id is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_payment_method_type',
        'payments',
        `("merchant_id", "payment_method_type", "created") where payment_method_type is not null`,
      ),
    );
    this.addSql(
      replacedIndex(
        'payments_by_profile_id',
        'payments',
        `("merchant_id", "profile_id", "created") where profile_id is not null`,
      ),
    );
    this.addSql(replacedIndex('payments_by_status', 'payments', `("merchant_id", "status", "created")`));
    this.addSql(
      replacedIndex(
        'payments_by_unified_code',
        'payments',
        `("merchant_id", "unified_code", "created") where unified_code is not null`,
      ),
    );
    this.addSql(replacedIndex('payments_by_updated', 'payments', `("merchant_id", "updated")`));
  }
}
