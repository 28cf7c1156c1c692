import { createHash } from 'node:crypto';

/** Maximum number of named statements, each with a plan on every connection. Real clients need far fewer. */
const NAMED_STATEMENTS_MAX = 500;

/** A statement for the driver. With a name it is parsed and planned once per connection. */
export type NamedText = { readonly name?: string; readonly text: string };

/** Names statements: the same text has the same name on every connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  named(text: string): NamedText {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < NAMED_STATEMENTS_MAX) {
      name = nameOf(text);
      this.#names.set(text, name);
    }
    return name === undefined ? { text } : { name, text };
  }

  /** Renames a statement, so that every connection parses and plans it anew. */
  renew({ name, text }: NamedText): void {
    if (name !== undefined && this.#names.get(text) === name) this.#names.set(text, nameOf(name));
  }
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 32);
