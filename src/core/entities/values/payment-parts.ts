import * as f from '../../model/fields.ts';
import {
  ERROR_MESSAGE_MAX,
  enumeration,
  type JsonRecord,
  ValueObject,
  type ValueOf,
} from '../../model/index.ts';
import { BankTransferInstructions } from './bank-transfers.ts';
import { VoucherDetails } from './local-methods.ts';

/** Code that the customer scans to pay. */
@ValueObject({ about: 'Code that the customer scans to pay.' })
export class QrCode {
  @f.Text('Content of the code; null if only its picture is known.', { max: 4096, holds: 'token' }) content?:
    | string
    | null;
  @f.Text('URL of a picture of the code.', { max: 2048 }) image_url?: string | null;
  @f.Timestamp('Time until which it can be scanned; null until the payment expires.')
  valid_until?: string | null;
}

/** The types of {@link NextAction}. `redirect_to_url`, in any type, opens in the customer's browser by GET. */
export const nextActionTypes = [
  'redirect_to_url',
  'redirect_inside_popup',
  'three_ds_invoke',
  'invoke_sdk',
  'display_qr_code',
  'display_voucher_information',
  'display_bank_transfer_information',
] as const;
export type NextActionType = (typeof nextActionTypes)[number];

/** Next step for the customer or the merchant's page. Specification: Payment `next_action`. */
@ValueObject({ about: 'Next step for the customer.' })
export class NextAction {
  @f.Text(
    "Page to open in the customer's browser by GET. For `three_ds_invoke` the page runs the authentication and returns to `return_url`; a client that runs it instead calls `POST /payments/{payment_id}/3ds/authentication`.",
    { max: 2048 },
  )
  redirect_to_url?: string | null;
  @f.Text(
    'Type of action: `redirect_to_url`; `redirect_inside_popup`, the same in a frame or separate window, if `is_iframe_redirection_enabled`; `three_ds_invoke` for external 3-D Secure authentication, `invoke_sdk`, `display_qr_code`, `display_voucher_information` or `display_bank_transfer_information`.',
    { holds: 'code' },
  )
  type?: NextActionType | null;
  @f.NestedObject(
    () => BankTransferInstructions,
    'Transfer instructions for the customer; only for `display_bank_transfer_information`.',
    { onlyIfSet: 'There is no page to redirect to; the customer needs the account and the reference.' },
  )
  bank_transfer_instructions?: BankTransferInstructions | null;
  @f.NestedObject(() => VoucherDetails, 'Voucher to pay; only for `display_voucher_information`.', {
    onlyIfSet: 'There is no page to redirect to; the customer needs the number or the bar code.',
  })
  voucher_details?: VoucherDetails | null;
  @f.NestedObject(() => QrCode, 'Code for the customer to scan; only for `display_qr_code`.', {
    onlyIfSet: 'There is no page to redirect to; the customer scans the code.',
  })
  qr_code?: QrCode | null;
  @f.JsonObject("Data for the connector's SDK in the merchant's page or app; only for `invoke_sdk`.", {
    onlyIfSet: "The connector's SDK continues with this data if there is no page.",
    shownWhole: 'for_client',
  })
  sdk_data?: JsonRecord | null;
}

/** Short-lived client-side key. Specification: Payment `ephemeral_key`. */
@ValueObject({ about: 'Short-lived client-side key for the customer of a payment.' })
export class EphemeralKey {
  @f.Id('Customer the key is valid for.') customer_id?: string | null;
  @f.Integer('Creation time, as a Unix timestamp in seconds.') created_at?: number | null;
  @f.Integer('Expiry time, as a Unix timestamp in seconds.') expires?: number | null;
  @f.Text('The key (`epk_…`).', { holds: 'token' }) secret?: string | null;
}

