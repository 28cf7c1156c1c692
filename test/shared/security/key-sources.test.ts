import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import type { KeyEncryptingKey } from '../../../src/core/foundation/ports/key-encrypting-key.ts';
import { openKeySources } from '../../../src/service/keys/key-sources.ts';
import { localKey } from '../../../src/service/keys/local-keys.ts';
import { awsKmsStandIn } from '../../kit/aws-kms-stand-in.ts';
import { type KeyStandIn, serveKeys } from '../../kit/key-stand-in.ts';
import { vaultStandIn } from '../../kit/vault-stand-in.ts';

const context = { purpose: 'test', key_id: '1a2b3c4d' };
const credentials = {
  accessKeyId: 'AKIDPLANTED',
  secretAccessKey: 'planted-secret-access-key',
  sessionToken: 'planted-session-token',
};
const [TOKEN, KEY_ID, OTHER_ID] = [
  'planted-vault-token',
  '1234abcd-12ab-34cd-56ef-1234567890ab',
  'ffffabcd-12ab-34cd-56ef-1234567890ab',
];
const [first, second] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64')) as [
  string,
  string,
];

let folder: string;
let kms: Awaited<ReturnType<typeof awsKmsStandIn>>;
let vault: Awaited<ReturnType<typeof vaultStandIn>>;
let container: KeyStandIn;
let settings: Record<
  'container' | 'environment' | 'file' | 'kms' | 'vault' | 'vaultFile',
  Record<string, string>
>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchyard-keys-'));
  kms = await awsKmsStandIn(credentials, [KEY_ID, OTHER_ID]);
  vault = await vaultStandIn({ token: TOKEN, namespace: 'payments' }, 'engines/transit', [
    'switchyard',
    'other',
  ]);
  container = await serveKeys(({ headers, method }) => {
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token } = credentials;
    if (method !== 'GET' || headers.authorization !== TOKEN) return { status: 401, body: {} };
    return { status: 200, body: { AccessKeyId, SecretAccessKey, Token, Expiration: '2099-01-01T00:00:00Z' } };
  });
  const [keyFile, tokenFile] = ['key', 'token'].map((name) => path.join(folder, name)) as [string, string];
  await writeFile(keyFile, `${first}\n`);
  await writeFile(tokenFile, `${TOKEN}\n`);
  const aws = {
    ENCRYPTION_KEY_SOURCE: `aws-kms:${KEY_ID}`,
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_KMS: kms.url,
  };
  const transit = {
    ENCRYPTION_KEY_SOURCE: 'vault:engines/transit/switchyard',
    VAULT_ADDR: vault.url,
    VAULT_NAMESPACE: 'payments',
  };
  settings = {
    environment: { ENCRYPTION_KEY: first },
    file: { ENCRYPTION_KEY_FILE: keyFile },
    kms: {
      ...aws,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
    },
    container: {
      ...aws,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${container.url}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
    },
    vault: { ...transit, VAULT_TOKEN: TOKEN },
    vaultFile: { ...transit, VAULT_TOKEN_FILE: tokenFile },
  };
});
afterAll(async () => {
  await Promise.all([kms, vault, container].map((standIn) => standIn.close()));
  await rm(folder, { recursive: true, force: true });
});

const never = () => Promise.reject(new Error('No key is generated.'));
const open = (environment: Record<string, string>) => openKeySources(readConfig(environment), never);
const openOne = async (environment: Record<string, string>) => (await open(environment))[0]!;

