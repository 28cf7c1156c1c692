import { createHash } from 'node:crypto';

/** How many statements keep a plan on each connection. The selections of real clients are far fewer. */
const NAMED_STATEMENTS_MAX = 500;

/** A statement's text as the driver takes it. One with a name is parsed and planned once a connection. */
export type NamedText = { readonly name?: string; readonly text: string };

/** Names for statements' texts: the same text always has the same name, whichever connection it goes to. */
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

  /** Gives a text another name than the one it was sent under, so that every connection parses and plans it anew. */
  renew({ name, text }: NamedText): void {
    if (name !== undefined && this.#names.get(text) === name) this.#names.set(text, nameOf(name));
  }
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 32);
