import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Specification: feature_metadata `redirect_response`. */
@ValueObject({ about: 'What a redirect brought back.' })
export class RedirectResponse {
  @f.Text('The query string.', { max: 2048 }) param?: string | null;
  @f.JsonObject('The JSON body.') json_payload?: Record<string, unknown> | null;
}

/** Specification: feature_metadata `walletx_recurring_details.regular_billing`. */
@ValueObject({ about: 'A regular charge, as a wallet shows it.' })
export class RegularBilling {
  @f.Text('What the customer reads.') label?: string | null;
  @f.Timestamp('First charge.') recurring_payment_start_date?: string | null;
  @f.Timestamp('Last charge.') recurring_payment_end_date?: string | null;
  @f.Text('Unit of the interval: `year`, `month`, `day` …') recurring_payment_interval_unit?: string | null;
  @f.Integer('Units between charges.', { min: 1 }) recurring_payment_interval_count?: number | null;
}

/** Specification: feature_metadata `walletx_recurring_details`. */
@ValueObject({ about: 'A regular charge through a wallet.' })
export class WalletRecurringDetails {
  @f.Text('What is paid for.') payment_description?: string | null;
  @f.NestedObject(() => RegularBilling, 'How often and how long.') regular_billing?: RegularBilling | null;
  @f.Text('The agreement the customer reads.', { max: 1024 }) billing_agreement?: string | null;
  @f.Url('Where the customer manages it.') management_url?: string | null;
}

/** Specification: feature_metadata. */
@ValueObject({ about: 'Data of single features of a payment.' })
export class FeatureMetadata {
  @f.NestedObject(() => RedirectResponse, 'What a redirect brought back.')
  redirect_response?: RedirectResponse | null;
  @f.TextList('Words the payment can be found by.') search_tags?: string[];
  @f.NestedObject(() => WalletRecurringDetails, 'A regular charge through a wallet.')
  walletx_recurring_details?: WalletRecurringDetails | null;
}
