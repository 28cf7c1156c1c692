import type { GrantedTerms } from '../authorization-terms.ts';
import type { Money } from './connector-requests.ts';
import type { CustomerAction } from './customer-action.ts';
import type { Screening } from './screening.ts';

/**
 * What a connector answers a call with. Its methods translate the vendor's answer to these types; the core compares
 * them with what was asked, records them and decides what follows.
 */

/** What may be said of a card that is known from the connector alone. What is left out or null is not known. */
export interface CardFacts {
  /** `credit`, `debit` or `prepaid`. */
  readonly funding?: string | null;
  readonly issuer?: string | null;
  /** Two-letter ISO 3166 code. */
  readonly issuerCountry?: string | null;
}

/** The result of a check by the issuer. `unavailable`: it was asked for, and the issuer does not do it. */
export type CheckResult = 'pass' | 'fail' | 'unavailable' | 'unchecked';

/** The issuer's checks of what the customer typed: the first line and postal code of the address (AVS), and the CVC. */
export interface CardChecks {
  readonly addressLine?: CheckResult;
  readonly postalCode?: CheckResult;
  readonly cvc?: CheckResult;
  /** The codes as the vendor gives them, such as `Y` or `M`. */
  readonly avsCode?: string | null;
  readonly cvcCode?: string | null;
}

/** The result of 3-D Secure, in its own terms. It proves to the issuer that the cardholder was authenticated. */
export interface AuthenticationResult {
  /**
   * Y authenticated, A attempted (the issuer does not take part, and vouches all the same), N not authenticated,
   * U could not be done, R rejected by the issuer, I informational only, C challenge required, D decoupled: the
   * cardholder confirms in their bank's app.
   */
  readonly transStatus: 'Y' | 'A' | 'N' | 'U' | 'R' | 'I' | 'C' | 'D';
  readonly eci: string | null;
  /** The cryptogram (CAVV), in base64. It is passed on to the connector that authorizes, and not stored. */
  readonly cavv: string | null;
  readonly dsTransactionId: string | null;
  /** The protocol's version, such as `2.2.0`. */
  readonly version: string | null;
}

/**
 * What is kept of an answer beside its outcome. Everything is optional: a connector gives what its vendor tells.
 * Nothing in it may hold a card number, a CVC or a credential.
 */
export interface KeptAnswer {
  /** The vendor's identifier of the customer, kept for the next payment of the same customer at this account. */
  readonly connectorCustomerId?: string | null;
  /** What charges the method again at this account: a payment method, token or mandate of the vendor. */
  readonly connectorMandateId?: string | null;
  /** The card network's identifier of the transaction, with which any connector may charge the card again. */
  readonly networkTransactionId?: string | null;
  readonly card?: CardFacts;
  readonly checks?: CardChecks;
  /** The result of 3-D Secure, run by this connector. */
  readonly authentication?: AuthenticationResult;
  /** What the connector charges the merchant for the transaction. */
  readonly fee?: Money;
  /** Further facts for the attempt's `connector_metadata`, such as a risk score: a few short values. */
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * The vendor's answer for `whole_connector_response`, as an object without personal data. The core masks what looks
   * like a card number or a secret before it is stored, and clips it.
   */
  readonly raw?: object;
}

/** An outcome of a call that the connector knows by an identifier of its own. */
interface WithTransaction extends KeptAnswer {
  /**
   * The connector's identifier of what the call made: of the authorization, capture, refund, void or payout itself.
   * A void or increase of a vendor that makes nothing new has its authorization's.
   */
  readonly connectorTransactionId: string;
}

/** How much an authorization holds and how much of it is captured, as the connector says. Minor units. */
export interface AuthorizedMoney {
  readonly currency: string;
  /** What was authorized in total, captured or not. */
  readonly authorized: number;
  /** What of it is captured. */
  readonly captured: number;
}

