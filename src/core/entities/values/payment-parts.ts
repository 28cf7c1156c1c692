import * as f from '../../model/fields.ts';
import { ERROR_MESSAGE_MAX, ValueObject } from '../../model/index.ts';

/** What the customer or the merchant's page must do. Specification: Payment `next_action`. */
@ValueObject({ about: "What the customer's browser must do next." })
export class NextAction {
  @f.Text('Where to send the browser.', { max: 2048 }) redirect_to_url?: string | null;
  @f.Text('The kind of action, such as `redirect_to_url`.') type?: string | null;
}

/** A short-lived key for the customer's own client. Specification: Payment `ephemeral_key`. */
@ValueObject({ about: "A short-lived key for the customer's own client." })
export class EphemeralKey {
  @f.Id('The customer it acts for.') customer_id?: string | null;
  @f.Integer('When it was made, in seconds since 1970.') created_at?: number | null;
  @f.Integer('When it expires, in seconds since 1970.') expires?: number | null;
  @f.Text('The key.') secret?: string | null;
}

/** What fraud screening found. Specification: Payment `frm_message`. */
@ValueObject({ about: 'What fraud screening found.' })
export class FraudMessage {
  @f.Text('Name of the screening service.') frm_name?: string | null;
  @f.Text("The screening service's identifier.") frm_transaction_id?: string | null;
  @f.Text('When it screened: before or after authorization.') frm_transaction_type?: string | null;
  @f.Text('Its verdict.') frm_status?: string | null;
  @f.Integer('Its score.') frm_score?: number | null;
  @f.Json('Its reason.') frm_reason?: unknown;
  @f.Text('What went wrong in screening.', { max: ERROR_MESSAGE_MAX }) frm_error?: string | null;
}

/** A page on which the customer pays. Specification: Payment `payment_link`. */
@ValueObject({ about: 'A hosted page on which the customer pays.' })
export class PaymentLink {
  @f.Text('Address of the page.', { max: 2048 }) link?: string | null;
  @f.Text('Address for embedding in allowed domains.', { max: 2048 }) secure_link?: string | null;
  @f.Id('Identifier of the link.') payment_link_id?: string | null;
}

/** What is added for the method used. Specification: Payment `surcharge_details`. */
@ValueObject({ about: 'What is added for the method used.' })
export class SurchargeDetails {
  @f.Amount('The surcharge, in minor units.') surcharge_amount?: number | null;
  @f.Amount('Tax on the surcharge, in minor units.') tax_amount?: number | null;
}

/** One raise of an authorization. Specification: Payment `incremental_authorizations`. */
@ValueObject({ about: 'One raise of an authorization.' })
export class IncrementalAuthorization {
  @f.Id('Identifier of the raise.') authorization_id?: string | null;
  @f.Amount('The amount raised to, in minor units.') amount?: number | null;
  @f.Text('How it went, such as `success`.') status?: string | null;
  @f.Text("The connector's code, when it failed.") error_code?: string | null;
  @f.Text('What the connector said, when it failed.', { max: ERROR_MESSAGE_MAX }) error_message?:
    | string
    | null;
  @f.Amount('The amount before, in minor units.') previously_authorized_amount?: number | null;
}

/** How the cardholder was authenticated outside the connector. Specification: Payment `external_authentication_details`. */
@ValueObject({ about: 'How the cardholder was authenticated by an authentication connector.' })
export class ExternalAuthenticationDetails {
  @f.Text('`challenge` or `frictionless`.') authentication_flow?: string | null;
  @f.Text('Electronic commerce indicator: the strength of the authentication.')
  electronic_commerce_indicator?: string | null;
  @f.Text('How far it has come, such as `started`.') status?: string | null;
  @f.Text("The directory server's transaction identifier.") ds_transaction_id?: string | null;
  @f.Text('Version of the 3-D Secure protocol.') version?: string | null;
  @f.Text('Code of the failure.') error_code?: string | null;
  @f.Text('Words of the failure.', { max: ERROR_MESSAGE_MAX }) error_message?: string | null;
}
