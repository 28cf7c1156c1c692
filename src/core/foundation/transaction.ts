import type { EntityManager } from '@mikro-orm/postgresql';
import type { Outbox } from './outbox.ts';
import type { RowSource } from './row-source.ts';

/** An open transaction: the entities to change, and rows that already show what was changed and flushed. */
export interface OpenTransaction {
  readonly em: EntityManager;
  readonly rows: RowSource;
  /** The entities that have been written so far. */
  readonly changed: ReadonlySet<object>;
}

/** A command's transaction, and what it will have to tell. */
export interface Transaction extends OpenTransaction {
  readonly outbox: Outbox;
}

/** Runs work in a transaction that sees one merchant's rows, or all for null. It commits when the work resolves. */
export type Transact = <T>(
  merchantId: string | null,
  work: (transaction: OpenTransaction) => Promise<T>,
) => Promise<T>;
