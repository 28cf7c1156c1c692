import type { KeyContext, KeyEncryptingKey } from '../../core/foundation/ports/key-encrypting-key.ts';
import { contextBytes, KeyError } from '../../core/foundation/ports/key-encrypting-key.ts';
import { urlPath } from '../../core/foundation/url-path.ts';
import { askKeyService, bytesIn } from './key-service.ts';

/** A key of the transit engine of HashiCorp Vault, or of OpenBao, which speaks the same. */
export interface VaultSettings {
  /** Where the engine is mounted: `transit`. */
  readonly mount: string;
  readonly key: string;
  /** Such as `https://vault.example.com:8200`. */
  readonly address: string;
  readonly namespace: string | null;
  readonly token: () => Promise<string>;
}

/** How to mend a refusal, by its status: https://developer.hashicorp.com/vault/api-docs#http-status-codes. */
const HELP: Readonly<Record<string, string>> = {
  unreachable: 'Check VAULT_ADDR and the network.',
  'decrypt 400': 'It was wrapped by another key or for another row of encryption_keys, or was changed.',
  'encrypt 400': 'ENCRYPTION_KEY_SOURCE names a key that does not exist, or does not encrypt.',
  403: 'Check VAULT_TOKEN: its policy has to allow update on encrypt and decrypt of the key of ENCRYPTION_KEY_SOURCE.',
  404: 'ENCRYPTION_KEY_SOURCE names an engine that is not mounted; with VAULT_NAMESPACE, there.',
  503: 'Vault is sealed: unseal it.',
};

/** A wrapped key names the version of the key: `vault:v1:` and Base64. */
const VERSION = /^vault:(v\d+):/;

/**
 * A key of Vault's transit engine, of an authenticated cipher such as `aes256-gcm96`. The context is its associated data:
 * https://developer.hashicorp.com/vault/api-docs/secret/transit#encrypt-data.
 */
export function vaultKey({ address, key, mount, namespace, token }: VaultSettings): KeyEncryptingKey {
  const id = `vault:${mount}/${key}`;
  const system = `Vault at ${address}`;
  const pathOf = (operation: string) =>
    [...mount.split('/'), operation, key].map((part) => urlPath`/${part}`).join('');
  const ask = async (operation: string, input: object, context: KeyContext) => {
    const answer = await askKeyService({
      system,
      url: `${address}/v1${pathOf(operation)}`,
      headers: {
        'content-type': 'application/json',
        'x-vault-request': 'true',
        'x-vault-token': await token(),
        ...(namespace ? { 'x-vault-namespace': namespace } : {}),
      },
      body: JSON.stringify({ ...input, associated_data: contextBytes(context).toString('base64') }),
      help: (code) =>
        HELP[`${operation} ${code}`] ??
        HELP[code] ??
        'Check ENCRYPTION_KEY_SOURCE, VAULT_ADDR and VAULT_TOKEN.',
    });
    return (answer.data ?? {}) as Readonly<Record<string, unknown>>;
  };
  return {
    id,
    opens: (kek) => kek.startsWith(`${id}:`),
    wrap: async (plaintext, context) => {
      const { ciphertext } = await ask('encrypt', { plaintext: plaintext.toString('base64') }, context);
      const version = VERSION.exec(String(ciphertext))?.[1];
      if (!version) throw new KeyError(`${system} answered without a wrapped key.`);
      return { wrapped: String(ciphertext), kek: `${id}:${version}` };
    },
    unwrap: async ({ wrapped }, context) =>
      bytesIn(system, (await ask('decrypt', { ciphertext: wrapped }, context)).plaintext),
  };
}
