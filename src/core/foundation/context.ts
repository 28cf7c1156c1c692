import type { OutcomeHandlers } from './call-record.ts';
import type { ConnectorGuard, ConnectorRegistry } from './connector.ts';
import type { ColumnEncryption } from './cryptography.ts';
import { Problem } from './errors.ts';
import type { IdMaker } from './ids.ts';
import type { Mail } from './mail.ts';
import type { NotifiedCache } from './notified-cache.ts';
import type { EvidenceObjects } from './object-store.ts';
import type { Observe } from './observe.ts';
import type { Permission, Role } from './permissions.ts';
import type { Row, RowSource, Transact, Transaction } from './transaction.ts';

/** A caller that belongs to a merchant. */
interface MerchantCaller {
  readonly merchantId: string;
  /** Whether the merchant is suspended: commands then reject what would begin something. */
  readonly suspended?: boolean;
}

/** A merchant's server. */
interface ApiKeyCaller extends MerchantCaller {
  readonly kind: 'api_key';
  readonly keyId: string;
  /** The addresses and networks it may call from; empty for any. */
  readonly allowedAddresses?: readonly string[];
  /** What a restricted key may do; null or absent for everything that API keys may. */
  readonly permissions?: ReadonlySet<Permission> | null;
  /** The business profile that it is restricted to; null or absent for all. */
  readonly profileId?: string | null;
}

/** A person who signed in, acting in one of their merchant accounts. May do what an API key may, as far as the role allows. */
export interface PersonCaller extends MerchantCaller {
  readonly kind: 'person';
  readonly personId: string;
  readonly sessionId: string;
  /** Null until the person names one of several merchant accounts; `merchantId` is empty then, and owns nothing. */
  readonly role: Role | null;
  /** What the role allows. */
  readonly permissions: ReadonlySet<Permission>;
}

/** A merchant's page or app. */
interface PublishableKeyCaller extends MerchantCaller {
  readonly kind: 'publishable_key';
}

/** The customer of a payment, identified by the key that was given with it. */
export interface EphemeralCaller extends MerchantCaller {
  readonly kind: 'ephemeral_key';
  readonly customerId: string;
  readonly paymentId: string;
}

/** The caller a key identifies. Specification: Authentication. */
export type Caller =
  | ApiKeyCaller
  | PersonCaller
  | PublishableKeyCaller
  | EphemeralCaller
  | { readonly kind: 'admin_key' };

/** The kinds of key. A person has none, and may call what accepts an API key. */
export type KeyKind = Exclude<Caller['kind'], 'person'>;

/** The kind of key that a caller counts as where kinds of key are accepted or refused. */
export const keyKindOf = (caller: Caller): KeyKind => (caller.kind === 'person' ? 'api_key' : caller.kind);

/** The business profile that a caller is restricted to; null for all. */
export const profileOfCaller = (caller: Caller): string | null =>
  caller.kind === 'api_key' ? (caller.profileId ?? null) : null;

/** For error messages. */
export const keyKindNames: Readonly<Record<KeyKind, string>> = Object.freeze({
  api_key: 'an API key',
  publishable_key: 'a publishable key',
  ephemeral_key: 'an ephemeral key',
  admin_key: 'the admin API key',
});

/**
 * Checks that an operation accepts the caller's kind of key. Specification: Authentication.
 *
 * @throws {Problem} `missing_parameter` for a person who has not said in which merchant account they act;
 * `wrong_key_kind`, listing the accepted kinds.
 */
export function requireKind(caller: Caller, kinds: readonly KeyKind[]): void {
  if (caller.kind === 'person' && caller.role === null) throw merchantNotNamed();
  if (kinds.includes(keyKindOf(caller))) return;
  const accepted = kinds.map((kind) => keyKindNames[kind]).join(' or ');
  const presented = caller.kind === 'person' ? 'the session of a person' : keyKindNames[caller.kind];
  throw new Problem('wrong_key_kind', `This operation requires ${accepted}, not ${presented}.`);
}

