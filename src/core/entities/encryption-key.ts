import * as f from '../model/fields.ts';
import { Internal } from '../model/index.ts';

/**
 * A data key, which encrypts columns of this database. It is stored wrapped, encrypted by a key-encrypting key that
 * is not in the database, with a value encrypted under it: a process that cannot decrypt this value does not start.
 * See `keyring.ts`.
 */
@Internal({ table: 'encryption_keys', id: 'key_id', owned: false })
export class EncryptionKey {
  @f.Text('Identifier of the key, as each ciphertext carries it.', { required: true }) key_id!: string;
  @f.Text('The encrypted key; null if it comes directly from `ENCRYPTION_KEY`.', { max: 8192 }) wrapped!:
    | string
    | null;
  @f.Text('The key-encrypting key that wrapped it, with its version.', { max: 2048 }) kek!: string | null;
  @f.Json('A known value under the key.', { required: true, encrypted: true }) sample!: Buffer;
  @f.Timestamp('Time at which the key was created.', { required: true }) created_at!: Date;
  @f.Timestamp(
    'Time from which it encrypts; the latest such key is in use. Null until every process knows it.',
  )
  activated_at!: Date | null;
}
