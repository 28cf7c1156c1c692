import { cardFingerprint } from '../cards/card.ts';
import type { ColumnEncryption } from '../foundation/cryptography.ts';
import type { Row, RowSource } from '../foundation/transaction.ts';
import type { DescribedClass } from '../model/index.ts';
import { GONE_AFTER_MS } from '../writes/liveness.ts';
import { renameListed, renewedDigest } from './rotate-list-entries.ts';
import { keyIdOf, type SealedTable, sealedTables } from './sealed-tables.ts';

/** Rows that a request has locked are left to the next pass. */
const PASSES_MAX = 5;

export interface RotationParts {
  /** Runs work in a transaction that sees every merchant. */
  readonly transact: <T>(work: (rows: RowSource) => Promise<T>) => Promise<T>;
  readonly encryption: ColumnEncryption;
  /** All entities. */
  readonly classes: readonly DescribedClass[];
  /** Called after each batch with the number of a table's rows re-encrypted so far. */
  readonly onProgress?: (table: string, rows: number) => void;
}

/** The number of values of a column, by key. */
export interface KeyCount {
  readonly table: string;
  readonly column: string;
  readonly keyId: string;
  readonly rows: number;
}

export interface Rotation {
  /** The number of rows re-encrypted. */
  readonly resealed: number;
  /** Counts of encrypted values by key. */
  readonly counts: readonly KeyCount[];
  /** Retired keys that are no longer needed. */
  readonly forgotten: readonly string[];
  /** Retired keys that are still needed, and why. */
  readonly kept: readonly { readonly keyId: string; readonly reason: string }[];
}

/**
 * Encrypts every value under another key again with the current data key, while processes serve; then deletes the retired
 * keys that no value uses. A key that is not in use yet stays.
 *
 * @throws {Error} if a value is encrypted with an unknown key.
 */
export async function rotateKeys(parts: RotationParts): Promise<Rotation> {
  const tables = sealedTables(parts.classes);
  let resealed = 0;
  for (const table of tables.filter(({ expires }) => !expires)) {
    for (let pass = 0; pass < PASSES_MAX; pass += 1) {
      const rows = await resealTable(parts, table);
      resealed += rows;
      if (rows === 0) break;
    }
  }
  return parts.transact(async (rows) => {
    const counts = await countByKey(rows, tables);
    const { forgotten, kept } = await forgetKeys(rows, parts.encryption.keyIds[0]!, tables, counts);
    return { resealed, counts, forgotten, kept };
  });
}

/** Walks a table once in the order of its key; returns the number of rows re-encrypted. */
async function resealTable(parts: RotationParts, table: SealedTable): Promise<number> {
  let resealed = 0;
  let after: readonly unknown[] | null = null;
  for (;;) {
    const { batch, done } = await parts.transact(async (rows) => {
      const found: Row[] = await rows.query(retired(table, parts.encryption.keyIds[0]!, after), null);
      let count = 0;
      for (const row of found) if (await reseal(rows, parts.encryption, table, row)) count += 1;
      return { batch: found, done: count };
    });
    resealed += done;
    if (done > 0) parts.onProgress?.(table.name, resealed);
    const last = batch.at(-1);
    if (!last || batch.length < table.batchSize) return resealed;
    after = table.key.map((column) => last[column]);
  }
}

/** Selects rows with a value under a retired key, of any merchant: each is locked when it is changed. */
function retired(
  { batchSize, columns, key, name }: SealedTable,
  currentKeyId: string,
  after: readonly unknown[] | null,
) {
  const isRetired = columns.map((column) => `${keyIdOf(column)} <> $1`).join(' or ');
  const isAfter = `and (${key.join(', ')}) > (${key.map((_, i) => `$${i + 2}`).join(', ')})`;
  const others = name === 'payment_methods' ? ['card'] : name === 'list_entries' ? ['list_id', 'digest'] : [];
  const selected = [...key, ...columns, ...others];
  return {
    text: `select ${selected.join(', ')} from ${name} where (${isRetired}) ${after ? isAfter : ''}
           order by ${key.join(', ')} limit ${batchSize}`,
    values: [currentKeyId, ...(after ?? [])],
    touches: { reads: [name] },
  };
}

/**
 * Encrypts a row's values again, in one statement of its merchant. A row that is locked, or has changed since it was
 * read, is skipped.
 *
 * @returns Whether it was changed.
 */
