/** Resolves a host name to its addresses. Rejects or resolves to `[]` if the name does not exist. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The rules for webhook destinations. */
export interface TargetRules {
  /** Whether a URL may name the local machine, also over http: for development. */
  readonly allowLoopback: boolean;
  readonly resolve: Resolve;
}
