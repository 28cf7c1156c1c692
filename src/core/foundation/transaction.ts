import type { EntityManager } from '@mikro-orm/postgresql';
import type { Outbox } from './outbox.ts';
import type { RowSource } from './row-source.ts';

/** An open transaction. Its rows include flushed changes. */
export interface OpenTransaction {
  readonly em: EntityManager;
  readonly rows: RowSource;
  /** Entities written so far. */
  readonly changed: ReadonlySet<object>;
}

/** A command's transaction and its outbox. */
export interface Transaction extends OpenTransaction {
  readonly outbox: Outbox;
}

/** Runs work in a transaction under row-level security, and commits when it resolves. Null sees all merchants. */
export type Transact = <T>(
  merchantId: string | null,
  work: (transaction: OpenTransaction) => Promise<T>,
) => Promise<T>;
