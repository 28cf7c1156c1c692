import type { AuthorizationTerms, IncrementTerms } from '../authorization-terms.ts';
import type { CallOperation } from '../call-record.ts';
import type { PaymentContext, PayoutContext } from '../payment-context.ts';
import type {
  CardDetails,
  GiftCardMethod,
  PaymentMethodDetails,
  PayoutDestination,
} from '../payment-method-details.ts';
import type { ScaExemption } from './connector-capabilities.ts';
import type { AuthenticationResult } from './connector-outcomes.ts';
import type { CredentialUse } from './credential-use.ts';

/**
 * The parameters of every call. The connector acts at most once per idempotency key. If the vendor needs several
 * requests for one call, derive a key for each.
 */
export interface CallBasics {
  readonly idempotencyKey: string;
  /**
   * Our reference, shown in the connector's own dashboard: the identifier of the attempt, increase, capture or refund.
   * The void of an attempt has the attempt's.
   */
  readonly reference: string;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
}

/**
 * An amount in the currency's ISO 4217 minor unit, used throughout the service. A connector translates its vendor's
 * exceptions in both directions.
 */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export interface AuthorizeRequest extends CallBasics, Money {
  /** The method to charge. An amount of 0 verifies it, and nothing is captured. */
  readonly method: PaymentMethodDetails;
  readonly paymentMethodType: string | null;
  /** Storage of the method for later charges, or by an earlier charge. */
  readonly credential: CredentialUse;
  /** Whether to capture together with the authorization. */
  readonly capture: boolean;
  /** Whether the connector runs 3-D Secure. */
  readonly threeDs: boolean;
  /** Whether 3-D Secure must challenge the customer, even where an exemption or a frictionless flow is possible. */
  readonly challengeRequested: boolean;
  /**
   * Whether the merchant prefers 3-D Secure without a challenge. Never together with `challengeRequested`; only for a
   * connector with the ability `avoid_challenge`. Absent in calls of earlier releases.
   */
  readonly challengeAvoided?: boolean;
  /**
   * The exemption from strong customer authentication to request, one of the connector's `exemptions`; null or absent
   * without one.
   */
  readonly exemption?: ScaExemption | null;
  /** The result of an authentication by another connector, if any. */
  readonly authentication: ExternalAuthentication | null;
  /** URL to which the connector redirects the customer's browser after a challenge, by GET or POST. */
  readonly returnUrl: string | null;
  readonly context: PaymentContext;
  readonly terms: AuthorizationTerms;
}

/** The result of 3-D Secure by another connector, to be passed on to the issuer. */
export interface ExternalAuthentication extends AuthenticationResult {
  readonly threeDsServerTransactionId: string | null;
  readonly acsTransactionId: string | null;
  /** The exemption used by the authentication, by its name in `three_ds_data`; absent or null without an exemption. */
  readonly exemption?: string | null;
}

/**
 * The parameters with which a customer's browser returns from a redirect or an SDK: query and form. Anybody can forge
 * them, so a connector trusts only the vendor's response.
 */
export interface CompleteActionRequest extends CallBasics {
  /** The connector's identifier of the authorization. */
  readonly connectorTransactionId: string;
  /** The connector's state from the action. */
  readonly resume: string | null;
  readonly returned: Readonly<Record<string, string>>;
}

/** Raises the amount of an authorization to the given total. */
export interface IncrementRequest extends CallBasics, Money, IncrementTerms {}

export interface CaptureRequest extends CallBasics, Money {
  /** The connector's identifier of the authorization, as in every request that changes one. */
  readonly connectorTransactionId: string;
  /** Whether further captures may follow. Otherwise the rest of the authorization is released. */
  readonly more: boolean;
  /** The payment's statement descriptor, which a capture may change. */
  readonly statementDescriptor?: string | null;
  readonly statementDescriptorSuffix?: string | null;
}

/** Releases the uncaptured part of an authorization, or cancels an authorization that still waits for its customer. */
export interface VoidRequest extends CallBasics {
  readonly connectorTransactionId: string;
  readonly reason: string | null;
}

