import {
  Integer,
  JsonObject,
  NestedObject,
  Text,
  TextList,
  Timestamp,
  Url,
  ValueObject,
} from '../../model/index.ts';

/** Specification: feature_metadata `redirect_response`. */
@ValueObject({ about: 'What a redirect brought back.' })
export class RedirectResponse {
  @Text('The query string.', { max: 2048 }) param?: string | null;
  @JsonObject('The JSON body.') json_payload?: Record<string, unknown> | null;
}

/** Specification: feature_metadata `walletx_recurring_details.regular_billing`. */
@ValueObject({ about: 'A regular charge, as a wallet shows it.' })
export class RegularBilling {
  @Text('What the customer reads.') label?: string | null;
  @Timestamp('First charge.') recurring_payment_start_date?: string | null;
  @Timestamp('Last charge.') recurring_payment_end_date?: string | null;
  @Text('Unit of the interval: `year`, `month`, `day` …') recurring_payment_interval_unit?: string | null;
  @Integer('Units between charges.', { min: 1 }) recurring_payment_interval_count?: number | null;
}

/** Specification: feature_metadata `walletx_recurring_details`. */
@ValueObject({ about: 'A regular charge through a wallet.' })
export class WalletRecurringDetails {
  @Text('What is paid for.') payment_description?: string | null;
  @NestedObject(() => RegularBilling, 'How often and how long.') regular_billing?: RegularBilling | null;
  @Text('The agreement the customer reads.', { max: 1024 }) billing_agreement?: string | null;
  @Url('Where the customer manages it.') management_url?: string | null;
}

/** Specification: feature_metadata. */
@ValueObject({ about: 'Data of single features of a payment.' })
export class FeatureMetadata {
  @NestedObject(() => RedirectResponse, 'What a redirect brought back.')
  redirect_response?: RedirectResponse | null;
  @TextList('Words the payment can be found by.') search_tags?: string[];
  @NestedObject(() => WalletRecurringDetails, 'A regular charge through a wallet.')
  walletx_recurring_details?: WalletRecurringDetails | null;
}
