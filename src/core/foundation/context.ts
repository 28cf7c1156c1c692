import { Problem } from './errors.ts';
import type { Permission, Role } from './permissions.ts';
import type { Ports } from './ports/ports.ts';
import type { Row, RowSource, Transact, Transaction } from './transaction.ts';

/** A caller that belongs to a merchant. */
interface MerchantCaller {
  readonly merchantId: string;
  /** Whether the merchant is suspended: commands then refuse to start new payments, refunds and the like. */
  readonly suspended?: boolean;
}

/** A merchant's server. */
interface ApiKeyCaller extends MerchantCaller {
  readonly kind: 'api_key';
  readonly keyId: string;
  /** The first key in the chain of keys that it replaces; null or absent without a chain. */
  readonly firstKeyId?: string | null;
  /** The addresses and networks from which it may be used; empty for any. */
  readonly allowedAddresses?: readonly string[];
  /** Permissions listed on the key; null or absent for all but the permissions that must be listed. */
  readonly permissions?: ReadonlySet<Permission> | null;
  /**
   * Whether a key without `permissions`, from before the requirement to list them, still has `team:write` and
   * `keys:write`.
   */
  readonly keepsUnnamed?: boolean;
  /** The business profile to which it is restricted; null or absent for all. */
  readonly profileId?: string | null;
}

/** A signed-in person acting for one of their merchant accounts. Has the permissions that the role grants. */
export interface PersonCaller extends MerchantCaller {
  readonly kind: 'person';
  readonly personId: string;
  readonly sessionId: string;
  /**
   * Null until the person selects one of several merchant accounts; `merchantId` is empty until then and owns nothing.
   */
  readonly role: Role | null;
  /** The role's permissions. */
  readonly permissions: ReadonlySet<Permission>;
  /** Time at which the session last verified a second factor; null if never. See `requireSecondFactor`. */
  readonly secondFactorAt: Date | null;
}

/** A merchant's page or app. */
interface PublishableKeyCaller extends MerchantCaller {
  readonly kind: 'publishable_key';
  /** Set for a client secret that shows personal data masked. */
  readonly permissions?: ReadonlySet<Permission>;
}

/** The customer of a payment, identified by its ephemeral key. */
export interface EphemeralCaller extends MerchantCaller {
  readonly kind: 'ephemeral_key';
  readonly customerId: string;
  /**
   * The payment that the key was issued for; empty for a key that belongs to the customer only, which gives access to
   * no payment.
   */
  readonly paymentId: string;
  /** Set for a key that shows personal data masked. */
  readonly permissions?: ReadonlySet<Permission>;
}

/** The holder of administrator access, as recorded in the audit log. */
export interface AdminHolder {
  /**
   * `key` with the identifier of the key, or `environment` for the key from the configuration; `person` with the
   * person's identifier.
   */
  readonly type: 'key' | 'person';
  readonly id: string;
  /** The name of the key; null for a person. */
  readonly name: string | null;
  /** A person's session. */
  readonly sessionId?: string;
  /** Time at which a person's session last verified a second factor. */
  readonly secondFactorAt?: Date | null;
}

/**
 * The service's operator: with the configured key or a personal key, or signed in as an operator. With an
 * organization: the caller onboards and manages that organization's merchants only.
 */
export interface AdminCaller {
  readonly kind: 'admin_key';
  /** Absent for the service's own work. */
  readonly holder?: AdminHolder;
  /** The organization to which the key is restricted; absent for the whole installation. */
  readonly organizationId?: string;
  /** Permissions of an organization's key; absent for everything. */
  readonly permissions?: ReadonlySet<Permission>;
  /** Set if the operation is allowed even for an organization's suspended merchant: see `evenIfSuspended`. */
  readonly suspended?: false;
}

/** The caller a key identifies. Specification: Authentication. */
export type Caller = ApiKeyCaller | PersonCaller | PublishableKeyCaller | EphemeralCaller | AdminCaller;

/** The kinds of key. A person has no key, and may call every operation that accepts an API key. */
export type KeyKind = Exclude<Caller['kind'], 'person'>;

