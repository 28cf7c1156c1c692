import * as f from '../model/fields.ts';
import { Internal } from '../model/index.ts';

/**
 * A key that encrypts columns of this database, with a value encrypted under it: a process whose keys do not open it
 * does not start. The key itself is not stored.
 */
@Internal({ table: 'encryption_keys', id: 'key_id', owned: false })
export class EncryptionKey {
  @f.Text('Identifier of the key, as each ciphertext carries it.', { required: true }) key_id!: string;
  @f.Json('A known value under the key.', { required: true, encrypted: true }) sample!: Buffer;
  @f.Timestamp('When the key was first used.', { required: true }) created_at!: Date;
}
