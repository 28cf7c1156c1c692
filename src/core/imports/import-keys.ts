import { createPrivateKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, compactDecrypt, decodeProtectedHeader, exportJWK, type JWK } from 'jose';
import { ImportKey } from '../entities/payment-method-import.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { Ports } from '../foundation/ports/ports.ts';
import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';
import { decryptField, encryptField } from '../writes/apply-changes.ts';

/** The only accepted encryption algorithms of files. */
const KEY_ALGORITHM = 'RSA-OAEP-256';
const CONTENT_ALGORITHM = 'A256GCM';
const MODULUS_BITS = 3072;

/** A public key of the service. */
@ValueObject({ about: 'A public key of the service, as a JWK (RFC 7517).' })
class ImportPublicKey {
  @f.Text('Type of the key.', { required: true, example: 'RSA' }) kty!: string;
  @f.Text('Identifier of the key.', {
    required: true,
    example: 'jKjA0ZPHrQTg0hBBzNGRX4V4vTsC8jZwP5s3u8jNw_4',
  })
  kid!: string;
  @f.Text('Use of the key.', { required: true, example: 'enc' }) use!: string;
  @f.Text('Algorithm for encrypting the content key.', {
    required: true,
    example: KEY_ALGORITHM,
  })
  alg!: string;
  @f.Text('Modulus.', { required: true, max: 1024, example: 'tZbq0…' }) n!: string;
  @f.Text('Exponent.', { required: true, example: 'AQAB' }) e!: string;
}

/** The public keys for encrypting files. */
@ValueObject({ about: 'Public keys for encrypting files, as a JWK set (RFC 7517).' })
export class ImportPublicKeys {
  @f.ObjectList(() => ImportPublicKey, 'The keys; use the first.', { required: true })
  keys!: ImportPublicKey[];
}

/** Returns the service's public keys. The first call creates a key pair; concurrent calls agree on one. */
export async function importPublicKeys(ctx: Context): Promise<ImportPublicKeys> {
  const known = await readKeys(ctx);
  if (known.length > 0) return { keys: known };
  // Creating a pair takes a second of CPU time, so concurrent calls in a process share one.
  const { ports } = ctx;
  const making = beingMade.get(ports) ?? makeFirst(ctx).finally(() => beingMade.delete(ports));
  beingMade.set(ports, making);
  await making;
  return { keys: await readKeys(ctx) };
}

const beingMade = new WeakMap<Ports, Promise<void>>();

async function makeFirst(ctx: Context): Promise<void> {
  const pair = await newKey(ctx);
  await ctx.transact(null, async ({ em, rows }) => {
    await rows.query(
      { text: 'select pg_advisory_xact_lock($1)', values: [FIRST_KEY_LOCK], touches: {} },
      null,
    );
    if ((await em.count(ImportKey)) === 0) await em.persist(pair).flush();
  });
}

/** The advisory lock of the process that creates the first key: an arbitrary constant. */
const FIRST_KEY_LOCK = 7_120_411;

async function readKeys(ctx: Context): Promise<ImportPublicKey[]> {
  const text = 'select public_jwk from import_keys order by created_at desc, kid';
  const found = await ctx.rows.query<{ public_jwk: ImportPublicKey }>(
    { text, values: [], touches: { reads: ['import_keys'] } },
    null,
  );
  return found.map(({ public_jwk }) => public_jwk);
}

async function newKey(ctx: Context): Promise<ImportKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
  const jwk: JWK = await exportJWK(publicKey);
  const key = new ImportKey();
  key.kid = await calculateJwkThumbprint(jwk);
  key.public_jwk = { ...jwk, kid: key.kid, use: 'enc', alg: KEY_ALGORITHM };
  key.created_at = ctx.ports.now();
  encryptField(ctx, key, 'private_key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return key;
}

const unreadable = (why: string) =>
  invalidParameter(
    'body',
    `The body ${why}: it must be a compact JWE with ${KEY_ALGORITHM} and ${CONTENT_ALGORITHM} for a key of GET /imports/public_key, uncompressed.`,
  );

/**
 * Decrypts a file that was encrypted for a key of the service.
 *
 * @param jwe In the compact serialization.
 * @throws {Problem} `invalid_parameter`, which quotes nothing from it.
 */
export async function decryptFile(ctx: Context, jwe: Buffer): Promise<Buffer> {
  const end = jwe.length > 0 && jwe.at(-1) === 0x0a ? jwe.length - 1 : jwe.length;
  const compact = jwe.subarray(0, end);
  const key = await ctx.transact(null, ({ em }) => em.findOne(ImportKey, { kid: keyIdOf(compact) }));
  if (!key) throw unreadable('is encrypted for another key');
  const privateKey = createPrivateKey(String(decryptField(ctx, key, 'private_key')));
  try {
    const { plaintext } = await compactDecrypt(compact, privateKey, {
      keyManagementAlgorithms: [KEY_ALGORITHM],
      contentEncryptionAlgorithms: [CONTENT_ALGORITHM],
      maxDecompressedLength: 0,
    });
    return Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.byteLength);
  } catch {
    throw unreadable('cannot be decrypted');
  }
}

const HEADER_MAX = 4096;

function keyIdOf(compact: Buffer): string {
  try {
    // The header ends at the first dot; the rest, which may be long, is not needed.
    const header = compact.subarray(0, Math.max(0, compact.subarray(0, HEADER_MAX).indexOf('.')));
    const { kid } = decodeProtectedHeader(`${header.toString('latin1')}....`);
    if (typeof kid === 'string') return kid;
  } catch {
    // Not a JWE, or not in this serialization.
  }
  throw unreadable('names no key in the `kid` of its header');
}
