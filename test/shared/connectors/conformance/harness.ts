import type { CallOperation } from '../../../../src/core/foundation/call-record.ts';
import type { Connector, ConnectorAccess } from '../../../../src/core/foundation/ports/connector.ts';
import type { Money } from '../../../../src/core/foundation/ports/connector-requests.ts';
import type { Garbling } from './garble.ts';

/**
 * A connector's instructions in `test/shared/connectors/` for the conformance suite: how to make its vendor, or the
 * stand-in for it, show each behaviour. A behaviour that needs a missing optional part is skipped with the name of the
 * part.
 */
export interface ConnectorHarness {
  /** As in `connector_name`. */
  readonly name: string;
  /** Whether the vendor itself is called, so that only behaviours marked as live run. */
  readonly isLive?: true;
  /** Starts a stand-in for one test file. */
  start(environment: HarnessEnvironment): Promise<RunningHarness>;
}

/** The start options of a stand-in. */
export interface HarnessEnvironment {
  /** The service's database, for a connector that stores its state there. */
  readonly databaseUrl: string;
  /** The service's clock, which tests advance. */
  readonly now: () => Date;
  /** The service's address, known once it listens. */
  readonly publicUrl: () => string;
  /** Receives the connector's warnings. */
  readonly warn: (facts: Readonly<Record<string, string | number | null>>, message: string) => void;
}

/** A card by its behaviour at the vendor. The vendor's test mode accepts its number. */
export type CardScenario =
  | 'good'
  /** Hard decline: the issuer would refuse it again. */
  | 'declined'
  /** Soft decline: another connector may be tried. */
  | 'soft_declined'
  /** Declined with a code unknown to the connector. */
  | 'declined_strangely'
  /** Requires a challenge. */
  | 'challenge'
  /** Gets a status unknown to the connector; later it succeeds. */
  | 'strange_status'
  /** Authorized for half of the requested amount. */
  | 'authorized_in_part'
  /** Authorized in another currency than requested. */
  | 'authorized_wrongly'
  | 'capture_fails'
  | 'refund_fails'
  /** A refund is pending, and succeeds later. */
  | 'refund_waits'
  /** A refund succeeds and fails later. */
  | 'refund_returned'
  /** Captured money is not received in the end. */
  | 'capture_returned'
  | 'disputed'
  /** Refunded in the vendor's dashboard after the capture. */
  | 'refunded_elsewhere'
  /** Captured in the vendor's dashboard. */
  | 'captured_elsewhere'
  /** Voided in the vendor's dashboard. */
  | 'voided_elsewhere'
  /** Its authorization expires. */
  | 'expires'
  /** The issuer warns of fraud. */
  | 'fraud_warning'
  /** When stored for later charges, a webhook reports its token. */
  | 'stored_later';

/** A method other than a card that the vendor supports, in REST's terms, and what its customer sees. */
export interface OtherMethod {
  readonly kind: string;
  readonly type: string;
  /** As `payment_method_data`. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly currency: string;
  /** Other parameters of the payment, such as a billing contact. */
  readonly given?: Readonly<Record<string, unknown>>;
  /**
   * What the customer sees: a page or an app to open, an account, a voucher or a QR code; nothing, if asked in an app.
   * `paid`: nothing, as the vendor decides at once.
   */
  readonly shows: 'page' | 'app' | 'account' | 'voucher' | 'code' | 'nothing' | 'paid';
}

/** Gift cards by their behaviour at the vendor: their numbers, in the currency of `good` and `small`. */
export interface GiftCards {
  readonly currency: string;
  readonly pin: string;
  /** Holds more than any payment of the suite. */
  readonly good: string;
  /** Holds some money, and less than 10.00. */
  readonly small: string;
  readonly unknown: string;
  readonly expired: string;
  /** The codes of payments that fail for lack of balance, and for an unknown or expired card. */
  readonly codes: { readonly small: string; readonly unknown: string; readonly expired: string };
}

/** A payout by its behaviour at the vendor. */
export type PayoutScenario = 'good' | 'declined' | 'waits' | 'returned';

/** A payout's destination in REST's terms: `payout_type`, `payout_method_data`, and other values the vendor needs. */
export type PayoutInput = Readonly<Record<string, unknown>>;

/** The vendor's amounts for one of our references, or for everything. Amounts are in ISO 4217's minor units. */
export interface VendorRecord {
  readonly reference: string;
  readonly kind: 'authorize' | 'capture' | 'void' | 'refund' | 'payout';
  readonly id: string;
  readonly money: Money;
  readonly succeeded: boolean;
}

/** A webhook as sent by the vendor: to be posted unchanged to the account's address. */
export interface VendorWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The vendor's page's redirect of the customer's browser: an address, or an address and a form to post there. */
export interface CustomerReturn {
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
}