/** Result of fraud screening. Specification: Payment `frm_message`. */
@ValueObject({ about: 'Result of fraud screening.' })
export class FraudMessage {
  @f.Text('Name of the fraud connector.') frm_name?: string | null;
  @f.Text('Transaction identifier assigned by the fraud connector.', { holds: 'identifier' })
  frm_transaction_id?: string | null;
  @f.Text('When the check took place: `pre_frm` before the authorization, `post_frm` after it.', {
    holds: 'code',
  })
  frm_transaction_type?: string | null;
  @f.Text('`legit`, `fraud`, `manual_review`, `pending` or `transaction_failure`.', { holds: 'code' })
  frm_status?: string | null;
  @f.Integer('Risk score.') frm_score?: number | null;
  @f.Json('Reason for the decision.') frm_reason?: unknown;
  @f.Text('Error, if screening failed.', { max: ERROR_MESSAGE_MAX, holds: 'message' }) frm_error?:
    | string
    | null;
}

/** Hosted payment page. Specification: Payment `payment_link`. */
@ValueObject({ about: 'Hosted payment page.' })
export class PaymentLink {
  @f.Text('URL of the page.', { max: 2048 }) link?: string | null;
  @f.Text('URL for embedding the page in allowed domains.', { max: 2048 }) secure_link?: string | null;
  @f.Id('Unique identifier of the payment link.') payment_link_id?: string | null;
}

/** Surcharge for the payment method used. Specification: Payment `surcharge_details`. */
@ValueObject({ about: 'Surcharge for the payment method used.' })
export class SurchargeDetails {
  @f.Amount('Surcharge, in minor units.') surcharge_amount?: number | null;
  @f.Amount('Tax on the surcharge, in minor units.') tax_amount?: number | null;
}

/** Increase of an authorized amount. Specification: Payment `incremental_authorizations`. */
@ValueObject({ about: 'Increase of an authorized amount.' })
export class IncrementalAuthorization {
  @f.Id('Unique identifier of the incremental authorization.') authorization_id?: string | null;
  @f.Amount('Total authorized amount after the increase, in minor units.') amount?: number | null;
  @f.Text('Status: `processing`, `success` or `failure`.', { holds: 'code' }) status?: string | null;
  @f.Text('Error code returned by the connector.', { holds: 'code' }) error_code?: string | null;
  @f.Text('Error message returned by the connector.', { max: ERROR_MESSAGE_MAX, holds: 'message' })
  error_message?: string | null;
  @f.Amount('Authorized amount before the increase, in minor units.')
  previously_authorized_amount?: number | null;
}

/** Reason why a payment could not accept a connector's money. */
export const ReversalReason = enumeration(
  'ReversalReason',
  'Reason for returning money that a connector reported late.',
  {
    another_attempt: 'Another attempt of the payment is paid or under way.',
    payment_cancelled: 'The merchant had cancelled or rejected the payment.',
    payment_expired: "The payment's session had ended.",
  },
);

export const ReversalStatus = enumeration(
  'ReversalStatus',
  'Status of the return of money that a connector reported late.',
  {
    pending: 'Requested from the connector; the outcome is not known yet.',
    succeeded: 'The money was returned, or never taken.',
    failed: 'The connector refused it. Return the money at the connector.',
  },
);

