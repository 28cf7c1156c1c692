import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { developmentSecrets } from '../../../src/dev/development-secrets.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('Development secrets are created once, and only their owner can read them', async () => {
  const dataDir = join(folder, 'secrets');
  const all = await Promise.all(Array.from({ length: 5 }, () => developmentSecrets(dataDir)));
  for (const each of all) expect(each).toEqual(all[0]);
  expect(all[0]!.adminApiKey).toMatch(/^admin_[0-9A-Za-z]{43}$/);
  expect(all[0]!.encryptionKey.length).toBe(32);
  for (const name of ['admin.key', 'encryption.key']) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
  }

  await writeFile(join(dataDir, 'encryption.key'), 'torn');
  await expect(developmentSecrets(dataDir)).rejects.toThrow(/encryption\.key does not hold 32 bytes/);
});
