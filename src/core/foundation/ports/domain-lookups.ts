/** Where the tokens that prove domains are looked for. */
export interface DomainLookups {
  /**
   * The TXT records of a name, each with its strings joined; empty if the name or its records do not exist. Rejects if the
   * DNS does not answer in time, or with an error.
   */
  readonly txt: (name: string) => Promise<readonly string[]>;
  /**
   * The content of a file, from its beginning; null unless the server answers 200. Rejects if the URL leads to a private
   * network, or the server does not answer in time. Redirects are not followed.
   */
  readonly file: (url: string) => Promise<string | null>;
}
