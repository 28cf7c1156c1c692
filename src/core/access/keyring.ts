import { randomBytes } from 'node:crypto';
import {
  aesColumnEncryption,
  DATA_KEY_BYTES,
  type KeyedEncryption,
  keyId,
} from '../foundation/cryptography.ts';
import { type KeyEncryptingKey, KeyError, type WrappedKey } from '../foundation/ports/key-encrypting-key.ts';
import type { RowSource, Transact } from '../foundation/transaction.ts';

export interface KeyringParts {
  readonly transact: Transact;
  /** The key-encrypting keys: the first wraps, all unwrap. */
  readonly keks: readonly KeyEncryptingKey[];
}

/** The data keys of a database, unwrapped. */
export interface Keyring {
  /** Encrypts with the current data key, and decrypts with all. The object stays the same for the life of the process. */
  readonly encryption: KeyedEncryption;
  /**
   * Reads the data keys again, and unwraps new ones.
   *
   * @throws {KeyError} if one does not open.
   */
  refresh(): Promise<void>;
}

interface StoredKey {
  readonly key_id: string;
  readonly wrapped: string | null;
  readonly kek: string | null;
  readonly sample: Buffer;
}

/** The advisory lock of the process that creates the first data key: an arbitrary constant. */
const FIRST_KEY_LOCK = 7_120_403;

/**
 * Unwraps the data keys of a database, and creates the first if it has no key. This runs before the process serves
 * requests, so no value is encrypted without a stored key. Processes that start at the same time agree on one key.
 *
 * If a key of `ENCRYPTION_KEY` itself encrypts the values of the database, that key is wrapped here and stored as a data
 * key.
 *
 * @throws {KeyError} naming the key-encrypting key that is missing or refused: a payment whose card cannot be decrypted
 *   would stay in processing.
 */
export async function openKeyring(parts: KeyringParts): Promise<Keyring> {
  const known = new Map<string, Buffer>();
  let stored = await read(parts.transact);
  if (stored.length === 0) {
    await insertFirst(parts);
    stored = await read(parts.transact);
  }
  const encryption = aesColumnEncryption(await open(parts, stored, known));
  return {
    encryption,
    refresh: async () => encryption.replaceKeys(await open(parts, await read(parts.transact), known)),
  };
}

/**
 * SQL that orders data keys: the current key first, keys not yet in use last. Keys older than the wrapping of data keys
 * count as in use since their creation.
 */
export const BY_USE = `order by coalesce(activated_at, case when wrapped is null then created_at end) desc nulls last, key_id`;

const read = (transact: Transact): Promise<StoredKey[]> =>
  transact(null, ({ rows }) =>
    rows.query<StoredKey & object>(
      {
        text: `select key_id, wrapped, kek, sample from encryption_keys ${BY_USE}`,
        values: [],
        touches: { reads: ['encryption_keys'] },
      },
      null,
    ),
  );

async function open(
  { keks, transact }: KeyringParts,
  stored: readonly StoredKey[],
  known: Map<string, Buffer>,
): Promise<Buffer[]> {
  const keys = await Promise.all(
    stored.map(async (row) => known.get(row.key_id) ?? (await unwrap(keks, row))),
  );
  for (const [index, row] of stored.entries()) {
    known.set(row.key_id, keys[index]!);
    if (row.wrapped === null) await adopt(transact, keks[0]!, row.key_id, keys[index]!);
  }
  return keys;
}

/** Unwraps a data key, and checks that it encrypted the sample. */
async function unwrap(keks: readonly KeyEncryptingKey[], row: StoredKey): Promise<Buffer> {
  const wrapped = wrappedIn(row);
  const candidates = keks.filter((kek) => kek.opens(wrapped.kek));
  if (candidates.length === 0) throw new KeyError(missing(row.key_id, wrapped.kek, keks));
  const reasons: string[] = [];
  for (const kek of candidates) {
    try {
      const key = await kek.unwrap(wrapped, contextOf(row.key_id));
      if (key.length === DATA_KEY_BYTES && keyId(key) === row.key_id && opensSample(key, row)) return key;
      reasons.push(`${kek.id} opened another key.`);
    } catch (error) {
      if (!(error instanceof KeyError)) throw error;
      reasons.push(error.message);
    }
  }
  throw new KeyError(
    `The data key ${row.key_id} of the database, wrapped by ${wrapped.kek}, does not open. ${reasons.join(' ')}`,
  );
}

