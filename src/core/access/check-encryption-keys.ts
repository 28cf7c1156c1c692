import type { ColumnEncryption } from '../foundation/cryptography.ts';
import { OperatorError } from '../foundation/operator-error.ts';
import type { Transact } from '../foundation/transaction.ts';

/** Thrown at start if the configured encryption keys do not decrypt the database's contents. */
export class EncryptionKeyError extends OperatorError {
  override readonly name = 'EncryptionKeyError';
}

/**
 * Registers the current encryption key, and checks that every key the database was ever encrypted with is configured:
 * a payment whose card cannot be decrypted would stay in processing.
 *
 * @throws {EncryptionKeyError} naming the keys that are missing.
 */
export async function checkEncryptionKeys(
  transact: Transact,
  encryption: ColumnEncryption,
  now: Date,
): Promise<void> {
  await transact(null, async ({ rows }) => {
    const text = 'select key_id, sample from encryption_keys';
    const known = await rows.query<{ key_id: string; sample: Buffer }>(
      { text, values: [], touches: { reads: ['encryption_keys'] } },
      null,
    );
    const missing = known.filter(({ key_id: keyId, sample }) => !opens(encryption, keyId, sample));
    if (missing.length > 0) throw new EncryptionKeyError(explain(missing.map((key) => key.key_id)));
    const current = encryption.keyIds[0]!;
    if (known.some((key) => key.key_id === current)) return;
    await rows.query(
      {
        text: `insert into encryption_keys (key_id, sample, created_at) values ($1, $2, $3::timestamptz)
               on conflict do nothing`,
        values: [current, encryption.encrypt(current, locationOf(current)), now.toISOString()],
        touches: { writes: ['encryption_keys'] },
      },
      null,
    );
  });
}

const locationOf = (keyId: string) => ({ table: 'encryption_keys', column: 'sample', key: [keyId] });

function opens(encryption: ColumnEncryption, keyId: string, sample: Buffer): boolean {
  try {
    return encryption.decrypt(sample, locationOf(keyId)) === keyId;
  } catch {
    return false;
  }
}

const explain = (keyIds: readonly string[]) =>
  `The database holds values encrypted with a key that ENCRYPTION_KEY does not name (${keyIds.join(', ')}). ` +
  'Add that key after the current one, joined by a comma.';
