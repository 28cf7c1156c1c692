import type { IdMaker } from '../../core/foundation/ids.ts';
import type { RowSource } from '../../core/foundation/transaction.ts';

/** The sandbox's dependencies. Its state is in the service's database, so it needs no network. */
export interface SandboxContext {
  readonly rows: RowSource;
  readonly now: () => Date;
  readonly ids: IdMaker;
  readonly randomBytes: (size: number) => Uint8Array;
  /** The service's public origin, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Where it sends its webhooks, without a trailing slash; null while it sends none. `publicUrl` unless given. */
  readonly reportsAt?: () => string | null;
  /** The base URL of pages for customers; `publicUrl` unless given. */
  readonly pagesUrl?: () => string;
}
