import type { GrantedTerms } from '../authorization-terms.ts';
import type { Money } from './connector-requests.ts';
import type { CustomerAction } from './customer-action.ts';
import type { Screening } from './screening.ts';

/**
 * The outcomes of connector calls. A connector's methods translate the vendor's response to these types; the core
 * compares them with the request, records them and decides what follows.
 */

/** Card details that only the connector knows. Absent or null means unknown. */
export interface CardFacts {
  /** `credit`, `debit` or `prepaid`. */
  readonly funding?: string | null;
  readonly issuer?: string | null;
  /** Two-letter ISO 3166 code. */
  readonly issuerCountry?: string | null;
}

/** The result of a check by the issuer. `unavailable`: it was requested, but the issuer does not support it. */
export type CheckResult = 'pass' | 'fail' | 'unavailable' | 'unchecked';

/** The issuer's checks of the customer's input: the first line and postal code of the address (AVS), and the CVC. */
export interface CardChecks {
  readonly addressLine?: CheckResult;
  readonly postalCode?: CheckResult;
  readonly cvc?: CheckResult;
  /** The vendor's codes, such as `Y` or `M`. */
  readonly avsCode?: string | null;
  readonly cvcCode?: string | null;
}

/** The result of 3-D Secure, in the protocol's terms. It proves to the issuer that the cardholder was authenticated. */
export interface AuthenticationResult {
  /**
   * Y authenticated, A attempted (the issuer does not take part; the attempt counts as authentication), N not
   * authenticated, U unavailable, R rejected by the issuer, I informational only, C challenge required, D decoupled:
   * the cardholder confirms in their bank's app.
   */
  readonly transStatus: 'Y' | 'A' | 'N' | 'U' | 'R' | 'I' | 'C' | 'D';
  readonly eci: string | null;
  /** The cryptogram (CAVV), in base64. It is passed on to the connector that authorizes, and not stored. */
  readonly cavv: string | null;
  readonly dsTransactionId: string | null;
  /** The protocol's version, such as `2.2.0`. */
  readonly version: string | null;
}

/** Ledger entry of a connector for moved money. */
export interface Booking {
  /** The connector's identifier of the ledger entry, as in its reports. */
  readonly reference: string;
  /** Time from which the money can be paid out to the merchant, in ISO 8601; null if not reported. */
  readonly availableOn?: string | null;
}

/** A connector's charges for moving money, and their ledger entry. Absent if not reported. */
export interface Charges {
  /** The fee; negative if refunded to the merchant. Its currency may differ from the moved money's. */
  readonly fee?: Money;
  readonly settlement?: Booking;
}

/**
 * The parts of a response that are stored beside its outcome. All are optional, since vendors differ. None may hold a
 * card number, a CVC or a credential.
 */
export interface StoredResponse extends Charges {
  /** The vendor's identifier of the customer, kept for the next payment of the same customer at this account. */
  readonly connectorCustomerId?: string | null;
  /** The vendor's payment method, token or mandate that charges the method again at this account. */
  readonly connectorMandateId?: string | null;
  /** The card network's identifier of the transaction, with which any connector may charge the card again. */
  readonly networkTransactionId?: string | null;
  /** The vendor's charge, if it is a separate object from the transaction: `charge_id` of a split payment. */
  readonly chargeId?: string | null;
  readonly card?: CardFacts;
  readonly checks?: CardChecks;
  /** The result of 3-D Secure, run by this connector. */
  readonly authentication?: AuthenticationResult;
  /** Whether the issuer is liable for fraud, if the vendor reports it; otherwise 3-D Secure decides. */
  readonly liabilityShift?: boolean;
  /** Further facts for the attempt's `connector_metadata`, such as a risk score: a few short values. */
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * The vendor's response for `whole_connector_response`, as an object without personal data. The core masks values
   * that look like a card number or a secret, and truncates it.
   */
  readonly raw?: object;
}

/** The outcome of a call with an identifier at the connector. */
interface WithTransaction extends StoredResponse {
  /**
   * The connector's identifier of the call's own transaction: the authorization, capture, refund, void or payout. Where
   * the vendor creates none for a void or increase, the authorization's.
   */
  readonly connectorTransactionId: string;
}

/** The authorized and captured amounts of an authorization, reported by the connector, in minor units. */
export interface AuthorizedMoney {
  readonly currency: string;
  /** The total authorized, captured or not. */
  readonly authorized: number;
  /** The captured part. */
  readonly captured: number;
}

/** The call succeeded. */
export interface ConnectorSuccess extends WithTransaction {
  readonly kind: 'succeeded';
  /**
   * For an authorization: the amount reported as held by the vendor. It is compared with the request: a larger amount
   * or another currency does not count as success; a smaller amount is recorded unchanged. Absent if not reported.
   */
  readonly money?: AuthorizedMoney;
  /** For an increase (the new total), capture, refund or payout: the amount moved. It must equal the request's. */
  readonly moved?: Money;
  /** For an authorization: the end of its capture period, in ISO 8601. */
  readonly captureBefore?: string | null;
  /** For an authorization: the terms granted. */
  readonly granted?: GrantedTerms;
  /** For a fraud check: its findings. */
  readonly screening?: Screening;
}

