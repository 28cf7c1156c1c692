/** Look-ups of the tokens that prove domains. */
export interface DomainLookups {
  /**
   * The TXT records of a name, each with its strings joined; empty if the name or its records do not exist. Rejects
   * if the DNS does not respond in time or reports an error.
   */
  readonly txt: (name: string) => Promise<readonly string[]>;
  /**
   * The start of a file's content; null unless the server responds with 200. Rejects if the URL leads to a private
   * network, or the server does not respond in time. Redirects are not followed.
   */
  readonly file: (url: string) => Promise<string | null>;
}