/** Money that a connector reported too late for the payment to take it. */
@ValueObject({
  about:
    "Money that the connector reported too late for the payment. It is returned to the customer automatically and not included in the payment's amounts.",
})
export class Reversal {
  @f.Id('Attempt that was paid.') attempt_id?: string | null;
  @f.Enumeration(() => ReversalReason, 'Reason why the payment could not accept the money.', {
    example: 'another_attempt',
  })
  reason?: ValueOf<typeof ReversalReason> | null;
  @f.Text('Method of return: `void` for an authorization, `refund` for captured money.', {
    example: 'refund',
    holds: 'code',
  })
  operation?: 'void' | 'refund' | null;
  @f.Amount('Amount returned, in minor units, including refunds made at the connector meanwhile.')
  amount?: number | null;
  @f.Currency('Three-letter ISO 4217 currency code.') currency?: string | null;
  @f.Text("The connector's identifier of the capture, if captured separately.", { holds: 'identifier' })
  connector_capture_id?: string | null;
  @f.Enumeration(() => ReversalStatus, 'Status of the return.', { example: 'succeeded' })
  status?: ValueOf<typeof ReversalStatus> | null;
  @f.Text('Error code returned by the connector; null unless it refused.', { holds: 'code' }) error_code?:
    | string
    | null;
  @f.Text('Error message returned by the connector; null unless it refused.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
}

/** Result of external 3-D Secure. Specification: Payment `external_authentication_details`. */
@ValueObject({ about: 'Result of external 3-D Secure authentication.' })
export class ExternalAuthenticationDetails {
  @f.Text('Authentication flow: `challenge` or `frictionless`.', { holds: 'code' }) authentication_flow?:
    | string
    | null;
  @f.Text('Electronic commerce indicator (ECI) assigned by the network.', { holds: 'code' })
  electronic_commerce_indicator?: string | null;
  @f.Text('Progress: `started`, `success` or `failed`.', { holds: 'code' }) status?: string | null;
  @f.Text('Transaction identifier assigned by the directory server.', { holds: 'identifier' })
  ds_transaction_id?: string | null;
  @f.Text('3-D Secure protocol version, such as `2.2.0`.', { holds: 'code' }) version?: string | null;
  @f.Text('Error code, if authentication failed.', { holds: 'code' }) error_code?: string | null;
  @f.Text('Error message, if authentication failed.', { max: ERROR_MESSAGE_MAX, holds: 'message' })
  error_message?: string | null;
}

/** Line item of an order. Specification: Payment `order_details`. */
@ValueObject({ about: 'Line item of an order.', keepsUnknown: true })
export class OrderDetail {
  @f.Text('Name of the product.', { required: true, example: 'Shirt' }) product_name!: string;
  @f.Integer('Quantity.', { required: true, min: 1 }) quantity!: number;
  @f.Amount('Unit price, in minor units.', { required: true }) amount!: number;
}

/** Browser details in the terms of 3-D Secure. Specification: Payment `browser_info`. */
@ValueObject({ about: 'Browser details of the customer.' })
export class BrowserInfo {
  @f.Integer('Colour depth of the screen, in bits per pixel.', { min: 0 })
  color_depth?: number | null;
  @f.Bool('Whether Java is enabled.') java_enabled?: boolean | null;
  @f.Bool('Whether JavaScript is enabled.') java_script_enabled?: boolean | null;
  @f.Text('Browser language as a BCP 47 tag, such as `en-US`.') language?: string | null;
  @f.Integer('Screen height, in pixels.', { min: 0 }) screen_height?: number | null;
  @f.Integer('Screen width, in pixels.', { min: 0 }) screen_width?: number | null;
  @f.Integer('Time zone offset from UTC, in minutes.', { min: -1440, maximum: 1440 })
  time_zone?: number | null;
  @f.Text('IP address of the customer; the card-testing guard counts declines by it.', { personal: true })
  ip_address?: string | null;
  @f.Text('`Accept` header of the browser.', { max: 2048, redirectsNothing: 'of_customer' })
  accept_header?: string | null;
  @f.Text('`User-Agent` header of the browser.', { max: 2048, personal: true }) user_agent?: string | null;
  @f.Text('Operating system.') os_type?: string | null;
  @f.Text('Version of the operating system.') os_version?: string | null;
  @f.Text('Model of the device.') device_model?: string | null;
}

/** Specification: feature_metadata `redirect_response`. */
@ValueObject({ about: 'Data returned by a redirect.' })
export class RedirectResponse {
  @f.Text('Query string of the redirect, such as `redirectResult=…`.', { max: 2048 }) param?: string | null;
  @f.JsonObject('Form of a redirect by POST, as names and texts.') json_payload?: JsonRecord | null;
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
  @f.Url('URL where the customer manages the recurring payment.', { redirectsNothing: 'leads_back' })
  management_url?: string | null;
}

/** Specification: feature_metadata. */
@ValueObject({ about: 'Feature-specific data of a payment.' })
export class FeatureMetadata {
  @f.NestedObject(
    () => RedirectResponse,
    'Data that a redirect returned to the merchant. Confirming a payment in `requires_customer_action` with this data completes the payment instead of starting another attempt.',
  )
  redirect_response?: RedirectResponse | null;
  @f.TextList("Tags for finding payments with `search` in GraphQL, for the merchant's own use.")
  search_tags?: string[];
  @f.NestedObject(
    () => WalletRecurringDetails,
    "Recurring payment details shown to the customer by Apple Pay and walletx, as `recurringPaymentRequest` in the wallet session's `session_data`.",
  )
  walletx_recurring_details?: WalletRecurringDetails | null;
}

/** Specification: MandateData `customer_acceptance.online`. */
@ValueObject({ about: 'Client details of a consent given online.' })
export class OnlineAcceptance {
  @f.Text("Customer's IP address; sent to connectors, with `browser_info` as the default.", {
    personal: true,
  })
  ip_address?: string | null;
  @f.Text("Customer's browser (`User-Agent`); sent to connectors, with `browser_info` as the default.", {
    max: 2048,
    personal: true,
  })
  user_agent?: string | null;
}

/** Specification: MandateData `customer_acceptance`. */
@ValueObject({ about: "Customer's consent to future charges." })
export class CustomerAcceptance {
  @f.Text(
    'How consent was given: `online` or `offline`. Sent to Stripe with the other consent details if the payment saves the method for off-session charges; returned with the mandate.',
  )
  acceptance_type?: string | null;
  @f.Timestamp('Time at which consent was given.') accepted_at?: string | null;
  @f.NestedObject(() => OnlineAcceptance, 'Client details, for consent given online.')
  online?: OnlineAcceptance | null;
}

/** Specification: MandateData `mandate_type.single_use`. */
@ValueObject({ about: 'Limits of a mandate.' })
export class MandateBounds {
  @f.Amount('Maximum amount of each charge, in minor units; no maximum if null.') amount?: number | null;
  @f.Currency(
    "Three-letter ISO 4217 code of the only permitted currency; the payment's if only `amount` is given.",
  )
  currency?: string | null;
  @f.Timestamp("Start of the mandate's validity; charges before it are refused.") start_date?: string | null;
  @f.Timestamp("End of the mandate's validity; charges after it are refused.") end_date?: string | null;
  @f.JsonObject("Key-value pairs for the merchant's own use.") metadata?: JsonRecord | null;
}

/** Specification: MandateData `mandate_type`. */
@ValueObject({
  about: 'Type of mandate: `single_use` or `multi_use`. Without either, the number of charges is unlimited.',
})
export class MandateType {
  @f.NestedObject(() => MandateBounds, 'Limits of a mandate for one charge. Excludes `multi_use`.')
  single_use?: MandateBounds | null;
  @f.NestedObject(
    () => MandateBounds,
    'Limits of a mandate for many charges: `amount` is the maximum of each, `start_date` and `end_date` bound the series. Excludes `single_use`.',
  )
  multi_use?: MandateBounds | null;
}

/** Customer's consent to future charges. Specification: MandateData. */
@ValueObject({
  about:
    "Customer's consent (mandate) to future charges. Requires `setup_future_usage: off_session`, a customer and `customer_acceptance`.",
})
export class MandateData {
  @f.Id("The customer's active mandate to renew, with the limits given here; null to create one.")
  update_mandate_id?: string | null;
  @f.NestedObject(() => CustomerAcceptance, "Customer's consent to future charges.")
  customer_acceptance?: CustomerAcceptance | null;
  @f.NestedObject(() => MandateType, 'Type and limits of the mandate.')
  mandate_type?: MandateType | null;
}
