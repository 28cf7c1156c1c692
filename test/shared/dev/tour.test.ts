import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoKeys, loadDemo } from '../../../src/dev/demo/load.ts';
import { specifiedOperations } from '../../../src/rest/operations.ts';
import { createDatabase } from '../../kit/database.ts';
import { startTestService, type TestService } from '../../kit/service.ts';

const script = fileURLToPath(new URL('../../../src/dev/tour.sh', import.meta.url));
const run = promisify(execFile);

let service: TestService;
let keys: DemoKeys;

beforeAll(async () => {
  const encryptionKey = randomBytes(32);
  service = await startTestService({ databaseUrl: await createDatabase(), encryptionKey, doesJobs: true });
  const { database, encryption } = service;
  const amounts = { payments: 120, merchants: 1 };
  [keys] = (await loadDemo({ database, encryption, amounts, publicUrl: service.url })) as [DemoKeys];
});
afterAll(() => service.close(), 60_000);

test('tour.sh gets a 200 from each of the nineteen operations and completes its story', async () => {
  const env = {
    ...process.env,
    URL: service.url,
    API_KEY: keys.apiKey,
    PUBLISHABLE_KEY: keys.publishableKey,
    ADMIN_API_KEY: service.adminApiKey,
  };
  const { stdout } = await run('bash', [script], { env });
  for (const { method, number, path } of specifiedOperations) {
    const filled = path.replaceAll(/[{:]\w+}?/g, '[^/ ]+');
    expect(stdout).toMatch(new RegExp(`^ ?${number}  200  ${method.toUpperCase()} ${filled}  \\w`, 'm'));
  }
  expect(stdout).toContain('https://shop.example.com/thanks');
  expect(stdout).toMatch(/dispute_opened.*dispute_won.*success.*The tour is complete/s);
});

test('tour.sh names a missing key', async () => {
  const failure = run('bash', [script], { env: { PATH: process.env.PATH } });
  await expect(failure).rejects.toThrow(/Set API_KEY/);
});