export interface RefundRequest extends CallBasics, Money {
  readonly connectorTransactionId: string;
  readonly reason: string | null;
  /** Refund instructions for a split payment, in the connector's terms. */
  readonly split: Readonly<Record<string, unknown>> | null;
}

/** Deletes a customer at the vendor. Its reference is the deletion's identifier. */
export interface ForgetCustomerRequest extends CallBasics {
  /** Our identifier. */
  readonly customerId: string;
  readonly connectorCustomerId: string;
}

/** Deletes a saved payment method at the vendor. Its reference is the deletion's identifier. */
export interface ForgetMethodRequest extends CallBasics {
  readonly connectorMandateId: string;
  /** Our identifier of its customer. */
  readonly customerId: string;
  /** The vendor's identifier, if known. */
  readonly connectorCustomerId: string | null;
}

export interface PayoutRequest extends CallBasics, Money {
  /** All details that its scheme needs, including the account holder, who may not be the recipient. */
  readonly destination: PayoutDestination;
  readonly context: PayoutContext;
  /** Transfer speed; null leaves it to the connector. */
  readonly priority: string | null;
  /** The type of recipient, such as `Individual`. */
  readonly entityType: string | null;
  /** Whether more payouts to the same destination may follow. */
  readonly recurring: boolean;
}

/** Stops a payout that has not arrived. Fails if that is no longer possible. */
export interface CancelPayoutRequest extends CallBasics {
  /** The connector's identifier of the payout. */
  readonly connectorTransactionId: string;
}

export interface AuthenticateRequest extends CallBasics, Money {
  readonly card: CardDetails | null;
  readonly deviceChannel: 'APP' | 'BRW';
  /** The app's 3-D Secure SDK information, under the protocol's names. */
  readonly sdk?: Readonly<Record<string, unknown>> | null;
  readonly returnUrl: string | null;
  /** Whether the customer must be challenged even where a frictionless flow is possible. */
  readonly challengeRequested: boolean;
  /** As in {@link AuthorizeRequest}. */
  readonly challengeAvoided?: boolean;
  readonly context: PaymentContext;
}

/** Contact details that a wallet can collect from its customer. */
export type WalletDetail = 'billing' | 'shipping';

export interface SessionTokenRequest extends CallBasics, Money {
  readonly wallet: string;
  readonly context: PaymentContext;
  /** Customer details that the wallet collects. */
  readonly collect: Readonly<Record<WalletDetail, boolean>>;
  /** For Apple Pay: the domain of the page, for merchant validation; absent or null to skip it. */
  readonly domain?: string | null;
}

/** Requests the balance of a gift card for paying an amount. Moves no money. */
export interface BalanceRequest extends CallBasics, Money {
  readonly method: GiftCardMethod;
}

/** A file of evidence. */
export interface EvidenceFile {
  /** An evidence field of the connector that accepts files. */
  readonly field: string;
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Evidence against a dispute. */
export interface ChallengeDisputeRequest extends CallBasics {
  readonly connectorDisputeId: string;
  /** The merchant's account of the sale, for the vendor's free-text field. */
  readonly text: string;
  /** Texts by the names of the connector's evidence fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly EvidenceFile[];
  /** A defence reason of the connector, if it has any. */
  readonly defenceReason: string | null;
}

export interface AcceptDisputeRequest extends CallBasics {
  readonly connectorDisputeId: string;
}

/** A call whose outcome is looked up, with alternative identifiers for the connector's search. */
export interface LookUpRequest extends CallBasics {
  readonly operation: CallOperation | 'authenticate';
  /** The call's amount, for calls that move money: a reference alone may find another transaction. */
  readonly money: Money | null;
  /** The connector's identifier of the call's own transaction, if an earlier response contained it. */
  readonly connectorTransactionId: string | null;
  /** The connector's identifier of the transaction that an increase, capture, void or refund changes. */
  readonly parentTransactionId: string | null;
  /** The age of the call, from which a connector judges whether a search can find it and the vendor still has its key. */
  readonly ageMs: number;
}
