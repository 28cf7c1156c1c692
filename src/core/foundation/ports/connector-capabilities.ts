import type { DetailedMethodKind, PayoutDestination } from '../payment-method-details.ts';
import type { ErrorMappingRow } from './connector-errors.ts';
import type { WalletDetail } from './connector-requests.ts';

/** The declared capabilities of a connector. The core requests only declared capabilities. */
export const abilities = {
  authorize: 'Authorizes payments, with immediate capture on request.',
  capture: 'Captures an authorization later, in full or in part.',
  multiple_captures: 'Captures an authorization in several parts.',
  increment: 'Increases the amount of an authorization.',
  extended_authorization: 'Holds an authorization for longer than usual.',
  void: 'Releases the uncaptured part of an authorization.',
  refund: 'Refunds captured money, in full or in part.',
  save: 'Stores payment methods for later charges, including charges while the customer is absent.',
  network_mandate: "Charges a saved card under the card network's transaction identifier.",
  limited_card_data: 'Charges a card by its number only, while the customer is absent.',
  keep_customers: 'Has customer objects, with which saved methods are charged.',
  forget_methods: 'Deletes a saved payment method at the vendor.',
  forget_customers: 'Deletes a customer at the vendor.',
  payout: 'Sends payouts.',
  cancel_payout: 'Cancels a payout that has not arrived.',
  authenticate: 'Runs 3-D Secure for payments that another connector authorizes.',
  avoid_challenge: 'Passes on the preference that 3-D Secure does not challenge.',
  request_exemption: 'Requests exemptions from strong customer authentication.',
  complete_action: "Needs the data that the customer's browser returns from a redirect.",
  screen: 'Checks payments for fraud.',
  session_token: 'Opens sessions of wallets.',
  check_balance: 'Reports the balance of a gift card.',
  challenge_dispute: 'Accepts evidence against a dispute.',
  accept_dispute: 'Supports accepting a dispute.',
  settlement_reports: 'Reports what it settled, line by line.',
  look_up: 'Reports the outcome of a call.',
  webhooks: 'Reports changes by webhooks.',
  test_webhook: 'Sends a test webhook on request.',
  verify: 'Checks credentials by a call that moves no money.',
} as const;

/** A capability of a connector. */
export type Ability = keyof typeof abilities;

/** Exemptions from strong customer authentication, as PSD2 has them. */
export const scaExemptions = [
  'low_value',
  'transaction_risk_analysis',
  'recurring',
  'secure_corporate_payment',
  'trusted_beneficiary',
] as const;

/** An exemption from strong customer authentication. */
export type ScaExemption = (typeof scaExemptions)[number];

/** A detail of the customer that a connector may need with a payment method. */
export type MethodDetail = 'holder_name' | 'country' | 'email' | 'phone';

/** The limits of one type of a kind of payment method. An absent member restricts nothing. */
export interface TypeTerms {
  /** Its currencies, in ISO 4217. */
  readonly currencies?: ReadonlySet<string>;
  /** The countries of its customers, in ISO 3166. */
  readonly countries?: ReadonlySet<string>;
  /** False if this type, unlike others of its kind, cannot be captured later. */
  readonly capturesLater?: false;
  /** As in {@link MethodAbility}, for this type. */
  readonly needs?: ReadonlySet<MethodDetail>;
}

/** A method stored only by the connector, in the terms of a saved payment method. */
export interface KeptMethod {
  readonly payment_method: 'wallet' | 'bank_debit';
  readonly payment_method_type: string;
}

/** A connector's capabilities for one kind of payment method or destination. */
export interface MethodAbility {
  /** The types it knows, as in `payment_method_type`; null for every type. */
  readonly types: readonly string[] | null;
  /** Whether money can be authorized first and captured later. */
  readonly capturesLater?: boolean;
  /** Whether partial capture is supported; true unless given. */
  readonly capturesPartially?: boolean;
  /** Supported currencies, in ISO 4217; by default all of the connector's. */
  readonly currencies?: ReadonlySet<string>;
  /**
   * For methods whose details serve one payment, such as a wallet: kind and type of the saved method for later
   * charges, by the type paid with.
   */
  readonly keeps?: Readonly<Record<string, KeptMethod>>;
  /** Details required for a new method, although its parameters leave them optional. */
  readonly needs?: ReadonlySet<MethodDetail>;
  /** The limits of its types, by `payment_method_type`. */
  readonly terms?: Readonly<Record<string, TypeTerms>>;
}

