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
  /** The first of the keys that it replaces, one after another; null or absent if it replaces none. */
  readonly firstKeyId?: string | null;
  /** The addresses and networks it may call from; empty for any. */
  readonly allowedAddresses?: readonly string[];
  /** Permissions that the key names; null or absent for all but those that have to be named. */
  readonly permissions?: ReadonlySet<Permission> | null;
  /** Whether a key without `permissions` from before they had to be named still has `team:write` and `keys:write`. */
  readonly keepsUnnamed?: boolean;
  /** The business profile that it is restricted to; null or absent for all. */
  readonly profileId?: string | null;
}

/**
 * A signed-in person acting for one of their merchant accounts. Has the permissions of an API key, as far as the role
 * grants them.
 */
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
  /** When the session last showed a second factor; null if it never did. See `requireSecondFactor`. */
  readonly secondFactorAt: Date | null;
}

/** A merchant's page or app. */
interface PublishableKeyCaller extends MerchantCaller {
  readonly kind: 'publishable_key';
  /** Set with a client secret that shows personal data masked. */
  readonly permissions?: ReadonlySet<Permission>;
}

/** The customer of a payment, identified by its ephemeral key. */
export interface EphemeralCaller extends MerchantCaller {
  readonly kind: 'ephemeral_key';
  readonly customerId: string;
  /** The payment that the key was given with; empty for a key of the customer alone, which opens none. */
  readonly paymentId: string;
  /** Set for a key that shows personal data masked. */
  readonly permissions?: ReadonlySet<Permission>;
}

/** Who holds an administrator's access, as the audit log names them. */
export interface AdminHolder {
  /** `key` with the identifier of the key, or `environment` for that of the configuration; `person` with theirs. */
  readonly type: 'key' | 'person';
  readonly id: string;
  /** The name of the key; null for a person. */
  readonly name: string | null;
  /** A person's session. */
  readonly sessionId?: string;
  /** When a person's session last showed a second factor. */
  readonly secondFactorAt?: Date | null;
}

/**
 * The service's operator: with the key of the configuration or one of their own, or signed in as an operator. With an
 * organization, who onboards and manages its merchants, and has nothing to do with others.
 */
export interface AdminCaller {
  readonly kind: 'admin_key';
  /** Absent for the service's own work. */
  readonly holder?: AdminHolder;
  /** The organization that the key is restricted to; absent for the whole installation. */
  readonly organizationId?: string;
  /** Permissions of an organization's key; absent for everything. */
  readonly permissions?: ReadonlySet<Permission>;
  /** Set where an organization's merchant may be suspended nevertheless: see `evenIfSuspended`. */
  readonly suspended?: false;
}

/** The caller a key identifies. Specification: Authentication. */
export type Caller = ApiKeyCaller | PersonCaller | PublishableKeyCaller | EphemeralCaller | AdminCaller;

/** The kinds of key. A person has none, and may call every operation that accepts an API key. */
export type KeyKind = Exclude<Caller['kind'], 'person'>;

/** The kind of key that a caller counts as where kinds of key are accepted or refused. */
export const keyKindOf = (caller: Caller): KeyKind => (caller.kind === 'person' ? 'api_key' : caller.kind);

/** Whether a key is one that a customer's client holds: it shows nothing of the merchant's accounts. */
export const isCustomersKey = (kind: Caller['kind']): boolean =>
  kind === 'publishable_key' || kind === 'ephemeral_key';

/** The business profile that a caller is restricted to; null for all. */
export const profileOfCaller = (caller: Caller): string | null =>
  caller.kind === 'api_key' ? (caller.profileId ?? null) : null;

/** The organization that a caller is restricted to; null for all. */
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
  /** The program that sent it, by its own words in `x-client-source` and `x-client-version`. */
  readonly source?: string | null;
  readonly version?: string | null;
}

/** The operation of a request that changes something, as the audit log names it. */
export interface AuditedCommand {
  /** The mutation, or the `operationId` of REST. */
  readonly name: string;
  /** The objects that it has an entry for: each gets one, by the first transaction that changes it. */
  readonly recorded: Set<string>;
}

/** An object that a request or a job changed, or locked to change it, as the log and traces show it. */
export interface TouchedObject {
  /** Such as `payment`. */
  readonly type: string;
  readonly id: string;
  /** Its status afterwards; left out where it has none, or was deleted. */
  readonly status?: string;
  /** The connector's code of its last failure or decline, if there is one. */
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
  /** Objects by type and identifier, in the order in which they were locked or changed first. */
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
  /** Set during a request. The objects of any other work have a line of their own in the log. */
  readonly record?: RequestRecord;
  /** Set during a background job: its name. */
  readonly job?: string;
  /** Set while what a connector reported is recorded: the calls that follow from it are committed in any case. */
  readonly followsUp?: true;
  /** The merchant that reads and writes are scoped to; null, for the admin key only, means all merchants. */
  readonly merchantId: string | null;
  /** Set for an organization's key, whose rows and transactions are those of its merchants alone. */
  readonly organization?: OrganizationScope;
  readonly rows: RowSource;
  /** Opens a transaction. Commands use `inTransaction` instead. */
  readonly transact: Transact;
  /** The transaction in progress, if any. */
  readonly transaction?: Transaction;
  /** Set during a request: the objects that it wrote last. */
  readonly written?: WrittenRows;
  /** The purpose of reads other than the caller's own; see {@link Purpose}. */
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

/** The scope of an organization's key, beneath the rows and transactions of its context, which check the merchant. */
export interface OrganizationScope {
  /** Of all merchants, for what compares the organization itself. */
  readonly rows: RowSource;
  readonly transact: Transact;
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

/**
 * Whether a context sees rows of several merchants that no one statement can correlate, because they are on several nodes of a
 * cluster.
 */
export const isAcrossNodes = ({ merchantId, ports }: Context): boolean =>
  merchantId === null && ports.isSpread;