/** The kind of key that a caller counts as when an operation accepts or refuses kinds of key. */
export const keyKindOf = (caller: Caller): KeyKind => (caller.kind === 'person' ? 'api_key' : caller.kind);

/** Whether a key is for customers' clients, which see nothing of the merchant's accounts. */
export const isCustomersKey = (kind: Caller['kind']): boolean =>
  kind === 'publishable_key' || kind === 'ephemeral_key';

/** The business profile to which a caller is restricted; null for all. */
export const profileOfCaller = (caller: Caller): string | null =>
  caller.kind === 'api_key' ? (caller.profileId ?? null) : null;

/** The organization to which a caller is restricted; null for all. */
export const organizationOf = (caller: Caller): string | null =>
  caller.kind === 'admin_key' ? (caller.organizationId ?? null) : null;

/** For error messages. */
export const keyKindNames: Readonly<Record<KeyKind, string>> = Object.freeze({
  api_key: 'an API key',
  publishable_key: 'a publishable key',
  ephemeral_key: 'an ephemeral key',
  admin_key: 'the admin API key',
});

/** The credential that a caller presented, for error messages. */
export function presentedBy(caller: Caller): string {
  if (caller.kind === 'person') return 'the session of a person';
  return organizationOf(caller) === null ? keyKindNames[caller.kind] : 'the key of an organization';
}

/**
 * Checks that an operation accepts the caller's kind of key. Specification: Authentication.
 *
 * @throws {Problem} `missing_parameter` for a person who has not selected a merchant account; `wrong_key_kind`, listing
 * the accepted kinds.
 */
export function requireKind(caller: Caller, kinds: readonly KeyKind[]): void {
  if (caller.kind === 'person' && caller.role === null) throw merchantNotNamed();
  if (kinds.includes(keyKindOf(caller))) return;
  const accepted = kinds.map((kind) => keyKindNames[kind]).join(' or ');
  throw new Problem('wrong_key_kind', `This operation requires ${accepted}, not ${presentedBy(caller)}.`);
}

/**
 * Checks that the caller is a person who has signed in.
 *
 * @throws {Problem} `wrong_key_kind`; `missing_parameter` as {@link requireKind}.
 */