/** A connector's capabilities by kind of payment method. */
export type MethodAbilities<Kind extends string = string> = Readonly<Partial<Record<Kind, MethodAbility>>>;

/** The payouts that a connector can send. An absent member restricts nothing. */
export interface PayoutSupport {
  readonly priorities?: ReadonlySet<string>;
  /** Types of recipient, by type of destination. */
  readonly entityTypes?: Readonly<Record<string, ReadonlySet<string>>>;
  readonly currencies?: ReadonlySet<string>;
}

/** A supported field of evidence: a text or a file. */
export interface EvidenceField {
  readonly name: string;
  readonly about: string;
  readonly takes: 'text' | 'file';
}

/** How disputes are answered at the connector. */
export interface DisputeSupport {
  /** The evidence fields by name. Text without a field goes to the vendor's catch-all field. */
  readonly evidence: readonly EvidenceField[];
  /** Reasons from which the vendor requires a choice; empty if not required. */
  readonly defenceReasons: readonly string[];
  /** The maximum file size in bytes, by accepted media type; any type unless given. */
  readonly files?: Readonly<Record<string, number>>;
}

/** A credential of an account. */
export interface CredentialKey {
  /** As in `connector_account_details`. */
  readonly name: string;
  /** The credential's name at the vendor, and the place where a merchant finds it. */
  readonly about: string;
  /** False only for a non-secret name, such as the merchant account's name at the vendor. */
  readonly secret: boolean;
  /** True unless given. */
  readonly required?: boolean;
  /** An anchored pattern for every value. It accepts live keys of test accounts; `verify` refuses those. */
  readonly pattern?: RegExp;
}

/** A method of authentication with a vendor: the `auth_type` and its keys. */
export interface CredentialScheme {
  readonly authType: string;
  readonly keys: readonly CredentialKey[];
}

/**
 * Static data about a connector for the core and for merchants, shown by `connectors` over GraphQL and by `GET
 * /connectors`, so that a form can be built from it.
 */
export interface ConnectorDescription {
  /** The vendor's name, also the name of the connector's folder; as in `connector_name`. */
  readonly name: string;
  readonly abilities: ReadonlySet<Ability>;
  /**
   * Set for a connector that makes no calls and moves no money: the permission to change its accounts suffices for
   * their credentials.
   */
  readonly simulated?: true;
  /**
   * Payment methods that it can charge; only cards by default. No others are requested; an account without a list of
   * methods supports them all.
   */
  readonly paymentMethods?: MethodAbilities<DetailedMethodKind>;
  /** Payout destinations, likewise. */
  readonly payoutMethods?: MethodAbilities<PayoutDestination['kind']>;
  readonly payouts?: PayoutSupport;
  readonly disputes?: DisputeSupport;
  /** Supported currencies, in ISO 4217; all unless given. */
  readonly currencies?: ReadonlySet<string>;
  /**
   * Exemptions from strong customer authentication that it requests with an authorization. Others are not requested; none
   * unless given.
   */
  readonly exemptions?: ReadonlySet<ScaExemption>;
  /** Wallets for which `sessionToken` opens sessions; by default all wallets that it charges. */
  readonly sessionWallets?: readonly string[];
  /**
   * Wallets for which `sessionToken` can return an account's button data; by default all wallets that it charges.
   * Reads settings only, without a call.
   */
  readonly walletsOf?: (account: {
    readonly metadata?: Readonly<Record<string, unknown>> | null;
    readonly test_mode: boolean;
  }) => readonly string[];
  /**
   * Short reason why these split instructions cannot be carried out; null if they can. A connector without this
   * method supports no split payments and receives none.
   */
  readonly splitReason?: (split: Readonly<Record<string, unknown>>) => string | null;
  /** Customer details that it requires for wallet payments. None unless given. */
  readonly walletDetails?: ReadonlySet<WalletDetail>;
  /**
   * Methods of authentication, the usual one first. An account's details are checked against them when they are set.
   * Unless given, details with any keys are accepted.
   */
  readonly credentials?: readonly CredentialScheme[];
  /** The member of an account's metadata that it cannot read, with its path in there; null if it can read all. */
  readonly metadataFault?: (
    metadata: Readonly<Record<string, unknown>>,
  ) => { readonly path: string; readonly hint: string } | null;
  /** Meanings of its error codes, which an operator's mappings override. */
  readonly errors?: readonly ErrorMappingRow[];
}