/** The message of refused work, without secrets. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const message = await work.then(
    () => 'not refused',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(message).not.toMatch(/planted/i);
  for (const key of [first, second]) expect(message).not.toContain(key);
  return message;
}

test.for([
  ['environment', /^local:[0-9a-f]{8}$/],
  ['file', /^local:[0-9a-f]{8}$/],
  ['kms', new RegExp(`^aws-kms:arn:aws:kms:eu-central-1:\\d{12}:key/${KEY_ID}$`)],
  ['container', new RegExp(`^aws-kms:arn:aws:kms:eu-central-1:\\d{12}:key/${KEY_ID}$`)],
  ['vault', /^vault:engines\/transit\/switchyard:v\d+$/],
  ['vaultFile', /^vault:engines\/transit\/switchyard:v\d+$/],
] as const)(
  'A key from %s wraps a data key, which opens only with it and its context',
  async ([source, name]) => {
    const kek = await openOne(settings[source]);
    const key = randomBytes(32);
    const wrapped = await kek.wrap(key, context);
    expect(wrapped.kek).toMatch(name);
    expect(wrapped.wrapped).not.toContain(key.toString('base64'));
    expect(kek.opens(wrapped.kek)).toBe(true);
    expect(await kek.unwrap(wrapped, context)).toEqual(key);
    const elsewhere = { ...context, key_id: 'ffffffff' };
    expect(await refusal(kek.unwrap(wrapped, elsewhere))).toMatch(
      /^KeyError: .*encryption_keys.* changed\.$/,
    );
  },
);

test.for([
  [
    'kms',
    { AWS_SECRET_ACCESS_KEY: 'planted-other' },
    /InvalidSignatureException\. Check AWS_SECRET_ACCESS_KEY/,
  ],
  [
    'kms',
    { AWS_SESSION_TOKEN: '' },
    /UnrecognizedClientException\. Check AWS_ACCESS_KEY_ID and AWS_SESSION_TOKEN/,
  ],
  ['kms', { AWS_REGION: 'eu-west-1' }, /InvalidSignatureException.*AWS_REGION/],
  ['kms', { ENCRYPTION_KEY_SOURCE: 'aws-kms:alias/none' }, /NotFoundException\. ENCRYPTION_KEY_SOURCE names/],
  ['kms', { AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:1' }, /cannot be reached \(\w+\)\. Check AWS_REGION/],
  ['container', { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/none' }, /_TOKEN_FILE cannot be read \(ENOENT\)/],
  ['vault', { VAULT_TOKEN: 'planted-other' }, /answered 403\. Check VAULT_TOKEN/],
  ['vault', { VAULT_NAMESPACE: '' }, /answered 404\. ENCRYPTION_KEY_SOURCE names an engine.*VAULT_NAMESPACE/],
  ['vault', { ENCRYPTION_KEY_SOURCE: 'vault:transit/switchyard' }, /answered 404\./],
  ['vault', { ENCRYPTION_KEY_SOURCE: 'vault:engines/transit/none' }, /answered 403\..*policy/],
  ['vault', { VAULT_ADDR: 'http://127.0.0.1:1' }, /cannot be reached \(\w+\)\. Check VAULT_ADDR/],
  [
    'file',
    { ENCRYPTION_KEY_FILE: '/none/planted' },
    /The file of ENCRYPTION_KEY_FILE cannot be read \(ENOENT\)/,
  ],
  ['file', { ENCRYPTION_KEY: first }, /ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set/],
  ['kms', { AWS_REGION: '' }, /ENCRYPTION_KEY_SOURCE=aws-kms takes AWS_REGION/],
  ['kms', { AWS_SECRET_ACCESS_KEY: '' }, /takes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ['vault', { VAULT_ADDR: '' }, /ENCRYPTION_KEY_SOURCE=vault takes VAULT_ADDR/],
  ['vault', { VAULT_TOKEN: '' }, /takes VAULT_TOKEN or VAULT_TOKEN_FILE/],
  [
    'environment',
    { ENCRYPTION_KEY_SOURCE: 'gcp:planted' },
    /ENCRYPTION_KEY_SOURCE is wrong \(local, aws-kms:/,
  ],
] as const)('%s with %j is refused, naming the faulty setting', async ([source, wrong, message]) => {
  const work = async () => (await openOne({ ...settings[source], ...wrong })).wrap(randomBytes(32), context);
  expect(await refusal(work())).toMatch(message);
});

test('Only configured keys open, whatever the database contains', async () => {
  const key = randomBytes(32);
  const [named, other] = await Promise.all([
    openOne(settings.kms),
    openOne({ ...settings.kms, ENCRYPTION_KEY_SOURCE: `aws-kms:${OTHER_ID}` }),
  ]);
  const wrapped = await other.wrap(key, context);
  expect(await refusal(named.unwrap(wrapped, context))).toMatch(
    /IncorrectKeyException.*ENCRYPTION_KEY_SOURCE, by its ARN/,
  );
  const [transit, foreign] = await Promise.all([
    openOne(settings.vault),
    openOne({ ...settings.vault, ENCRYPTION_KEY_SOURCE: 'vault:engines/transit/other' }),
  ]);
  const sealed = await foreign.wrap(key, context);
  expect(transit.opens(sealed.kek)).toBe(false);
  expect(await refusal(transit.unwrap(sealed, context))).toMatch(
    /answered 400\. It was wrapped by another key/,
  );
});

test('A key rotated by its system still opens data wrapped by a former version', async () => {
  const key = randomBytes(32);
  const transit = await openOne(settings.vault);
  const before = await transit.wrap(key, context);
  vault.rotate('switchyard');
  const after = await transit.wrap(key, context);
  const version = ({ kek }: { kek: string }) => Number(/:v(\d+)$/.exec(kek)![1]);
  expect(version(after)).toBe(version(before) + 1);
  for (const wrapped of [before, after]) expect(await transit.unwrap(wrapped, context)).toEqual(key);

  kms.aliases.set('alias/switchyard', KEY_ID);
  const alias = {
    ...settings.kms,
    ENCRYPTION_KEY_SOURCE: `aws-kms:alias/switchyard,aws-kms:${kms.arnOf(KEY_ID)}`,
  };
  const keks = await open(alias);
  const wrapped = await keks[0]!.wrap(key, context);
  kms.aliases.set('alias/switchyard', OTHER_ID);
  expect(await refusal(keks[0]!.unwrap(wrapped, context))).toMatch(/IncorrectKeyException/);
  expect(await keks[1]!.unwrap(wrapped, context)).toEqual(key);
});

test('A busy system is retried, and its message is not repeated', async () => {
  const kek = await openOne(settings.vault);
  const busy = { status: 503, body: { errors: ['planted: sealed'] } };
  vault.next.push(busy);
  expect((await kek.wrap(randomBytes(32), context)).kek).toContain('vault:');
  vault.next.push(busy, busy, busy);
  expect(await refusal(kek.wrap(randomBytes(32), context))).toMatch(
    /answered 503\. Vault is sealed: unseal it\.$/,
  );
  vault.next.push({ status: 200, body: { data: { ciphertext: 'planted' } } });
  expect(await refusal(kek.wrap(randomBytes(32), context))).toMatch(/answered without a wrapped key/);
});

test('Sources keep their order, and ENCRYPTION_KEY opens even if another source wraps', async () => {
  const ids = async (environment: Record<string, string>) =>
    (await open(environment)).map(({ id }: KeyEncryptingKey) => id.replace(/:.*/, ''));
  const keys = { ...settings.kms, ...settings.vault, ENCRYPTION_KEY: `${first},${second}` };
  const source = (list: string) => ({ ...keys, ENCRYPTION_KEY_SOURCE: list });
  expect(await ids(source(`aws-kms:${KEY_ID}`))).toEqual(['aws-kms', 'local', 'local']);
  expect(await ids(source(`local, vault:engines/transit/switchyard`))).toEqual(['local', 'local', 'vault']);
});

