import type { Config } from '../config/config.ts';
import { type Keyring, openKeyring } from '../core/access/keyring.ts';
import type { KeyEncryptingKey } from '../core/foundation/ports/key-encrypting-key.ts';
import type { Transact } from '../core/foundation/transaction.ts';
import { development } from './development.ts';
import { openKeySources } from './keys/key-sources.ts';

/** The keys of a service. */
export interface ServiceSecrets {
  readonly adminApiKey: string;
  /** The data keys, which encrypt columns. */
  readonly keyring: Keyring;
}

/** Opens the keys of a migrated database, making in development those that no setting gives. */
export async function openSecrets(
  config: Config,
  transact: Transact,
): Promise<ServiceSecrets & { readonly keks: readonly KeyEncryptingKey[] }> {
  const generated = async () => (await development()).developmentSecrets(config.dataDir);
  const adminApiKey = config.adminApiKey ?? (await generated()).adminApiKey;
  const keks = await openKeySources(config, async () => (await generated()).encryptionKey);
  return { adminApiKey, keks, keyring: await openKeyring({ transact, keks }) };
}
