/** Every address of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface TargetRules {
  readonly allowLoopback: boolean;
  readonly resolve: Resolve;
}