const wrappedIn = ({ kek, key_id: id, wrapped }: StoredKey): WrappedKey => ({
  wrapped,
  kek: kek ?? `local:${id}`,
});

/** The context that a wrapped data key is bound to. */
const contextOf = (id: string) => ({ purpose: 'switchyard-data-key', key_id: id });

const locationOf = (id: string) => ({ table: 'encryption_keys', column: 'sample', key: [id] });

function opensSample(key: Buffer, { key_id: id, sample }: StoredKey): boolean {
  try {
    return aesColumnEncryption([key]).decrypt(sample, locationOf(id)) === id;
  } catch {
    return false;
  }
}

function missing(id: string, kek: string, keks: readonly KeyEncryptingKey[]): string {
  const setting = kek.startsWith('local:') ? 'ENCRYPTION_KEY' : 'ENCRYPTION_KEY_SOURCE';
  return (
    `The database holds values encrypted with the data key ${id}, which ${kek} opens: a key that ${setting} does not ` +
    `name (there are ${keks.map((each) => each.id).join(', ')}). Add that key after the current one, joined by a comma.`
  );
}

/** A new data key, wrapped, with its columns. */
export async function newDataKey(kek: KeyEncryptingKey) {
  const key = randomBytes(DATA_KEY_BYTES);
  const id = keyId(key);
  const wrapped = await kek.wrap(key, contextOf(id));
  return { ...wrapped, key_id: id, sample: aesColumnEncryption([key]).encrypt(id, locationOf(id)) };
}

/** Inserts the first data key unless another process has just done so. */
async function insertFirst({ keks, transact }: KeyringParts): Promise<void> {
  // Before the transaction, which must not wait for another system.
  const { kek, key_id: id, sample, wrapped } = await newDataKey(keks[0]!);
  await transact(null, async ({ rows }) => {
    await rows.query(
      { text: 'select pg_advisory_xact_lock($1)', values: [FIRST_KEY_LOCK], touches: {} },
      null,
    );
    await rows.query(
      {
        text: `insert into encryption_keys (key_id, wrapped, kek, sample, created_at, activated_at)
               select $1, $2, $3, $4::bytea, now(), now() where not exists (select from encryption_keys)`,
        values: [id, wrapped, kek, sample],
        touches: { writes: ['encryption_keys'] },
      },
      null,
    );
  });
}

/** Wraps a key of `ENCRYPTION_KEY` that encrypts values. It is an ordinary data key from then on. */
async function adopt(transact: Transact, first: KeyEncryptingKey, id: string, key: Buffer): Promise<void> {
  const wrapped = await first.wrap(key, contextOf(id));
  await transact(null, ({ rows }) => storeWrapped(rows, id, wrapped, 'and wrapped is null'));
}

const storeWrapped = (rows: RowSource, id: string, { kek, wrapped }: WrappedKey, condition = '') =>
  rows.query(
    {
      text: `update encryption_keys set wrapped = $2, kek = $3, activated_at = coalesce(activated_at, created_at)
             where key_id = $1 ${condition}`,
      values: [id, wrapped, kek],
      touches: { writes: ['encryption_keys'] },
    },
    null,
  );

/**
 * Wraps every data key again, with the latest version of the first key-encrypting key. No value is encrypted again, and
 * running processes keep their data keys.
 *
 * @returns The former and the new key-encrypting key of each data key.
 */
export async function rewrapKeys({ keks, transact }: KeyringParts) {
  const moved: { readonly keyId: string; readonly from: string; readonly to: string }[] = [];
  for (const row of await read(transact)) {
    const wrapped = await keks[0]!.wrap(await unwrap(keks, row), contextOf(row.key_id));
    await transact(null, ({ rows }) => storeWrapped(rows, row.key_id, wrapped));
    moved.push({ keyId: row.key_id, from: wrappedIn(row).kek, to: wrapped.kek });
  }
  return moved;
}
