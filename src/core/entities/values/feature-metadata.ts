import * as f from '../../model/fields.ts';
import { type JsonRecord, ValueObject } from '../../model/index.ts';

/** Specification: feature_metadata `redirect_response`. */
@ValueObject({ about: 'Data returned by a redirect.' })
export class RedirectResponse {
  @f.Text('Query string of the redirect.', { max: 2048 }) param?: string | null;
  @f.JsonObject('JSON body of the redirect.') json_payload?: JsonRecord | null;
}

/** Specification: feature_metadata `walletx_recurring_details.regular_billing`. */
@ValueObject({ about: 'Recurring charge as displayed by a wallet.' })
export class RegularBilling {
  @f.Text('Label shown to the customer.') label?: string | null;
  @f.Timestamp('Time of the first charge.') recurring_payment_start_date?: string | null;
  @f.Timestamp('Time of the last charge.') recurring_payment_end_date?: string | null;
  @f.Text('Interval unit: `year`, `month`, `day` …') recurring_payment_interval_unit?: string | null;
  @f.Integer('Number of interval units between charges.', { min: 1 })
  recurring_payment_interval_count?: number | null;
}

/** Specification: feature_metadata `walletx_recurring_details`. */
@ValueObject({ about: 'Recurring payment details for walletx.' })
export class WalletRecurringDetails {
  @f.Text('Description of the recurring payment.') payment_description?: string | null;
  @f.NestedObject(() => RegularBilling, 'Schedule of the recurring charge.')
  regular_billing?: RegularBilling | null;
  @f.Text('Billing agreement shown to the customer.', { max: 1024 }) billing_agreement?: string | null;
  @f.Url('URL where the customer manages the recurring payment.') management_url?: string | null;
}

/** Specification: feature_metadata. */
@ValueObject({ about: 'Feature-specific data of a payment.' })
export class FeatureMetadata {
  @f.NestedObject(() => RedirectResponse, 'Data returned by a redirect.')
  redirect_response?: RedirectResponse | null;
  @f.TextList("Search tags, for the merchant's own use.") search_tags?: string[];
  @f.NestedObject(() => WalletRecurringDetails, 'Recurring payment details for walletx.')
  walletx_recurring_details?: WalletRecurringDetails | null;
}