/**
 * Checks that the caller is a person who has signed in.
 *
 * @throws {Problem} `wrong_key_kind`; `missing_parameter` as {@link requireKind}.
 */
export function requirePerson(caller: Caller): PersonCaller {
  if (caller.kind !== 'person') {
    const presented = keyKindNames[caller.kind];
    throw new Problem('wrong_key_kind', `This operation requires the session of a person, not ${presented}.`);
  }
  if (caller.role === null) throw merchantNotNamed();
  return caller;
}

const merchantNotNamed = () =>
  new Problem(
    'missing_parameter',
    'Name the merchant account in the header switchyard-merchant, or over a WebSocket in merchantId; viewer.merchantAccounts lists yours.',
    { param: 'switchyard-merchant' },
  );

/** Whether money moves: `live`, or `test`, where connectors only simulate. It is part of every key. */
export type Environment = 'test' | 'live';

/**
 * What reads are for: the `work` of an operation that its caller is permitted, which reads whatever it needs as it is; or
 * the `result` of one, which needs no permission to read besides, but has personal data masked and only the nested lists
 * that the caller may read.
 */
type Purpose = 'work' | 'result';
/** Where a request comes from. */
export interface ClientDetails {
  /** Its IP address; empty if it could not be determined. */
  readonly address: string;
  readonly userAgent: string | null;
}

/** The operation of a request that changes something, as the audit log names it. */
export interface AuditedCommand {
  /** The mutation, or the `operationId` of REST. */
  readonly name: string;
  /** The objects that it has an entry for: each gets one, by the first transaction that changes it. */
  readonly recorded: Set<string>;
}