export function requirePerson(caller: Caller): PersonCaller {
  if (caller.kind !== 'person') {
    throw new Problem(
      'wrong_key_kind',
      `This operation requires the session of a person, not ${presentedBy(caller)}.`,
    );
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

/**
 * The purpose of a context's reads: the `work` of a permitted operation, which reads unrestricted and unmasked; or its
 * `result`, which needs no read permission either, but masks personal data and includes only the nested lists that the
 * caller may read.
 */
type Purpose = 'work' | 'result';
/** Where a request comes from. */
export interface ClientDetails {
  /** Its IP address; empty if it could not be determined. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The program that sent it, from `x-client-source` and `x-client-version`. */
  readonly source?: string | null;
  readonly version?: string | null;
}

/** The operation of a request that makes changes, for the audit log. */
export interface AuditedCommand {
  /** The mutation, or the `operationId` of REST. */
  readonly name: string;
  /** The objects with an entry. The first transaction that changes an object adds its entry. */
  readonly recorded: Set<string>;
}

/** An object that a request or a job changed, or locked for a change, for the log and traces. */
export interface TouchedObject {
  /** Such as `payment`. */
  readonly type: string;
  readonly id: string;
  /** Its status afterwards; omitted without a status or after deletion. */
  readonly status?: string;
  /** The connector's code of its last failure or decline, if any. */
  readonly error_code?: string;
  readonly unified_code?: string;
}

/**
 * The record of a request for its line in the log and its span: identifiers, statuses and codes, but no other value.
 * Both lists are bounded.
 */
export interface RequestRecord {
  /** The mutations of a GraphQL document, by name. */
  readonly commands: Set<string>;
  /** Objects by type and identifier, in the order of the first lock or change. */
  readonly objects: Map<string, TouchedObject>;
  /** The number of further objects. */
  omitted: number;
}

export const emptyRecord = (): RequestRecord => ({ commands: new Set(), objects: new Map(), omitted: 0 });

/** The objects of a record as a line of the log has them; nothing if there are none. */
export const touchedOf = ({ objects, omitted }: RequestRecord): object => ({
  ...(objects.size > 0 ? { objects: [...objects.values()] } : {}),
  ...(omitted > 0 ? { objects_omitted: omitted } : {}),
});

/** The first argument of every read and command: the request's own fields, and the ports that all requests share. */
export interface Context {
  readonly ports: Ports;
  readonly requestId: string;
  readonly caller: Caller;
  /** Set during a request. */
  readonly client?: ClientDetails;
  /**
   * Set during a request that changes something. Changes made by jobs and webhooks are not recorded in the audit log.
   */
  readonly command?: AuditedCommand;
  /** Set during a request. The objects of any other work get a separate line in the log. */
  readonly record?: RequestRecord;
  /** Set during a background job: its name. */
  readonly job?: string;
  /** Set while a connector's report is recorded: its follow-up calls are always committed. */
  readonly followsUp?: true;
  /** The merchant that reads and writes are scoped to; null, for the admin key only, means all merchants. */
  readonly merchantId: string | null;
  /** Set for an organization's key, whose rows and transactions are limited to its merchants. */
  readonly organization?: OrganizationScope;
  readonly rows: RowSource;
  /** Opens a transaction. Commands use `inTransaction` instead. */
  readonly transact: Transact;
  /** The transaction in progress, if any. */
  readonly transaction?: Transaction;
  /** Set during a request: the rows written by its last transaction. */
  readonly written?: WrittenRows;
  /** The purpose of reads beyond the caller's; see {@link Purpose}. */
  readonly purpose?: Purpose;
  /** Set during work that spans transactions under an idempotency key. */
  readonly idempotency?: IdempotencyClaim;
  /**
   * Aborts when the client disconnects before the response. Without a signal, waits that could be cancelled run to
   * their end.
   */
  readonly hangUp?: () => AbortSignal;
}

/** The rows written by the request's last transaction, so that the response need not read them again. */
export interface WrittenRows {
  /** Forgets earlier transactions and exposes the rows of the given one. */
  follow(tx: WritingContext): void;
  /** Forgets a failed transaction. */
  forget(): void;
  /** The row of an object, equal to the result of a read; null if a read is necessary. */
  row(
    ctx: Context,
    target: new () => object,
    id: string,
    columns: Iterable<string>,
    lists: readonly { readonly field: string; readonly columns: Iterable<string> }[],
  ): Row | null;
}

/** The scope of an organization's key, beneath the rows and transactions of its context, which check the merchant. */
export interface OrganizationScope {
  /** Rows of all merchants, for code that compares the organization. */
  readonly rows: RowSource;
  readonly transact: Transact;
}

/** A context within a transaction; its reads run in the transaction too. */
export interface WritingContext extends Context {
  readonly transaction: Transaction;
}

/** An idempotency key claimed by work that spans transactions. */
export interface IdempotencyClaim {
  /** Claims the key in the first transaction; does nothing in later transactions. */
  take(tx: WritingContext): Promise<void>;
  /** Records the object the work created, so that a replay after a crash can return it. */
  refersTo(objectId: string): void;
  /** Stores a refusal that keeps the work's effects, in their transaction: a replay throws it again. */
  refuse(tx: WritingContext, refusal: Problem): Promise<void>;
  /** Releases the key: the work had no effect and left nothing for recovery to complete. */
  release(tx: WritingContext): Promise<void>;
}

/** Scopes a context to one merchant, for which the admin key acts. */
export function withinMerchant(ctx: Context, merchantId: string): Context {
  return { ...ctx, merchantId };
}

/**
 * Whether a context sees rows of several merchants on several nodes of a cluster, which a single statement cannot
 * correlate.
 */
export const isAcrossNodes = ({ merchantId, ports }: Context): boolean =>
  merchantId === null && ports.isSpread;
