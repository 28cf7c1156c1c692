import { type Keyring, openKeyring } from '../../src/core/access/keyring.ts';
import type { Database } from '../../src/database/database.ts';
import { localKey } from '../../src/service/keys/local-keys.ts';

/** The data keys of a database, opened with a key-encrypting key as a service does. */
export const localKeyring = ({ transact }: Pick<Database, 'transact'>, key: Buffer): Promise<Keyring> =>
  openKeyring({ transact, keks: [localKey(key)] });
