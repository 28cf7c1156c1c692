import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { serveKeys } from './key-stand-in.ts';

interface Known {
  readonly token: string;
  readonly namespace?: string;
}

/** Errors are an array of texts: https://developer.hashicorp.com/vault/api-docs#error-response. */
const refused = (status: number, error: string) => ({ status, body: { errors: [error] } });

const isBase64 = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(value);

/**
 * The transit engine of HashiCorp Vault with `aes256-gcm96` keys, following
 * https://developer.hashicorp.com/vault/api-docs/secret/transit. Each key has versions, of which the latest encrypts.
 * It refuses unknown requests.
 *
 * @param mount The mount path of the engine.
 * @param keys Names of its keys.
 */
export async function vaultStandIn({ namespace, token }: Known, mount: string, keys: readonly string[]) {
  const versions = new Map(keys.map((name) => [name, [randomBytes(32)]]));
  const plaintexts: Buffer[] = [];
  const encrypt = (
    name: string,
    { associated_data: aad = '', plaintext, ...rest }: Record<string, unknown>,
  ) => {
    const known = versions.get(name);
    // With the capability `create` Vault would create the key; this token may only update.
    if (!known) return refused(403, 'permission denied');
    if (!isBase64(plaintext) || !isBase64(aad) || Object.keys(rest).length > 0)
      return refused(400, 'failed to base64-decode plaintext');
    const bytes = Buffer.from(plaintext, 'base64');
    plaintexts.push(bytes);
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', known.at(-1)!, nonce).setAAD(Buffer.from(aad, 'base64'));
    const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    const ciphertext = `vault:v${known.length}:${sealed.toString('base64')}`;
    return { status: 200, body: { lease_id: '', data: { ciphertext, key_version: known.length } } };
  };
  const decrypt = (
    name: string,
    { associated_data: aad = '', ciphertext, ...rest }: Record<string, unknown>,
  ) => {
    const known = versions.get(name);
    if (!known) return refused(400, 'encryption key not found');
    const [, version, sealed] = /^vault:v(\d+):([\w+/=]+)$/.exec(String(ciphertext)) ?? [];
    const key = known[Number(version) - 1];
    if (!key || !isBase64(aad) || Object.keys(rest).length > 0)
      return refused(400, 'invalid ciphertext: no prefix');
    try {
      const bytes = Buffer.from(sealed!, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(aad, 'base64')).setAuthTag(bytes.subarray(-16));
      const plaintext = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
      return { status: 200, body: { lease_id: '', data: { plaintext: plaintext.toString('base64') } } };
    } catch {
      return refused(400, 'cipher: message authentication failed');
    }
  };
  const standIn = await serveKeys(({ headers, method, url }, body) => {
    // https://developer.hashicorp.com/vault/api-docs#authentication and #namespaces.
    if (headers['x-vault-namespace'] !== namespace) return refused(404, 'no handler for route');
    if (headers['x-vault-token'] !== token) return refused(403, 'permission denied');
    const [, at, operation, name] = /^\/v1\/(.+)\/(encrypt|decrypt)\/([^/]+)$/.exec(String(url)) ?? [];
    if (at !== mount || method !== 'POST') return refused(404, `no handler for route "${url}"`);
    return (operation === 'encrypt' ? encrypt : decrypt)(name!, JSON.parse(body));
  });
  return {
    ...standIn,
    plaintexts,
    /** Adds a version to a key. */
    rotate: (name: string) => versions.get(name)!.push(randomBytes(32)),
  };
}
