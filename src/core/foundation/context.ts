import type { OutcomeHandlers } from './call-record.ts';
import type { Caller } from './caller.ts';
import type { NotifyChanges } from './change-notification.ts';
import type { ColumnEncryption } from './column-encryption.ts';
import type { ConnectorGuard, ConnectorRegistry } from './connector.ts';
import type { Environment } from './environment.ts';
import type { IdempotencyClaim } from './idempotency-claim.ts';
import type { IdMaker } from './ids.ts';
import type { JobQueue } from './jobs.ts';
import type { RowSource } from './row-source.ts';
import type { Transact, Transaction } from './transaction.ts';
import type { TargetRules } from './webhook-targets.ts';

/** What every read and command is given first: who calls, within which merchant, and with what means. */
export interface Context {
  readonly requestId: string;
  readonly caller: Caller;
  /** The merchant that everything is scoped to; null sees all, which only the admin key may. */
  readonly merchantId: string | null;
  readonly rows: RowSource;
  /** Opens a transaction; commands do so with `inTransaction`. */
  readonly transact: Transact;
  /** The transaction that the context is in, if it is in one. */
  readonly transaction?: Transaction;
  readonly encryption: ColumnEncryption;
  /** The middle of every key that is made: `sk_test_…`, `pk_live_…`. */
  readonly environment: Environment;
  /** Set while work that spans transactions is done under an idempotency key. */
  readonly idempotency?: IdempotencyClaim;
  /** The connectors there are, and the gate that calls to them go through. */
  readonly connectors: ConnectorRegistry;
  readonly guard: ConnectorGuard;
  /** What the outcome of a connector call does to its payment, refund or payout. */
  readonly outcomeHandlers: OutcomeHandlers;
  readonly jobs: JobQueue;
  /** Tells every process of what was committed. */
  readonly notify: NotifyChanges;
  /** Where webhooks may go. */
  readonly webhookTargets: TargetRules;
  /** Where the service is reached from outside, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly ids: IdMaker;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** A context within a transaction. Its reads run inside the transaction too. */
export interface WritingContext extends Context {
  readonly transaction: Transaction;
}

/** The same context within one merchant: the admin key acting for it. */
export function withinMerchant(ctx: Context, merchantId: string): Context {
  return { ...ctx, merchantId };
}
