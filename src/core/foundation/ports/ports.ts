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
import type { LearnedRoutingPort } from './learned-routing.ts';
import type { LinkMailTexts, Mail } from './mail.ts';
import type { EvidenceObjects } from './object-store.ts';
import type { Observe } from './observe.ts';
import type { OutgoingCalls } from './outgoing-calls.ts';
import type { TargetRules } from './target-rules.ts';

/** The environment: `live`, or `test`, where connectors only simulate. It is part of every key. */
export type Environment = 'test' | 'live';

/** Apple's gateway, which opens merchant sessions. */
export interface ApplePayGateway {
  /** The address for session requests: Apple's or a stand-in's. */
  readonly url: string;
  /** The certificate authorities accepted for the gateway, in PEM; the public authorities by default. */
  readonly ca?: string;
}

/** Known lower bounds of counts. */
export interface LowerBounds {
  get(of: string): number | undefined;
  set(of: string, atLeast: number): unknown;
}

/** Waiting times of an export of cards, besides two approvals. No test clock shortens them. */
export interface ExportRules {
  /** Minimum time for which approvers must have had the permission. */
  readonly approverMs: number;
  /** Time for which an approved export can be stopped before it starts. */
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
   * Whether merchants are spread over the nodes of a cluster. A statement that correlates or locks rows is then
   * limited to one merchant.
   */
  readonly isSpread: boolean;
  /** Becomes part of generated keys: `sk_test_…`, `pk_live_…`. */
  readonly environment: Environment;
  /**
   * Whether new merchant accounts require a second factor: in `live`, unless people sign in with an OpenID Connect
   * provider, which enforces it.
   */
  readonly expectsSecondFactor: boolean;
  /** The service's external base URL, without a trailing slash. */
  readonly publicUrl: () => string;
  /** The base URL of the pages for customers, without a trailing slash: `publicUrl` unless they have their own host. */
  readonly pagesUrl: () => string;
  /** Cached settings; see `readSettings`. */
  readonly settings: NotifiedCache;
  /** Lower bounds of the counts of whole lists; see `countUpTo`. */
  readonly lowerBounds: LowerBounds;
  /** What attempts say about connector accounts, for routing that learns. */
  readonly learned: LearnedRoutingPort;
  /** Limits on attempts that hold across processes. */
  readonly attemptLimits: AttemptLimits;
  /** Notifies every process of committed changes. */
  readonly notify: NotifyChanges;
  /** Restricts webhook addresses. */
  readonly webhookTargets: TargetRules;
  /** Looks for the tokens that prove domains. */
  readonly domainLookups: DomainLookups;
  /** Reports a setting without effect because its host is not proved. */
  readonly onUnproved: (facts: {
    readonly merchant_id: string;
    readonly host: string;
    readonly setting: string;
  }) => void;
  /** Hosts that serve every merchant's pages, besides the host of {@link publicUrl}. */
  readonly serviceHosts: readonly string[];
  /** The ISO 3166 code of the country of an IP address, by the operator's database; null without a database. */
  readonly countryOf: ((address: string) => string | null) | null;
  /** Service that validates merchants for Apple Pay. */
  readonly applePayGateway: ApplePayGateway;
  /** Waiting times of an export of cards, besides two approvals. */
  readonly exportRules: ExportRules;
  /** Sends e-mail to people; null without a mail server. */
  readonly mail: Mail | null;
  /** The texts of messages with a link, by a language tag such as `de-AT`; English for languages without texts. */
  readonly linkMailTexts: (tag: string | null | undefined) => LinkMailTexts;
  /** The object store of evidence files; null without an object store. */
  readonly evidenceObjects: EvidenceObjects | null;
  /** Observes the steps of work, for metrics and traces. */
  readonly observe: Observe;
  /** The current W3C traceparent, stored with its effects; null without tracing. */
  readonly traceparent: () => string | null;
  /** Counts committed changes that raise alerts for the operator. */
  readonly auditAlerts: { readonly objectTypes: ReadonlySet<string>; count(change: AuditedChange): void };
  /** Logs the objects that work outside of a request changed in a transaction. */
  readonly logTouched: (facts: object) => void;
  /** Whether this process takes background work. */
  readonly backgroundWork: Pick<BackgroundWork, 'isOn'>;
  /** Whether calls to others are made. */
  readonly outgoing: OutgoingCalls;
  /** Identifies this process in its leases, so that other processes notice its end. */
  readonly processId: string;
  readonly ids: IdMaker;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Uint8Array;
}
