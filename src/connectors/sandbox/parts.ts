import type { IdMaker } from '../../core/foundation/ids.ts';
import type { RowSource } from '../../core/foundation/row-source.ts';

/** What the sandbox runs on. It has no network of its own: its state is in the service's database. */
export interface SandboxParts {
  readonly rows: RowSource;
  readonly now: () => Date;
  readonly ids: IdMaker;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Where the service is reached from outside, without a slash at the end. */
  readonly publicUrl: () => string;
}
