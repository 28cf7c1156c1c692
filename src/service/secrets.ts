import type { Config } from '../config/config.ts';
import { type Keyring, type KeyringParts, openKeyring } from '../core/access/keyring.ts';
import type { Transact } from '../core/foundation/transaction.ts';
import { development } from './development.ts';
import { openKeySources } from './keys/key-sources.ts';

/** The keys of a service. */
export interface ServiceSecrets {
  readonly adminApiKey: string;
  /** The data keys, which encrypt columns. */
  readonly keyring: Keyring;
}

const generatedSecrets = async ({ dataDir }: Config) => (await development()).developmentSecrets(dataDir);

/** Opens the data keys of a migrated database by the key-encrypting keys of the settings, or by the development key. */
export async function openKeys(
  config: Config,
  transact: Transact,
): Promise<KeyringParts & { readonly keyring: Keyring }> {
  const keks = await openKeySources(config, async () => (await generatedSecrets(config)).encryptionKey);
  return { keks, transact, keyring: await openKeyring({ transact, keks }) };
}

/** Opens the keys of a service on a migrated database, and generates missing keys in development. */
export async function openSecrets(config: Config, transact: Transact): Promise<ServiceSecrets> {
  const adminApiKey = config.adminApiKey ?? (await generatedSecrets(config)).adminApiKey;
  return { adminApiKey, keyring: (await openKeys(config, transact)).keyring };
}
