/** A row under the specification's names, with timestamps in ISO 8601. */
export type Row = Record<string, unknown>;

/** A parameterised statement. Its text contains no values from outside. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** In place of a merchant, for statements whose functions bypass row-level security. */
export const ANYWHERE = Symbol('anywhere');

/** Runs SQL under row-level security. A statement sees the rows of `merchantId`, or of all merchants if null. */
export interface RowSource {
  /**
   * Runs one statement. `Result` types the columns of hand-written SQL: `rows.query<{ delivery_id: string }>(…)`.
   */
  query<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null | typeof ANYWHERE,
  ): Promise<Result[]>;
}