/** The vendor's own books for one payment, in minor units. */
export interface VendorBooks {
  readonly captured: number;
  readonly refunded: number;
  /** The authorized rest that can still be captured. */
  readonly capturable: number;
}

/**
 * A person's action on a payment in the vendor's dashboard, without the service. Amounts are in minor units. Each
 * resolves to false if the vendor refuses, or its behaviour is undocumented.
 */
export interface Dashboard {
  /** A final capture releases the rest. */
  capture(transactionId: string, amount: number, isFinal: boolean): Promise<boolean>;
  refund(transactionId: string, amount: number): Promise<boolean>;
  void(transactionId: string): Promise<boolean>;
  books(transactionId: string): Promise<VendorBooks>;
}

/** When a call's connection breaks, or how its response is garbled. */
export type Loss = 'before' | 'after' | Garbling;

/** A running stand-in and its connector. */
export interface RunningHarness {
  readonly connector: Connector;
  /** The basis of the stand-in's request checks, such as the vendor's published OpenAPI files. */
  readonly checkedAgainst: string;
  /** Fields of the connector account, in REST's names: credentials, webhook secrets, metadata. */
  readonly account: Readonly<Record<string, unknown>>;
  /** The same with credentials that the vendor refuses, if it checks any. */
  readonly wrongAccount?: Readonly<Record<string, unknown>>;
  readonly cards: { readonly good: string } & Readonly<Partial<Record<CardScenario, string>>>;
  readonly payouts?: { readonly good: PayoutInput } & Readonly<Partial<Record<PayoutScenario, PayoutInput>>>;
  /** Methods other than cards: every type that the connector declares, by kind. */
  readonly others?: readonly OtherMethod[];
  readonly giftCards?: GiftCards;
  /** Absent when the vendor itself is called. */
  readonly dashboard?: Dashboard;
  /** Whether the rest after a final capture stays authorized at the vendor, by an account setting. */
  readonly keepsRest?: true;
  /** How to pay in a scenario, in REST's terms; by card number by default. */
  readonly method?: (scenario: CardScenario) => Readonly<Record<string, unknown>> | undefined;
  /** Information and actions for calling the vendor itself. */
  readonly live?: {
    /** Explains a card refused by its number, for the many accounts that may not send numbers. */
    readonly numbersRefused: string | null;
    /** Removes customers left at the vendor; returns them. */
    removeCustomers(access: ConnectorAccess, ids: readonly string[]): Promise<string[]>;
  };
  /** The connector's error codes for the declined cards; any by default. */
  readonly codes: { readonly declined?: string; readonly soft_declined?: string };
  /** The vendor's fee for a capture, in minor units; absent if it reports no fees. Refunds cost nothing. */
  readonly feeOf?: (captured: number) => number;
  /** The currencies of the suite's charges: `USD` by default, and one with no and one with three decimals. */
  readonly currencies?: { readonly usual: string; readonly whole?: string; readonly thousandths?: string };
  /**
   * Makes the next call of an operation fail: `before` the vendor acts on it, or `after` it has acted. The connection
   * breaks; no test waits for a deadline. Or the vendor acts and its response arrives `garbled`.
   */
  loseNext(operation: Exclude<CallOperation, 'screen'>, when: Loss): void;
  /** Makes the vendor refuse connections until called again with false. */
  setDown(down: boolean): void;
  /** The customer follows the instructions on a redirect page; resolves to its target. */
  atPage(redirectUrl: string, answer: 'accept' | 'refuse'): Promise<CustomerReturn>;
  /**
   * The vendor's due webhooks not yet delivered here, oldest first, signed for the account. The suite delivers them
   * once, twice or never. `after` is the vendor's decision time.
   */
  webhooks(): Promise<VendorWebhook[]>;
  /** How long after a call the vendor's later events are due, by the service's clock. */
  readonly eventsAfterMs: number;
  /** Signs a body from the suite as the vendor would. */
  sign(body: string): VendorWebhook;
  /**
   * A forged webhook: unsigned, or changed after signing. By default it is sent without its headers, or with another
   * body: some vendors sign neither, but members of the body.
   */
  forged?(webhook: VendorWebhook): readonly VendorWebhook[];
  /** An event of an unknown kind, in the vendor's format. */
  readonly strangeEvent: string;
  /** Everything the vendor holds, oldest first. It includes refused movements, as not succeeded. */
  records(): Promise<VendorRecord[]>;
  /** The identifiers of the payment methods and customers saved at the vendor. */
  kept?(): Promise<{ readonly methods: readonly string[]; readonly customers: readonly string[] }>;
  /**
   * Requests that the stand-in refused because the vendor's own description does. The test fails unless it is empty.
   */
  violations(): readonly string[];
  close(): Promise<void>;
}
