import type { RowSource } from '../foundation/transaction.ts';

/** What work on derived rows needs: the rows of all merchants, and transactions. A `Context` is one. */
export interface DerivedContext {
  readonly rows: RowSource;
  /** Runs work in a transaction that sees one merchant. */
  transact<T>(
    merchantId: string,
    work: (transaction: { readonly rows: RowSource }) => Promise<T>,
  ): Promise<T>;
}

/** How far derived rows are behind the record. */
export interface DerivedLag {
  /** The age of the oldest change that they lack, in seconds; 0 without one. */
  readonly oldestS: number;
  /** The number of such changes. */
  readonly changes: number;
}

/**
 * Rows that follow from the record, and are made after the transaction of a change instead of in it. See
 * docs/architecture.md, "Derived rows".
 */
export interface DerivedRows {
  /** Names them in the metric, the task `derive_…` and `switchyard rebuild …`. */
  readonly what: string;
  /** What `switchyard rebuild` makes, as a phrase. */
  readonly about: string;
  /** Measures the lag, by one statement over all merchants. */
  lag(rows: RowSource): Promise<DerivedLag>;
  /**
   * Brings the rows up to the changes that are committed as it begins. Any number of processes may run it at once, and it
   * may be stopped at any moment.
   *
   * @returns The number of changes that it followed.
   */
  follow(ctx: DerivedContext): Promise<number>;
  /**
   * Makes a merchant's rows anew from the record, in batches, beside traffic. It may be stopped and repeated.
   *
   * @returns The number of objects or rows that it went through.
   */
  rebuild(ctx: DerivedContext, merchantId: string): Promise<number>;
}
