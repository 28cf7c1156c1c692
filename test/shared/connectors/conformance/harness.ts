import type { CallOperation } from '../../../../src/core/foundation/call-record.ts';
import type { Connector, ConnectorAccess } from '../../../../src/core/foundation/ports/connector.ts';
import type { Money } from '../../../../src/core/foundation/ports/connector-requests.ts';
import type { Garbling } from './garble.ts';

/**
 * What a connector's folder of `test/shared/connectors/` tells the conformance suite: how its vendor, or the stand-in for it,
 * is brought to do what a behaviour is about. A behaviour that needs something optional which is missing is skipped, and
 * says what is missing.
 */
export interface ConnectorHarness {
  /** As in `connector_name`. */
  readonly name: string;
  /** Whether the vendor itself is called, so that only the behaviours that are marked as live are run. */
  readonly isLive?: true;
  /** Starts a stand-in for one test file. */
  start(environment: HarnessEnvironment): Promise<RunningHarness>;
}

/** What a stand-in is started with. */
export interface HarnessEnvironment {
  /** The database of the service, for a connector that keeps its state there. */
  readonly databaseUrl: string;
  /** The service's clock, which tests advance. */
  readonly now: () => Date;
  /** The service's address, known once it listens. */
  readonly publicUrl: () => string;
  /** What the connector warns of goes here. */
  readonly warn: (facts: Readonly<Record<string, string | number | null>>, message: string) => void;
}

/** A card by what the vendor does with it. Its number is one that the vendor's test mode takes. */
export type CardScenario =
  | 'good'
  /** Refused for good: the issuer would refuse it again. */
  | 'declined'
  /** Refused for now: another connector may be asked. */
  | 'soft_declined'
  /** Refused with a code that the connector does not know. */
  | 'declined_strangely'
  /** Needs a challenge. */
  | 'challenge'
  /** Answered with a status that the connector does not know; later it succeeds. */
  | 'strange_status'
  /** Authorized for half of what was asked. */
  | 'authorized_in_part'
  /** Authorized in another currency than asked. */
  | 'authorized_wrongly'
  | 'capture_fails'
  | 'refund_fails'
  /** A refund is pending, and succeeds later. */
  | 'refund_waits'
  /** A refund succeeds and fails later. */
  | 'refund_returned'
  /** Captured money is not received after all. */
  | 'capture_returned'
  | 'disputed'
  /** Refunded by somebody in the vendor's dashboard, after the capture. */
  | 'refunded_elsewhere'
  /** Captured by somebody in the vendor's dashboard. */
  | 'captured_elsewhere'
  /** Voided by somebody in the vendor's dashboard. */
  | 'voided_elsewhere'
  /** Its authorization expires. */
  | 'expires'
  /** The issuer warns of fraud. */
  | 'fraud_warning'
  /** Where it is kept for later charges, the vendor says by a webhook what charges it again. */
  | 'stored_later';

/** A method other than a card that the vendor takes, in REST's terms, and what its customer is shown. */
export interface OtherMethod {
  readonly kind: string;
  readonly type: string;
  /** As `payment_method_data`. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly currency: string;
  /** Further parameters of the payment, such as a billing contact. */
  readonly given?: Readonly<Record<string, unknown>>;
  /**
   * What the customer is shown: a page or an app to go to, an account, a voucher or a code; nothing, where they are
   * asked in an app. `paid`: nothing, as the vendor decides at once.
   */
  readonly shows: 'page' | 'app' | 'account' | 'voucher' | 'code' | 'nothing' | 'paid';
}

/** Gift cards by what the vendor does with them: their numbers, in a currency that `good` and `small` are in. */
export interface GiftCards {
  readonly currency: string;
  readonly pin: string;
  /** Holds more than any payment of the suite. */
  readonly good: string;
  /** Holds some money, and less than 10.00. */
  readonly small: string;
  readonly unknown: string;
  readonly expired: string;
  /** The codes that payments fail with for want of balance, for an unknown and for an expired card. */
  readonly codes: { readonly small: string; readonly unknown: string; readonly expired: string };
}

/** A payout by what the vendor does with it. */
export type PayoutScenario = 'good' | 'declined' | 'waits' | 'returned';

/** Where a payout goes, in REST's terms: `payout_type`, `payout_method_data`, and what else the vendor needs. */
export type PayoutInput = Readonly<Record<string, unknown>>;

/** What the vendor holds for one of our references, or for everything. Amounts are in ISO 4217's minor units. */
export interface VendorRecord {
  readonly reference: string;
  readonly kind: 'authorize' | 'capture' | 'void' | 'refund' | 'payout';
  readonly id: string;
  readonly money: Money;
  readonly succeeded: boolean;
}

/** A webhook as the vendor sends it: to be posted to the account's address to the byte. */
export interface VendorWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where the vendor's page sends the customer's browser: an address, or an address and a form to post there. */
export interface CustomerReturn {
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
}

