import type { BackgroundWork } from '../background-work.ts';
import type { OutcomeHandlers } from '../call-record.ts';
import type { ColumnEncryption } from '../cryptography.ts';
import type { IdMaker } from '../ids.ts';
import type { NotifiedCache } from '../notified-cache.ts';
import type { AuditedChange } from '../transaction.ts';
import type { AttemptLimits } from './attempt-limit.ts';
import type { NotifyChanges } from './change-notification.ts';
import type { ConnectorGuard, ConnectorRegistry } from './connector.ts';
import type { DomainLookups } from './domain-lookups.ts';
import type { LinkMailTexts, Mail } from './mail.ts';
import type { EvidenceObjects } from './object-store.ts';
import type { Observe } from './observe.ts';
import type { OutgoingCalls } from './outgoing-calls.ts';
import type { TargetRules } from './target-rules.ts';

/** Whether money moves: `live`, or `test`, where connectors only simulate. It is part of every key. */
export type Environment = 'test' | 'live';

/** Apple's gateway, which opens merchant sessions. */
export interface ApplePayGateway {
  /** The address that sessions are requested at: Apple's own, or a stand-in's. */
  readonly url: string;
  /** The authorities that its certificate may be issued by, in PEM; the public ones unless given. */
  readonly ca?: string;
}

/** The lower bounds that are known of counts. */
export interface LowerBounds {
  get(of: string): number | undefined;
  set(of: string, atLeast: number): unknown;
}

/** What an export of cards takes besides two approvals. No test clock moves either of them. */
export interface ExportRules {
  /** How long the people who approve have had the permission. */
  readonly approverMs: number;
  /** How long an approved export can be stopped before it starts. */
  readonly delayMs: number;
}

/** The core's dependencies besides the database: created once per service, and the same for every request. */
export interface Ports {
  readonly connectors: ConnectorRegistry;
  /** Every connector call runs through it. */
  readonly guard: ConnectorGuard;
  /** Apply the outcome of a connector call to its payment, refund or payout. */
  readonly outcomeHandlers: OutcomeHandlers;
  readonly encryption: ColumnEncryption;
  /**
   * Whether merchants are spread over the nodes of a cluster. A statement that correlates rows, or locks them, is then of one
   * merchant.
   */
  readonly isSpread: boolean;
  /** Becomes part of generated keys: `sk_test_…`, `pk_live_…`. */
  readonly environment: Environment;
  /**
   * Whether new merchant accounts require a second factor: in `live`, unless people sign in with an OpenID Connect provider, which
   * asks for it.
   */
  readonly expectsSecondFactor: boolean;
  /** The service's external base URL, without a trailing slash. */
  readonly publicUrl: () => string;
  /** The base URL of the pages for customers, without a trailing slash: `publicUrl` unless they have a host of their own. */
  readonly pagesUrl: () => string;
  /** Cached settings; see `readSettings`. */
  readonly settings: NotifiedCache;
  /** Lower bounds of the counts of whole lists; see `countUpTo`. */
  readonly lowerBounds: LowerBounds;
  /** Limits on attempts that hold across processes. */
  readonly attemptLimits: AttemptLimits;
  /** Notifies every process of committed changes. */
  readonly notify: NotifyChanges;
  /** Restricts webhook addresses. */
  readonly webhookTargets: TargetRules;
  /** Looks for the tokens that prove domains. */
  readonly domainLookups: DomainLookups;
  /** Reports a setting that has no effect, as its host is not proved. */
  readonly onUnproved: (facts: {
    readonly merchant_id: string;
    readonly host: string;
    readonly setting: string;
  }) => void;
  /** Hosts besides that of {@link publicUrl} that serve every merchant's pages. */
  readonly serviceHosts: readonly string[];
  /** Where merchants are validated for Apple Pay. */
  readonly applePayGateway: ApplePayGateway;
  /** What an export of cards takes besides two approvals. */
  readonly exportRules: ExportRules;
  /** Sends e-mail to people; null if none can be sent. */
  readonly mail: Mail | null;
  /** The texts of messages with a link, by a language tag such as `de-AT`; English where there are none in its language. */
  readonly linkMailTexts: (tag: string | null | undefined) => LinkMailTexts;
  /** The object store of files of evidence; null if there is none. */
  readonly evidenceObjects: EvidenceObjects | null;
  /** Observes the steps of work, for metrics and traces. */
  readonly observe: Observe;
  /** The current W3C traceparent, stored with whatever it causes; null without traces. */
  readonly traceparent: () => string | null;
  /** Counts committed changes that the operator is alerted of. */
  readonly auditAlerts: { readonly objectTypes: ReadonlySet<string>; count(change: AuditedChange): void };
  /** Logs the objects that work outside of a request changed in a transaction. */
  readonly logTouched: (facts: object) => void;
  /** Whether this process takes background work. */
  readonly backgroundWork: Pick<BackgroundWork, 'isOn'>;
  /** Whether calls to others are made. */
  readonly outgoing: OutgoingCalls;
  /** Identifies this process in its leases, so that others notice when it is gone. */
  readonly processId: string;
  readonly ids: IdMaker;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Uint8Array;
}
