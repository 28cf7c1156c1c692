/** A row as it is answered: the specification's names, dates already in ISO 8601. */
export type Row = Record<string, unknown>;

/** One parameterised statement. Its text is made from descriptions alone; values only ever travel as parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** In place of a merchant, for a statement that sees what it has to, whoever's rows the session sees. */
export const ANYWHERE = Symbol('anywhere');

/** Where rows come from. `merchantId` is whose rows the database lets this statement see; null sees all. */
export interface RowSource {
  /**
   * Runs one statement. `Result` types its columns where the SQL is written by hand:
   * `rows.query<{ delivery_id: string }>(…)`.
   */
  query<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null | typeof ANYWHERE,
  ): Promise<Result[]>;
}
