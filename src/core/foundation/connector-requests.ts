import type { AuthorizationTerms, IncrementTerms } from './authorization-terms.ts';
import type { PaymentContext, PayoutContext } from './payment-context.ts';
import type { CardDetails, PaymentMethodDetails, PayoutDestination } from './payment-method-details.ts';

/** The parameters of every call. Under one idempotency key the connector acts at most once. */
export interface CallBasics {
  readonly idempotencyKey: string;
  /** Our reference, shown in the connector's own dashboard. */
  readonly reference: string;
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
}

/** An amount in the currency's minor unit. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export interface AuthorizeRequest extends CallBasics, Money {
  /** What is charged. */
  readonly method: PaymentMethodDetails;
  readonly paymentMethodType: string | null;
  /** Whether to capture together with the authorization. */
  readonly capture: boolean;
  /** Whether the connector runs 3-D Secure. */
  readonly threeDs: boolean;
  /** Whether 3-D Secure shall challenge the customer even where it could do without. */
  readonly challengeRequested: boolean;
  /** The result of an authentication by another connector, if there was one. */
  readonly authentication: { readonly eci: string | null; readonly transactionId: string | null } | null;
  /** Where the connector redirects the customer's browser after a challenge. */
  readonly returnUrl: string | null;
  readonly offSession: boolean;
  /** The connector's mandate for a customer-consented later charge. */
  readonly connectorMandateId: string | null;
  readonly context: PaymentContext;
  readonly terms: AuthorizationTerms;
}

/** Asks to raise the amount of an authorization to the one given. */
export interface IncrementRequest extends CallBasics, Money, IncrementTerms {}

export interface CaptureRequest extends CallBasics, Money {
  readonly connectorTransactionId: string;
  /** Whether further captures may follow. */
  readonly more: boolean;
}

export interface VoidRequest extends CallBasics {
  readonly connectorTransactionId: string;
  readonly reason: string | null;
}

export interface RefundRequest extends CallBasics, Money {
  readonly connectorTransactionId: string;
  readonly reason: string | null;
  /** How a split payment is refunded, in this connector's own terms. */
  readonly split: Readonly<Record<string, unknown>> | null;
}

export interface PayoutRequest extends CallBasics, Money {
  readonly destination: PayoutDestination;
  readonly context: PayoutContext;
  /** How fast to send it; null leaves it to the connector. */
  readonly priority: string | null;
  /** The type of recipient, such as `Individual`. */
  readonly entityType: string | null;
  /** Whether more payouts to the same destination may follow. */
  readonly recurring: boolean;
}

export interface AuthenticateRequest extends CallBasics, Money {
  readonly card: CardDetails | null;
  readonly deviceChannel: 'APP' | 'BRW';
  /** 3-D Secure `threeDSCompInd`: whether the 3DS method ran in the cardholder's browser. */
  readonly methodCompletion?: 'Y' | 'N' | 'U';
  /** The app's 3-D Secure SDK information, under 3-D Secure's own names. */
  readonly sdk?: Readonly<Record<string, unknown>> | null;
  readonly returnUrl: string | null;
  /** Whether the customer shall be challenged even where the issuer could do without. */
  readonly challengeRequested: boolean;
  /** The merchant's product at this authentication connector. */
  readonly productId: string | null;
  readonly context: PaymentContext;
}

/** A contact that a wallet can ask its customer for. */
export type WalletDetail = 'billing' | 'shipping';

export interface SessionTokenRequest extends CallBasics, Money {
  readonly wallet: string;
  /** Which of the customer's details the wallet is to collect. */
  readonly collect: Readonly<Record<WalletDetail, boolean>>;
}

/** A call whose outcome is looked up. A connector finds it by whichever of these it knows. */
export interface LookUpRequest extends CallBasics {
  readonly operation:
    | 'screen'
    | 'authorize'
    | 'increment'
    | 'capture'
    | 'void'
    | 'refund'
    | 'fulfill'
    | 'authenticate';
  /** The connector's identifier of the call's own transaction, if an earlier response gave it. */
  readonly connectorTransactionId: string | null;
  /** The connector's identifier of the transaction that an increase, capture, void or refund changes. */
  readonly parentTransactionId: string | null;
  /** How long ago the call was committed: whether a search can be expected to find it, and its key to be kept. */
  readonly ageMs: number;
}
