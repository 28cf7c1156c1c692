import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../kit/graphql.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { eventBody, post, signed } from '../../../shared/commands/listen/sender.ts';

const key = 'a key to sign with';
let service: TestService;
let shop: SeededMerchant;
let profileId: string;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  profileId = await shop.profile({ payment_response_hash_key: key });
});
afterAll(() => service.close());

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** The command as a process of its own, its lines as they come, and how it ends. */
function command(args: readonly string[]) {
  const child = spawn(process.execPath, ['dist/commands/switchyard.js', 'listen', ...args], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const errors: string[] = [];
  child.stderr.on('data', (text) => errors.push(String(text)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => ((await lines.next()).value as string | undefined) ?? null;
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, errors: errors.join('') }));
  return { child, nextLine, ended };
}

async function addressNow(): Promise<string | null> {
  const query = 'query ($id: ID!) { businessProfile(profileId: $id) { webhookDetails { webhookUrl } } }';
  const { businessProfile } = await dataOf(service, shop.key, query, { id: profileId });
  return businessProfile.webhookDetails?.webhookUrl ?? null;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'npm run listen listens until %s and then restores the webhook URL',
  async (signal) => {
    const args = ['--api-key', shop.key, '--url', service.url, '--port', '0', '--profile', profileId];
    const { child, ended, nextLine } = command(args);
    expect(await nextLine()).toContain(`merchant ${shop.merchantId}`);
    const address = await addressNow();
    expect(await nextLine()).toContain(`${address}`);
    expect(await nextLine()).toBe('');

    const body = eventBody('payment_created', 'payment', { payment_id: 'pay_1', status: 'processing' });
    expect((await post(address!, body, signed(key, body))).status).toBe(200);
    expect(await nextLine()).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}payment_created .* signature ok {2}→ 200$/);

    // npm passes a signal on that the process has had already.
    child.kill(signal);
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, errors: '' });
    expect(await addressNow()).toBeNull();
  },
);

test('npm run listen without a key prints its usage and fails', async () => {
  const { code, errors } = await command([]).ended;
  expect(code).toBe(2);
  expect(errors).toMatch(
    /^--api-key is missing: .*\n\nUsage: switchyard listen --api-key <key> \[options\]\n/,
  );
});

test('npm run listen reports a rejected key in one sentence', async () => {
  const { code, errors } = await command(['--api-key', 'sk_test_unknown', '--url', service.url]).ended;
  expect(code).toBe(1);
  expect(errors).toMatch(/^The service rejected the API key: [^\n]+\n$/);
});
