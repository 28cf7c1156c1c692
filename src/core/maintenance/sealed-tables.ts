import { EncryptionKey } from '../entities/encryption-key.ts';
import {
  type DescribedClass,
  type FieldDescription,
  type ResourceDescription,
  resourceOf,
} from '../model/index.ts';

/** A table with encrypted columns. */
export interface SealedTable {
  readonly name: string;
  /** The primary key's columns in order. */
  readonly key: readonly string[];
  /** The encrypted columns. */
  readonly columns: readonly string[];
  /** Rows per batch: few for rows that hold files. */
  readonly batchSize: number;
  /**
   * Whether its rows expire. They are left to expire: a row may hold a digest under the same key, whose input is not
   * stored.
   */
  readonly expires: boolean;
}

/** The tables with encrypted columns of some entities, except the samples of the keys themselves. */
export function sealedTables(classes: readonly DescribedClass[]): SealedTable[] {
  return classes
    .filter((target) => target !== (EncryptionKey as unknown as DescribedClass))
    .map((target) => resourceOf(target) as ResourceDescription)
    .map(({ fields, key, table }) => ({
      name: table,
      key,
      columns: fields.filter((field) => field.encrypted).map((field) => field.name),
      batchSize: batchOf(fields),
      expires: fields.some((field) => field.name === 'expires_at' && field.required),
    }))
    .filter(({ columns }) => columns.length > 0);
}

/** Rows re-encrypted per transaction: few, so that no request waits long for a lock. */
const BATCH_SIZE = 100;
/** Maximum length of a batch's long texts, in characters. */
const BATCH_CHARACTERS = 32_000_000;

function batchOf(fields: readonly FieldDescription[]): number {
  const longest = Math.max(1, ...fields.map(({ encrypted, max = 0 }) => (encrypted ? max : 0)));
  return Math.max(1, Math.min(BATCH_SIZE, Math.floor(BATCH_CHARACTERS / longest)));
}

/** SQL for the identifier of the key that a column's value is encrypted under. */
export const keyIdOf = (column: string) => `encode(substring(${column} from 2 for 4), 'hex')`;
