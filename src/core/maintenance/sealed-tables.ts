import { EncryptionKey } from '../entities/encryption-key.ts';
import { type DescribedClass, type ResourceDescription, resourceOf } from '../model/index.ts';

/** A table with encrypted columns. */
export interface SealedTable {
  readonly name: string;
  /** The primary key's columns in order. */
  readonly key: readonly string[];
  /** The encrypted columns. */
  readonly columns: readonly string[];
  /**
   * Whether its rows expire. They are left to: such a row may hold a digest under the same key, which cannot be made
   * anew because what it is of is not stored.
   */
  readonly expires: boolean;
}

/** The tables with encrypted columns among those of some entities, but for the samples of the keys themselves. */
export function sealedTables(classes: readonly DescribedClass[]): SealedTable[] {
  return classes
    .filter((target) => target !== (EncryptionKey as unknown as DescribedClass))
    .map((target) => resourceOf(target) as ResourceDescription)
    .map(({ fields, key, table }) => ({
      name: table,
      key,
      columns: fields.filter((field) => field.encrypted).map((field) => field.name),
      expires: fields.some((field) => field.name === 'expires_at'),
    }))
    .filter(({ columns }) => columns.length > 0);
}

/** SQL for the identifier of the key that a column's value is encrypted under. */
export const keyIdOf = (column: string) => `encode(substring(${column} from 2 for 4), 'hex')`;