/** A decline or error, with the connector's own code and message. */
export interface ConnectorFailure extends StoredResponse {
  readonly kind: 'failed';
  /** The code used by the connector's error table and the operator's error mappings. Never a sentence. */
  readonly code: string;
  readonly message: string;
  readonly issuerCode?: string | null;
  readonly issuerMessage?: string | null;
  /**
   * The card network's advice on retries, such as Mastercard's merchant advice code. `never` overrides an error mapping
   * that retries: networks fine those who retry such a card.
   */
  readonly advice?: { readonly code: string | null; readonly retry: 'never' | 'allowed' };
  readonly connectorTransactionId?: string | null;
}

/** The balance of a gift card. A card that is unknown, blocked or expired is a {@link ConnectorFailure}. */
export interface CardBalance {
  readonly kind: 'known';
  readonly balance: Money;
  /** Maximum amount of one payment, if less than the balance. */
  readonly limit?: number | null;
}

/** The customer must act first. The outcome follows by {@link CustomerAction}, a webhook or a look-up. */
export interface ActionRequired extends WithTransaction {
  readonly kind: 'requires_action';
  readonly action: CustomerAction;
  /** Connector state to pass to `completeAction` when the customer returns. Opaque, and never shown. */
  readonly resume?: string | null;
}

/** No response, or an unreadable response: money may or may not have moved, and only a look-up can tell. */
export interface UnknownOutcome {
  readonly kind: 'unknown';
  /**
   * `not_sent`: the call was certainly not sent, and will be. `unreadable`: the connector or the core cannot read the
   * response. `not_as_asked`: the connector moved a different amount than requested; an operator must investigate.
   */
  readonly reason:
    | 'not_sent'
    | 'timed_out'
    | 'unreachable'
    | 'unreadable'
    | 'interrupted'
    | 'repeat_refused'
    | 'not_as_asked';
  /** The connector's identifier of its transaction, if readable in the response. */
  readonly connectorTransactionId?: string;
  /** For a mismatch with the request: the moved amount reported by the connector. */
  readonly told?: Money;
}

/**
 * The outcome of a call. `pending` comes from the connector, which will report later; `unknown` is ours.
 *
 * A vendor status unknown to a connector is `pending`, with a warning that names it: a vendor may add statuses at any
 * time.
 */
export type Outcome =
  | ConnectorSuccess
  | ConnectorFailure
  | (WithTransaction & { readonly kind: 'pending' })
  | ActionRequired
  | UnknownOutcome;

/**
 * The result of a look-up: the call's current outcome; `not_found`; or `cannot_tell`, for a vendor whose search lags
 * or does not exist.
 *
 * `repeat` says whether the same call may be sent again under its key. After `not_found` it is `safe` only if the
 * connector certainly has not performed the call. After `cannot_tell` it is `safe` only if the connector stores the
 * first response to a key and returns it for every repetition. Either way the call takes effect at most once, even
 * though the repetition lacks the card's verification code, which is not stored. Otherwise the call is not sent again,
 * but looked up later.
 */
export type LookUp =
  | Outcome
  | { readonly kind: 'not_found'; readonly repeat: 'safe' | 'unsafe' }
  | { readonly kind: 'cannot_tell'; readonly repeat: 'safe' | 'unsafe' };

/** The response of an authentication connector: the result so far, and the parameters of a challenge. */
export interface AuthenticationOutcome extends AuthenticationResult {
  readonly acsUrl: string | null;
  readonly challengeRequest: string | null;
  readonly acsReferenceNumber: string | null;
  readonly acsTransactionId: string | null;
  readonly threeDsServerTransactionId: string;
  readonly acsSignedContent: string | null;
}

/** A wallet's session at a connector. */
export interface SessionToken {
  readonly walletName: string;
  /** Whether the token is issued later, once the customer selects the wallet. */
  readonly delayed: boolean;
  /**
   * Parameters to start the wallet's own SDK, without secrets: Google's `PaymentDataRequest` with its `environment`, or
   * Apple's `ApplePayPaymentRequest`.
   */
  readonly data?: Readonly<Record<string, unknown>> | null;
  /** For Apple Pay: whether the connector validates the merchant, so that the account needs no certificate. */
  readonly validatesMerchant?: boolean;
  /** Apple's merchant session for the request's `domain`, where the connector validates the merchant. */
  readonly merchantSession?: Readonly<Record<string, unknown>> | null;
}

/** Whether the vendor accepts an account's credentials. The message names the invalid key, without its value. */
export type CredentialCheck =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly key: string | null; readonly message: string };
