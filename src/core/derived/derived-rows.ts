import type { RowSource } from '../foundation/transaction.ts';

/** What work on derived rows needs: the rows of all merchants, and transactions. A `Context` is one. */
export interface DerivedContext {
  readonly rows: RowSource;
  /** Runs work in a transaction that sees one merchant, or all. */
  transact<T>(
    merchantId: string | null,
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
  /** Names them in the metric and in `switchyard rebuild …`. */
  readonly what: string;
  /** Names them for a person, as a phrase. */
  readonly about: string;
  /** The background task that follows them. */
  readonly task: string;
  /** When it runs: every five seconds or every minute, so many seconds after the start of these. */
  readonly runs: {
    readonly everyS: 5 | 60;
    readonly atS: number;
    /** Runs leave small batches of changes until the oldest is so many seconds old, so that each batch has more. */
    readonly leavesS?: number;
  };
  /** Measures the lag, by one statement over all merchants. */
  lag(rows: RowSource): Promise<DerivedLag>;
  /**
   * Brings the rows up to the changes that are committed as it begins. Any number of processes may run it at once, and it
   * may be stopped at any moment.
   *
   * @param leavesS - Small batches whose oldest change is younger, in seconds, may be left; by default none is.
   * @returns The number of changes that it followed.
   */
  follow(ctx: DerivedContext, leavesS?: number): Promise<number>;
  /**
   * Makes a merchant's rows anew from the record, beside traffic. It may be stopped and repeated. Rows that prove something
   * about the record, such as seals, are not made anew.
   *
   * @returns The number of objects or rows that it went through.
   */
  rebuild?(ctx: DerivedContext, merchantId: string): Promise<number>;
}