async function reseal(
  rows: RowSource,
  encryption: ColumnEncryption,
  { columns, key, name }: SealedTable,
  row: Row,
): Promise<boolean> {
  const keyValues = key.map((column) => String(row[column]));
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = key.map((column) => `${column} = ${parameter(row[column])}`).join(' and ');
  const sets: string[] = [];
  const unchanged: string[] = [];
  let fingerprint: string | undefined;
  for (const column of columns) {
    const sealed = row[column];
    if (!(sealed instanceof Uint8Array)) continue;
    const location = { table: name, column, key: keyValues };
    const value = encryption.decrypt(sealed, location);
    sets.push(`${column} = ${parameter(encryption.encrypt(value, location))}`);
    unchanged.push(`${column} = ${parameter(sealed)}`);
    // The fingerprint, a digest under the same key, identifies the card.
    if (name === 'payment_methods' && column === 'card_number' && row.card) {
      fingerprint = cardFingerprint({ encryption }, String(row.merchant_id), String(value));
      sets.push(`card = card || jsonb_build_object('card_fingerprint', ${parameter(fingerprint)}::text)`);
    }
    // The digest, under the same key, finds the value in its list.
    if (name === 'list_entries') {
      const digest = await renewedDigest(rows, encryption, row, String(value));
      if (digest) sets.push(`digest = ${parameter(digest)}`);
    }
  }
  const text = `update ${name} set ${sets.join(', ')} where ${where} and (${key.join(', ')}) in (
      select ${key.join(', ')} from ${name} where ${where} and ${unchanged.join(' and ')} for update skip locked)
    returning 1`;
  const changed = await rows.query({ text, values, touches: { writes: [name] } }, null);
  if (changed.length === 0) return false;
  if (fingerprint !== undefined) {
    await renameBlocked(rows, row, fingerprint);
    await renameListed(rows, encryption, row, fingerprint);
  }
  return true;
}

/** The blocklist also names cards by fingerprint. */
async function renameBlocked(
  rows: RowSource,
  { card, merchant_id }: Row,
  fingerprint: string,
): Promise<void> {
  const { card_fingerprint: former } = card as { card_fingerprint?: string | null };
  if (!former || former === fingerprint) return;
  const text = `update blocklist_entries b set fingerprint_id = $3
                where merchant_id = $1 and fingerprint_id = $2 and not exists (
                  select from blocklist_entries o where o.merchant_id = $1 and o.fingerprint_id = $3)`;
  const values = [merchant_id, former, fingerprint];
  await rows.query({ text, values, touches: { writes: ['blocklist_entries'] } }, null);
}

async function countByKey(rows: RowSource, tables: readonly SealedTable[]): Promise<KeyCount[]> {
  const counts: KeyCount[] = [];
  for (const { columns, name } of tables) {
    for (const column of columns) {
      const text = `select ${keyIdOf(column)} as key_id, count(*)::int as rows from ${name}
                    where ${column} is not null group by 1 order by 1`;
      const found = await rows.query<{ key_id: string; rows: number }>(
        { text, values: [], touches: { reads: [name] } },
        null,
      );
      for (const { key_id: keyId, rows: count } of found)
        counts.push({ table: name, column, keyId, rows: count });
    }
  }
  return counts;
}

/** Deletes the keys, except the current one, that no value is under and no process encrypts with. */
async function forgetKeys(
  rows: RowSource,
  currentKeyId: string,
  tables: readonly SealedTable[],
  counts: readonly KeyCount[],
): Promise<Pick<Rotation, 'forgotten' | 'kept'>> {
  const registered = await rows.query<{ key_id: string }>(
    {
      text: 'select key_id from encryption_keys where key_id <> $1 and activated_at is not null order by 1',
      values: [currentKeyId],
      touches: { reads: ['encryption_keys'] },
    },
    null,
  );
  const used = await rows.query<{ key_id: string; process_id: string }>(
    {
      text: `select key_id, process_id from processes where seen_at > now() - interval '${GONE_AFTER_MS} ms'`,
      values: [],
      touches: { reads: ['processes'] },
    },
    null,
  );
  const forgotten: string[] = [];
  const kept: { keyId: string; reason: string }[] = [];
  for (const { key_id: keyId } of registered) {
    const user = used.find((each) => each.key_id === keyId);
    const left = counts.filter((count) => count.keyId === keyId);
    const expiring = left.find(({ table }) => tables.some(({ expires, name }) => expires && name === table));
    if (user) {
      kept.push({
        keyId,
        reason: `process ${user.process_id} encrypts with it: run again when it knows the current one`,
      });
    } else if (expiring) {
      const text = `select max(expires_at) as until from ${expiring.table} where ${keyIdOf(expiring.column)} = $1`;
      const [row] = await rows.query<{ until: string }>(
        { text, values: [keyId], touches: { reads: [expiring.table] } },
        null,
      );
      const until = new Date(row!.until).toISOString();
      kept.push({
        keyId,
        reason: `${expiring.rows} rows of ${expiring.table} expire by ${until}: run again then`,
      });
    } else if (left.length > 0) {
      kept.push({ keyId, reason: `requests held ${left[0]!.rows} rows of ${left[0]!.table}: run again` });
    } else {
      await rows.query(
        {
          text: 'delete from encryption_keys where key_id = $1',
          values: [keyId],
          touches: { writes: ['encryption_keys'] },
        },
        null,
      );
      forgotten.push(keyId);
    }
  }
  return { forgotten, kept };
}
