/** A column's value in a row: timestamps are ISO 8601 text, unset is null, encrypted values are decrypted. */
type ColumnValue<V> = V extends Date
  ? string
  : V extends Uint8Array
    ? unknown
    : V extends undefined
      ? null
      : V;

/**
 * A row with some of a resource's columns, typed by the class that describes them. The merchant always comes along.
 *
 * @example `RowOf<Refund, 'refund_id' | 'created_at'>` is `{ refund_id: string; created_at: string }`
 */
export type RowOf<T, Column extends keyof T> = {
  readonly [C in Column | (keyof T & 'merchant_id')]-?: ColumnValue<T[C]>;
};
