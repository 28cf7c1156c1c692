import type { Statement } from '../foundation/row-source.ts';

/** Collects parameters while a statement's text is put together. */
export class StatementBuilder {
  readonly #values: unknown[] = [];

  /** Takes a value as the next parameter and answers its placeholder, with a cast where the type is not plain. */
  parameter(value: unknown, cast?: string): string {
    this.#values.push(value);
    return cast ? `$${this.#values.length}::${cast}` : `$${this.#values.length}`;
  }

  build(text: string): Statement {
    return { text, values: this.#values };
  }
}

/** An identifier in SQL. Names come from descriptions; anything else in one is a programming error. */
export function quote(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not a column or table name.`);
  return `"${name}"`;
}