/** The call did what was asked. */
export interface ConnectorSuccess extends WithTransaction {
  readonly kind: 'succeeded';
  /**
   * Of an authorization: what the vendor says it holds. It is compared with what was asked: more, or another currency,
   * is not taken for a success. Less is recorded as it is. A connector whose vendor says nothing leaves it out.
   */
  readonly money?: AuthorizedMoney;
  /** Of an increase (the new total), capture, refund or payout: what was moved. It must be what was asked. */
  readonly moved?: Money;
  /** Of an authorization: until when it can be captured, in ISO 8601. */
  readonly captureBefore?: string | null;
  /** Of an authorization: what was granted of its terms. */
  readonly granted?: GrantedTerms;
  /** Of a fraud check: what it found. */
  readonly screening?: Screening;
}

/** A decline or error, with the connector's own code and message. */
export interface ConnectorFailure extends KeptAnswer {
  readonly kind: 'failed';
  /** The code that the connector's error table and the operator's error mappings know. Never a sentence. */
  readonly code: string;
  readonly message: string;
  readonly issuerCode?: string | null;
  readonly issuerMessage?: string | null;
  /**
   * The card network's advice on trying again, such as Mastercard's merchant advice code. `never` overrides an error
   * mapping that retries: networks fine those who try such a card again.
   */
  readonly advice?: { readonly code: string | null; readonly retry: 'never' | 'allowed' };
  readonly connectorTransactionId?: string | null;
}

/** The customer has to do something first. The outcome follows by {@link CustomerAction}, a webhook or a look-up. */
export interface ActionRequired extends WithTransaction {
  readonly kind: 'requires_action';
  readonly action: CustomerAction;
  /** What the connector wants back when the customer returns, in `completeAction`. Opaque, and not shown. */
  readonly resume?: string | null;
}

/** No response came: the money may or may not have moved, and only a look-up can tell. */
export interface UnknownOutcome {
  readonly kind: 'unknown';
  /** `not_as_asked`: the connector moved other money than it was asked to. Somebody has to look into it. */
  readonly reason: 'timed_out' | 'unreachable' | 'interrupted' | 'repeat_refused' | 'not_as_asked';
  /** Of what was not as asked: the connector's identifier of what it did. */
  readonly connectorTransactionId?: string;
  /** Of what was not as asked: what the connector says it moved. */
  readonly told?: Money;
}

/**
 * The outcome of a call. `pending` is the connector's: it will report later. `unknown` is ours.
 *
 * A status that a connector does not know is `pending`, with a warning that names it: a vendor may add one any day.
 */
export type Outcome =
  | ConnectorSuccess
  | ConnectorFailure
  | (WithTransaction & { readonly kind: 'pending' })
  | ActionRequired
  | UnknownOutcome;

/**
 * The result of a look-up: the call's current outcome, or `not_found`, or `cannot_tell`, as for a search that lags
 * behind or a vendor that has none.
 *
 * `repeat` says whether the same call may be sent again under its key. After `not_found` it is `safe` only if the
 * connector certainly has not performed the call. After `cannot_tell` it is `safe` only if the connector keeps the
 * key's first answer and gives it again, however often it is asked. Either way it acts at most once, also when the
 * card's verification code is missing from the repeat, because that is not stored. Otherwise the call is not sent
 * again, and looked up later.
 */
export type LookUp =
  | Outcome
  | { readonly kind: 'not_found'; readonly repeat: 'safe' | 'unsafe' }
  | { readonly kind: 'cannot_tell'; readonly repeat: 'safe' | 'unsafe' };

/** The answer of an authentication connector: the result so far, and what a challenge needs. */
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
  readonly nextAction: string | null;
  /** What the wallet's own SDK is started with: Apple Pay's merchant session, Google Pay's parameters. No secrets. */
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** Whether the vendor accepts an account's credentials. The message names the key that is wrong, without its value. */
export type CredentialCheck =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly key: string | null; readonly message: string };