/** What the vendor's own books say of one payment, in minor units. */
export interface VendorBooks {
  readonly captured: number;
  readonly refunded: number;
  /** The authorized rest that can still be captured. */
  readonly capturable: number;
}

/**
 * What a person does to a payment in the vendor's dashboard, without the service. Amounts are in minor units. Each
 * resolves to false where the vendor refuses, or does not say what it would do.
 */
export interface Dashboard {
  /** A final capture releases the rest. */
  capture(transactionId: string, amount: number, isFinal: boolean): Promise<boolean>;
  refund(transactionId: string, amount: number): Promise<boolean>;
  void(transactionId: string): Promise<boolean>;
  books(transactionId: string): Promise<VendorBooks>;
}

/** When a call's connection breaks, or how its answer is garbled. */
export type Loss = 'before' | 'after' | Garbling;

/** A running stand-in and the connector that is built for it. */
export interface RunningHarness {
  readonly connector: Connector;
  /** What the stand-in checks the connector's requests against, such as the vendor's published OpenAPI files. */
  readonly checkedAgainst: string;
  /** Fields of the connector account, in REST's names: credentials, webhook secrets, metadata. */
  readonly account: Readonly<Record<string, unknown>>;
  /** The same with credentials that the vendor refuses, if it checks any. */
  readonly wrongAccount?: Readonly<Record<string, unknown>>;
  readonly cards: { readonly good: string } & Readonly<Partial<Record<CardScenario, string>>>;
  readonly payouts?: { readonly good: PayoutInput } & Readonly<Partial<Record<PayoutScenario, PayoutInput>>>;
  /** Methods other than cards, every one that the connector declares of the kinds that they are of. */
  readonly others?: readonly OtherMethod[];
  readonly giftCards?: GiftCards;
  /** Absent where the vendor itself is called. */
  readonly dashboard?: Dashboard;
  /** Whether the rest of a final capture stays authorized at the vendor, by a setting of its account. */
  readonly keepsRest?: true;
  /** How to pay in a scenario, in REST's terms; by the number of its card unless given. */
  readonly method?: (scenario: CardScenario) => Readonly<Record<string, unknown>> | undefined;
  /** What there is to know and to do where the vendor itself is called. */
  readonly live?: {
    /** The explanation of a card that is refused by its number, where many accounts may not send numbers. */
    readonly numbersRefused: string | null;
    /** Removes customers that were left at the vendor; returns them. */
    removeCustomers(access: ConnectorAccess, ids: readonly string[]): Promise<string[]>;
  };
  /** The error codes of the declined cards, as the connector names them; any unless given. */
  readonly codes: { readonly declined?: string; readonly soft_declined?: string };
  /** What the vendor charges for a capture, in minor units; absent if it reports no fees. Refunds cost nothing. */
  readonly feeOf?: (captured: number) => number;
  /** The currencies in which the suite charges: `USD` unless given, and one without and one with three decimals. */
  readonly currencies?: { readonly usual: string; readonly whole?: string; readonly thousandths?: string };
  /**
   * Lets the next call of an operation go unanswered: `before` the vendor acts on it, `after` it has acted. The
   * connection breaks; no test waits for a deadline. Or the vendor acts and its answer arrives `garbled`.
   */
  loseNext(operation: Exclude<CallOperation, 'screen'>, when: Loss): void;
  /** Lets the vendor refuse connections until it is called again with false. */
  setDown(down: boolean): void;
  /** The customer, at the page of a redirect, does what they are told to there; resolves to where it leads. */
  atPage(redirectUrl: string, answer: 'accept' | 'refuse'): Promise<CustomerReturn>;
  /**
   * The webhooks that the vendor has to send by now and has not handed out here yet, oldest first, signed for the
   * account. The suite delivers them, or not, or twice. `after` is the time the vendor takes to decide.
   */
  webhooks(): Promise<VendorWebhook[]>;
  /** How long after a call the vendor's later events are due, by the service's clock. */
  readonly eventsAfterMs: number;
  /** Signs a body of the suite's own making as the vendor would. */
  sign(body: string): VendorWebhook;
  /**
   * A webhook as others would forge it: unsigned, or changed after it was signed. Unless given, it is sent without its
   * headers, and with another body: some vendors sign neither, but what is in the body.
   */
  forged?(webhook: VendorWebhook): readonly VendorWebhook[];
  /** An event of a kind that no connector knows, in the vendor's shape. */
  readonly strangeEvent: string;
  /** Everything that the vendor holds, oldest first. What it refused is in it too, as not succeeded. */
  records(): Promise<VendorRecord[]>;
  /** The identifiers of the saved payment methods and customers that the vendor keeps. */
  kept?(): Promise<{ readonly methods: readonly string[]; readonly customers: readonly string[] }>;
  /** The requests that the stand-in refused because the vendor's own description refuses them. Empty, or the test fails. */
  violations(): readonly string[];
  close(): Promise<void>;
}