/** The first argument of every read and command: the caller, the merchant scope, and the services to work with. */
export interface Context {
  readonly requestId: string;
  readonly caller: Caller;
  /** Set during a request. */
  readonly client?: ClientDetails;
  /** Set during a request that changes something. What jobs and webhooks change is not recorded in the audit log. */
  readonly command?: AuditedCommand;
  /** The merchant that reads and writes are scoped to; null, for the admin key only, means all merchants. */
  readonly merchantId: string | null;
  readonly rows: RowSource;
  /** Opens a transaction. Commands use `inTransaction` instead. */
  readonly transact: Transact;
  /** The transaction in progress, if any. */
  readonly transaction?: Transaction;
  readonly encryption: ColumnEncryption;
  /** Becomes part of generated keys: `sk_test_…`, `pk_live_…`. */
  readonly environment: Environment;
  /** Set during a request: the objects that it wrote last. */
  readonly written?: WrittenRows;
  /** What reads are for, if not for the caller alone; see {@link Purpose}. */
  readonly purpose?: Purpose;
  /** Set during work that spans transactions under an idempotency key. */
  readonly idempotency?: IdempotencyClaim;
  readonly connectors: ConnectorRegistry;
  /** Every connector call runs through it. */
  readonly guard: ConnectorGuard;
  /** Observes the steps of work, for metrics and traces. */
  readonly observe: Observe;
  /** The W3C traceparent of what is being done, to be kept with what it causes; null without traces. */
  readonly traceparent: () => string | null;
  /** Limits on attempts that hold across processes. */
  readonly attemptLimits: AttemptLimits;
  /** Aborts when the client hangs up before it has an answer. Without it, nobody waits who could. */
  readonly hangUp?: () => AbortSignal;
  /** Apply the outcome of a connector call to its payment, refund or payout. */
  readonly outcomeHandlers: OutcomeHandlers;
  /** Identifies this process in what it is doing, so that others notice when it is gone. */
  readonly processId: string;
  /** What commands read of settings; see `readSettings`. */
  readonly settings: NotifiedCache;
  /** How long whole lists are at least, by list; see `countUpTo`. */
  readonly lowerBounds: LowerBounds;
  /** Notifies every process of committed changes. */
  readonly notify: NotifyChanges;
  /** Restricts webhook addresses. */
  readonly webhookTargets: TargetRules;
  /** Sends e-mail to people; null if none can be sent. */
  readonly mail: Mail | null;
  /** The object store of files of evidence; null if there is none. */
  readonly evidenceObjects: EvidenceObjects | null;
  /** The service's external base URL, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly ids: IdMaker;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** What numbers are at least. */
export interface LowerBounds {
  get(of: string): number | undefined;
  set(of: string, atLeast: number): unknown;
}

/** The rows that a request wrote in its last transaction, so that its answer need not read them. */
export interface WrittenRows {
  /** Forgets earlier transactions, and shows what one writes. */
  follow(tx: WritingContext): void;
  /** Forgets a transaction that failed. */
  forget(): void;
  /** The row of an object as reading it would return it; null if it has to be read. */
  row(
    ctx: Context,
    target: new () => object,
    id: string,
    columns: Iterable<string>,
    lists: readonly { readonly field: string; readonly columns: Iterable<string> }[],
  ): Row | null;
}

/** A limit on attempts within a time window, which holds across processes; `subject` is what it counts by. */
export interface AttemptLimit {
  /** @throws {Problem} `rate_limited` if the subject has no attempt left, as far as this process knows. */
  requireLeft(...subject: readonly string[]): void;
  /** Counts an attempt: at once for this process, in the background for the others. */
  count(...subject: readonly string[]): void;
  /**
   * Counts an attempt by a statement, exactly across processes: in a transaction it counts if that commits.
   *
   * @throws {Problem} `rate_limited`.
   */
  take(at: Pick<WritingContext, 'rows' | 'merchantId'>, ...subject: readonly string[]): Promise<void>;
  /** Forgets the attempts of a subject, which has proved itself. */
  forget(at: Pick<WritingContext, 'rows' | 'merchantId'>, ...subject: readonly string[]): Promise<void>;
}

/** The limits that commands count attempts by. */
export interface AttemptLimits {
  /** Wrong client secrets, per object. */
  readonly clientSecrets: AttemptLimit;
  /** Test webhooks, per business profile. */
  readonly testWebhooks: AttemptLimit;
}

/** A context within a transaction, in which its reads run too. */
export interface WritingContext extends Context {
  readonly transaction: Transaction;
}

/** An idempotency key claimed by work that spans transactions. */
export interface IdempotencyClaim {
  /** Claims the key in the first transaction; does nothing in later ones. */
  take(tx: WritingContext): Promise<void>;
  /** Records the object the work created, so that a replay after a crash can return it. */
  refersTo(objectId: string): void;
  /** Releases the key: the work had no effect and left nothing for recovery to complete. */
  release(tx: WritingContext): Promise<void>;
}

/** Scopes a context to one merchant, for which the admin key acts. */
export function withinMerchant(ctx: Context, merchantId: string): Context {
  return { ...ctx, merchantId };
}

/** What a committed transaction wrote: whose objects changed, whether deliveries are due, whose keys and settings changed. */
export interface ChangeNotification {
  readonly merchantIds: ReadonlySet<string>;
  readonly deliveries: boolean;
  /** The merchants whose keys have to be looked up again: one was revoked, restricted or replaced, or all are suspended. */
  readonly keyHolders?: ReadonlySet<string>;
  /** The merchants whose settings changed; `*` for those that all share. */
  readonly settingsOf?: ReadonlySet<string>;
}

/** Notifies every process of a commit. Notifications may get lost, so every receiver also polls. */
export type NotifyChanges = (notification: ChangeNotification) => void;

/** Resolves a host name to its addresses. Rejects or resolves to `[]` if the name does not exist. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The rules for where webhooks may be sent. */
export interface TargetRules {
  /** Whether a URL may name the local machine, also over http: for development. */
  readonly allowLoopback: boolean;
  readonly resolve: Resolve;
}
