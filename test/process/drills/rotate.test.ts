import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { openKeySources } from '../../../src/service/keys/key-sources.ts';
import { awsKmsStandIn } from '../../kit/aws-kms-stand-in.ts';
import { createDatabase } from '../../kit/database.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { startTestService } from '../../kit/service.ts';
import { tablesOf } from '../../kit/tables-of.ts';
import { vaultStandIn } from '../../kit/vault-stand-in.ts';
import { startProcess } from '../../shared/reliability/process.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const KEY_ID = '1234abcd-12ab-34cd-56ef-1234567890ab';
const planted = { accessKeyId: 'AKIDPLANTED', secretAccessKey: 'planted-secret-access-key' };
const TOKEN = 'planted-vault-token';

/** Runs `switchyard rotate`. */
const rotate = (env: Record<string, string>, ...options: string[]) =>
  new Promise<{ code: number; output: string }>((ended) => {
    const args = ['dist/commands/switchyard.js', 'rotate', ...options];
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
      ended({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}`.trim() }),
    );
  });

test('Data keys move from AWS KMS to Vault and rotate while a process serves, without exposing a key', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-rotate-'));
  const kms = await awsKmsStandIn(planted, [KEY_ID]);
  const vault = await vaultStandIn({ token: TOKEN }, 'transit', ['switchyard']);
  onTestFinished(async () => {
    await Promise.all([kms.close(), vault.close(), rm(folder, { recursive: true, force: true })]);
  });
  const databaseUrl = await createDatabase();
  const common = { PATH: process.env.PATH!, DATABASE_URL: databaseUrl, DATA_DIR: path.join(folder, 'data') };
  const atKms = {
    ...common,
    ENCRYPTION_KEY_SOURCE: `aws-kms:${KEY_ID}`,
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_KMS: kms.url,
    AWS_ACCESS_KEY_ID: planted.accessKeyId,
    AWS_SECRET_ACCESS_KEY: planted.secretAccessKey,
  };
  const atVault = {
    ...common,
    ENCRYPTION_KEY_SOURCE: 'vault:transit/switchyard',
    VAULT_ADDR: vault.url,
    VAULT_TOKEN: TOKEN,
  };
  const inProcess = async (env: Record<string, string>) => {
    const keks = await openKeySources(readConfig(env), () =>
      Promise.reject(new Error('No key is generated.')),
    );
    return startTestService({ databaseUrl, keks });
  };
  const said: string[] = [];
  const run = async (...given: Parameters<typeof rotate>) => {
    const result = await rotate(...given);
    said.push(result.output);
    return result;
  };

  const first = await inProcess(atKms);
  const { merchantId } = await sandboxShop(first, { payment_response_hash_key: 'kept' });
  const former = first.encryption.keyIds[0]!;
  await first.stop();
  const serving = await startProcess(atKms);
  const made = await run(atKms, '--new-key');
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/^\w{8} encrypts new values\./) });
  const current = made.output.slice(0, 8);

  const both = { ...atKms, ...atVault, ENCRYPTION_KEY_SOURCE: `vault:transit/switchyard,aws-kms:${KEY_ID}` };
  const moved = await run(both, '--rewrap');
  const lines = [current, former].map(
    (id) => `${id}  aws-kms:${kms.arnOf(KEY_ID)} → vault:transit/switchyard:v1`,
  );
  expect(moved.output.split('\n').slice(0, 2)).toEqual(lines);
  // From now on nothing calls AWS KMS, and Vault's key gets a new version.
  vault.rotate('switchyard');
  expect((await run(atVault, '--rewrap')).output).toContain(
    'vault:transit/switchyard:v1 → vault:transit/switchyard:v2',
  );

  const again = await run(atVault);
  expect(again.output).toMatch(/^1?\d rows were encrypted again\. The current data key is/m);
  expect(again.output).toContain(current);
  const { output } = await run({ ...common, ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') });
  expect(output).toMatch(
    /vault:transit\/switchyard:v2 opens: a key that ENCRYPTION_KEY_SOURCE does not name/,
  );
  expect((await fetch(`${serving.url}/health/ready`)).status).toBe(200);
  serving.child.kill('SIGTERM');
  expect(await serving.ended).toBe(0);

  const last = await inProcess(atVault);
  expect(last.encryption.keyIds[0]).toBe(current);
  const column = 'payment_response_hash_key';
  const text = `select ${column} as sealed from merchant_accounts where merchant_id = $1`;
  const [row] = await last.database.rows.query<{ sealed: Buffer }>({ text, values: [merchantId] }, null);
  const location = { table: 'merchant_accounts', column, key: [merchantId] };
  expect(last.encryption.decrypt(row!.sealed, location)).toBe('kept');

  const everything = JSON.stringify([
    said,
    serving.lines,
    first.logs,
    last.logs,
    await tablesOf(last.database),
  ]);
  await last.close();
  const keys = [...kms.plaintexts, ...vault.plaintexts];
  expect(keys).toHaveLength(6);
  for (const key of keys)
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(everything).not.toContain(key.toString(form));
  expect(everything).not.toMatch(/planted/i);
});
