import { readFile } from 'node:fs/promises';
import { type Config, ConfigError } from '../../config/config.ts';
import { keysIn } from '../../config/validators.ts';
import type { KeyEncryptingKey } from '../../core/foundation/ports/key-encrypting-key.ts';
import { localKey } from './local-keys.ts';

type KeySettings = Pick<
  Config,
  'aws' | 'encryptionKeyFile' | 'encryptionKeySources' | 'encryptionKeys' | 'production' | 'vault'
>;
type Source = Config['encryptionKeySources'][number];

/**
 * The key-encrypting keys of the settings, in the order of `ENCRYPTION_KEY_SOURCE`. Keys of `ENCRYPTION_KEY` that it does
 * not name come last: they still unwrap.
 *
 * @param generated Makes or reads the key of development.
 * @throws {ConfigError} naming a setting that is missing, or a file that cannot be read.
 */
export async function openKeySources(
  settings: KeySettings,
  generated: () => Promise<Buffer>,
): Promise<KeyEncryptingKey[]> {
  const sources = settings.encryptionKeySources;
  const isLocal = sources.some(({ kind }) => kind === 'local');
  const local = (await localSecrets(settings, isLocal ? generated : null)).map(localKey);
  const opened = await Promise.all(
    sources.map((source) => (source.kind === 'local' ? local : openSource(source, settings))),
  );
  return [...opened.flat(), ...(isLocal ? [] : local)];
}

/** The keys of `ENCRYPTION_KEY` or of its file. */
async function localSecrets(
  { encryptionKeyFile: file, encryptionKeys, production }: KeySettings,
  generated: (() => Promise<Buffer>) | null,
): Promise<readonly Buffer[]> {
  if (encryptionKeys !== null && file !== null)
    throw new ConfigError('ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set: set one of them.');
  if (encryptionKeys !== null) return encryptionKeys;
  if (file !== null) return keysInFile(file);
  if (generated === null) return [];
  if (production) throw new ConfigError('ENCRYPTION_KEY is not set (or ENCRYPTION_KEY_FILE).');
  return [await generated()];
}

async function keysInFile(file: string): Promise<Buffer[]> {
  const text = await secretIn('ENCRYPTION_KEY_FILE', file);
  try {
    return keysIn(text);
  } catch (error) {
    throw new ConfigError(`The file of ENCRYPTION_KEY_FILE ${(error as Error).message}.`);
  }
}

/** The text of a file with a secret, without white space around it. */
async function secretIn(variable: string, file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`The file of ${variable} cannot be read (${code}). Check the path and its rights.`);
  }
}

/** Loaded where it is used: most installations have one source. */
async function openSource(
  source: Exclude<Source, { kind: 'local' }>,
  settings: KeySettings,
): Promise<KeyEncryptingKey> {
  if (source.kind === 'vault') {
    const { address, namespace, token, tokenFile } = settings.vault;
    if (address === null) throw missing('vault', 'VAULT_ADDR');
    if (token === null && tokenFile === null) throw missing('vault', 'VAULT_TOKEN or VAULT_TOKEN_FILE');
    const { vaultKey } = await import('./vault-transit.ts');
    return vaultKey({
      ...{ address, key: source.key, mount: source.mount, namespace },
      // Read for each request: an agent renews it.
      token: async () => token ?? secretIn('VAULT_TOKEN_FILE', tokenFile!),
    });
  }
  const { accessKeyId, containerTokenFile, containerUri, endpoint, region, secretAccessKey, sessionToken } =
    settings.aws;
  if (region === null) throw missing('aws-kms', 'AWS_REGION');
  const { awsKmsKey, containerCredentials } = await import('./aws-kms.ts');
  const configured =
    accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey };
  if (configured === null && containerUri === null)
    throw missing('aws-kms', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return awsKmsKey({
    ...{ key: source.key, region },
    endpoint: endpoint ?? `https://kms.${region}.amazonaws.com`,
    credentials: async () =>
      configured
        ? { ...configured, sessionToken }
        : containerCredentials(
            containerUri!,
            containerTokenFile &&
              (await secretIn('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', containerTokenFile)),
          ),
  });
}

const missing = (source: string, variables: string) =>
  new ConfigError(`ENCRYPTION_KEY_SOURCE=${source} takes ${variables}, not set.`);