test('Production requires a key from one source, sent over an encrypted connection', () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://switchyard@db/switchyard',
    ADMIN_API_KEY: 'Zm9yLXRoZS10ZXN0LW9ubHkhISE',
    SWITCHYARD_ENV: 'live',
    PUBLIC_URL: 'https://pay.example.com',
  };
  expect(() => readConfig(production)).toThrow(/ENCRYPTION_KEY is not set/);
  const local = { ENCRYPTION_KEY_SOURCE: 'aws-kms:alias/local' };
  expect(readConfig({ ...production, ...local }).encryptionKeys).toBeNull();
  const both = { ENCRYPTION_KEY_SOURCE: 'aws-kms:alias/some, local' };
  expect(() => readConfig({ ...production, ...both })).toThrow(/ENCRYPTION_KEY is not set/);
  for (const source of ['kms', 'vault', 'file'] as const)
    expect(readConfig({ ...production, ...settings[source] }).encryptionKeys).toBeNull();
  for (const name of ['VAULT_ADDR', 'AWS_ENDPOINT_URL_KMS']) {
    const plain = { ...production, ...settings.vault, [name]: 'http://keys.example.com' };
    expect(() => readConfig(plain)).toThrow(`${name} must start with https://`);
  }
});

test('A wrapped key opens only with its exact key and context', async () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((all) => Buffer.from(all));
  const contexts = fc.dictionary(fc.string(), fc.string(), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(bytes, bytes, contexts, fc.nat(), async (secret, key, given, at) => {
      const kek = localKey(secret);
      const wrapped = await kek.wrap(key, given);
      const turned = Object.fromEntries(Object.entries(given).reverse());
      expect(await kek.unwrap(wrapped, turned)).toEqual(key);
      const flip = (buffer: Buffer) => {
        const copy = Buffer.from(buffer);
        copy[(at >> 3) % copy.length]! ^= 1 << (at & 7);
        return copy;
      };
      const changed = flip(Buffer.from(wrapped.wrapped!, 'base64')).toString('base64');
      await expect(kek.unwrap({ ...wrapped, wrapped: changed }, given)).rejects.toThrow('did not wrap it');
      await expect(localKey(flip(secret)).unwrap(wrapped, given)).rejects.toThrow('did not wrap it');
      await expect(kek.unwrap(wrapped, { ...given, more: '' })).rejects.toThrow('did not wrap it');
    }),
  );
});
