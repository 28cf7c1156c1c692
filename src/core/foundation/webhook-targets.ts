/** Resolves a host name to its addresses. Rejects or resolves to `[]` if the name does not exist. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Which addresses webhooks may be sent to. */
export interface TargetRules {
  /** Whether a URL may name this machine itself, then over http too: for trying webhooks out in development. */
  readonly allowLoopback: boolean;
  readonly resolve: Resolve;
}
