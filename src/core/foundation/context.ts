import type { OutcomeHandlers } from './call-record.ts';
import type { Caller } from './caller.ts';
import type { NotifyChanges } from './change-notification.ts';
import type { ColumnEncryption } from './column-encryption.ts';
import type { ConnectorGuard, ConnectorRegistry } from './connector.ts';
import type { IdMaker } from './ids.ts';
import type { JobQueue } from './jobs.ts';
import type { RowSource } from './row-source.ts';
import type { Transact, Transaction } from './transaction.ts';
import type { TargetRules } from './webhook-targets.ts';

/** Whether money moves: `live`, or `test`, where connectors only simulate. It is part of every key. */
export type Environment = 'test' | 'live';

/** The first argument of every read and command: the caller, the merchant scope, and the services to work with. */
export interface Context {
  readonly requestId: string;
  readonly caller: Caller;
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
  /** Set during work that spans transactions under an idempotency key. */
  readonly idempotency?: IdempotencyClaim;
  readonly connectors: ConnectorRegistry;
  /** Every connector call runs through it. */
  readonly guard: ConnectorGuard;
  /** Apply the outcome of a connector call to its payment, refund or payout. */
  readonly outcomeHandlers: OutcomeHandlers;
  readonly jobs: JobQueue;
  /** Notifies every process of committed changes. */
  readonly notify: NotifyChanges;
  /** Restricts webhook addresses. */
  readonly webhookTargets: TargetRules;
  /** The service's external base URL, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly ids: IdMaker;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Uint8Array;
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
  refersTo(tx: WritingContext, objectId: string): Promise<void>;
  /** Releases the key: the work had no effect and left nothing for recovery to complete. */
  release(tx: WritingContext): Promise<void>;
}

/** Scopes a context to one merchant, for which the admin key acts. */
export function withinMerchant(ctx: Context, merchantId: string): Context {
  return { ...ctx, merchantId };
}
