import type { DetailedMethodKind, PayoutDestination } from '../payment-method-details.ts';
import type { ErrorMappingRow } from './connector-errors.ts';
import type { WalletDetail } from './connector-requests.ts';

/** The declared abilities of a connector. The core requests nothing that is not declared. */
export const abilities = {
  authorize: 'Authorizes payments, and captures them at once where asked.',
  capture: 'Captures an authorization later, in full or in part.',
  multiple_captures: 'Captures an authorization in several parts.',
  increment: 'Increases the amount of an authorization.',
  extended_authorization: 'Holds an authorization for longer than usual.',
  void: 'Releases what is not captured of an authorization.',
  refund: 'Refunds captured money, in full or in part.',
  save: 'Keeps payment methods for later charges, also while the customer is absent.',
  network_mandate: "Charges a saved card under the card network's transaction identifier.",
  limited_card_data: 'Charges a card by its number alone, while the customer is absent.',
  keep_customers: 'Keeps customers of its own, by which saved methods are charged.',
  forget_methods: 'Deletes a saved payment method at the vendor.',
  forget_customers: 'Deletes a customer at the vendor.',
  payout: 'Sends payouts.',
  cancel_payout: 'Cancels a payout that has not arrived.',
  authenticate: 'Runs 3-D Secure for payments that another connector authorizes.',
  complete_action: "Needs what the customer's browser brings back from a redirect.",
  screen: 'Checks payments for fraud.',
  session_token: 'Opens sessions of wallets.',
  check_balance: 'Reports the balance of a gift card.',
  challenge_dispute: 'Takes evidence against a dispute.',
  accept_dispute: 'Lets a dispute be accepted.',
  look_up: 'Reports the outcome of a call.',
  webhooks: 'Reports by webhooks.',
  test_webhook: 'Sends a test webhook when asked for one.',
  verify: 'Checks credentials by a call that moves no money.',
} as const;

/** A capability of a connector. */
export type Ability = keyof typeof abilities;

/** A detail of the customer that a connector may need with a payment method. */
export type MethodDetail = 'holder_name' | 'country' | 'email' | 'phone';

/** The limits of one type of a kind of payment method. An absent member restricts nothing. */
export interface TypeTerms {
  /** Its currencies, in ISO 4217. */
  readonly currencies?: ReadonlySet<string>;
  /** The countries of its customers, in ISO 3166. */
  readonly countries?: ReadonlySet<string>;
  /** False where it alone of its kind cannot be captured later. */
  readonly capturesLater?: false;
  /** As in {@link MethodAbility}, for this type. */
  readonly needs?: ReadonlySet<MethodDetail>;
}

/** A method that a connector alone keeps, as it is saved: in the terms of a saved payment method. */
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
   * The saved method that it keeps of a method whose own details are for one payment, such as a wallet, by the type
   * paid with: its kind and type, for later charges.
   */
  readonly keeps?: Readonly<Record<string, KeptMethod>>;
  /** Details that it refuses a new method without, although the method's own parameters leave them optional. */
  readonly needs?: ReadonlySet<MethodDetail>;
  /** The limits of its types, by `payment_method_type`. */
  readonly terms?: Readonly<Record<string, TypeTerms>>;
}

/** A connector's capabilities by kind of payment method. */
export type MethodAbilities<Kind extends string = string> = Readonly<Partial<Record<Kind, MethodAbility>>>;

/** The payouts that a connector can send. An absent member restricts nothing. */
export interface PayoutSupport {
  readonly priorities?: ReadonlySet<string>;
  /** The types of recipient, by type of destination. */
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
  /** The reasons of which the vendor requires one; empty if it requires none. */
  readonly defenceReasons: readonly string[];
  /** The maximum file size in bytes, by accepted media type; any type unless given. */
  readonly files?: Readonly<Record<string, number>>;
}

/** One of an account's credentials. */
export interface CredentialKey {
  /** As in `connector_account_details`. */
  readonly name: string;
  /** The credential's name at the vendor, and where a merchant finds it. */
  readonly about: string;
  /** False only for a name that is shown in the clear at the vendor, such as a merchant account's. */
  readonly secret: boolean;
  /** True unless given. */
  readonly required?: boolean;
  /** An anchored pattern for every value. It accepts live keys of test accounts; `verify` refuses those. */
  readonly pattern?: RegExp;
}

/** One way of authenticating with a vendor: the `auth_type`, and the keys that belong to it. */
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
  /** Set of one that calls nobody and moves no money: whoever may change its accounts may set their credentials. */
  readonly simulated?: true;
  /**
   * The payment methods it can charge; only cards, unless given. No other is requested, and an account whose merchant
   * lists none supports them all.
   */
  readonly paymentMethods?: MethodAbilities<DetailedMethodKind>;
  /** The destinations it can pay out to, likewise. */
  readonly payoutMethods?: MethodAbilities<PayoutDestination['kind']>;
  readonly payouts?: PayoutSupport;
  readonly disputes?: DisputeSupport;
  /** Supported currencies, in ISO 4217; all unless given. */
  readonly currencies?: ReadonlySet<string>;
  /** The wallets that `sessionToken` opens sessions of; all that it charges, unless given. */
  readonly sessionWallets?: readonly string[];
  /**
   * The wallets that `sessionToken` can give an account's button the data of; all that it charges, unless given. Reads
   * settings: it makes no call.
   */
  readonly walletsOf?: (account: {
    readonly metadata?: Readonly<Record<string, unknown>> | null;
    readonly test_mode: boolean;
  }) => readonly string[];
  /**
   * Why it cannot split a payment for a marketplace by these instructions, in a few words; null if it can. A connector
   * without it splits no payments, and is asked for none that is to be split.
   */
  readonly splitReason?: (split: Readonly<Record<string, unknown>>) => string | null;
  /** Customer details that it requires for wallet payments. None unless given. */
  readonly walletDetails?: ReadonlySet<WalletDetail>;
  /**
   * The ways of authenticating, the usual one first. An account's details are checked against them when they are set.
   * Unless given, details with any keys are accepted.
   */
  readonly credentials?: readonly CredentialScheme[];
  /** Meanings of its error codes, which an operator's mappings override. */
  readonly errors?: readonly ErrorMappingRow[];
}
