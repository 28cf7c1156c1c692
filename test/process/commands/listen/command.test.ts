import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../kit/graphql.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { reusablePort } from '../../../shared/commands/listen/reusable-port.ts';

let service: TestService;
let shop: SeededMerchant;
let profileId: string;

beforeAll(async () => {
  service = await startTestService({ doesJobs: true, webhooks: { pollMs: 50 } });
  shop = await seedMerchant(service);
  ({ profileId } = shop);
});
afterAll(() => service.close());

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** The command as a separate process, its output line by line, and its exit. */
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

async function endpoints(): Promise<{ endpointId: string; url: string }[]> {
  const query = '{ webhookEndpoints { nodes { endpointId url } } }';
  return (await dataOf(service, shop.key, query)).webhookEndpoints.nodes;
}

async function sendTest(endpointId: string): Promise<void> {
  const mutation = `mutation ($input: SendTestWebhookInput!) {
    sendTestWebhook(input: $input) { userErrors { message } }
  }`;
  const { sendTestWebhook } = await dataOf(service, shop.key, mutation, { input: { profileId, endpointId } });
  expect(sendTestWebhook.userErrors).toEqual([]);
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'npm run listen receives signed webhooks until %s, then deletes its endpoint',
  async (signal) => {
    const args = ['--api-key', shop.key, '--url', service.url, '--port', '0', '--profile', profileId];
    const { child, ended, nextLine } = command(args);
    expect(await nextLine()).toContain(`merchant ${shop.merchantId}`);
    const [endpoint] = await endpoints();
    expect(await nextLine()).toContain(`${endpoint!.url}`);
    expect(await nextLine()).toBe('');

    await sendTest(endpoint!.endpointId);
    expect(await nextLine()).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}payment_succeeded .* signature ok {2}→ 200$/);

    // npm forwards a signal that the process has already received.
    child.kill(signal);
    child.kill(signal);
    expect(await nextLine()).toBe(`Deleted the endpoint ${endpoint!.url}.`);
    expect(await ended).toEqual({ code: 0, errors: '' });
    expect(await endpoints()).toEqual([]);
  },
);

test('npm run listen reuses the endpoint of a killed session, then deletes it', async () => {
  const args = ['--api-key', shop.key, '--url', service.url, '--port', String(reusablePort())];
  const killed = command(args);
  expect(await killed.nextLine()).toContain(`merchant ${shop.merchantId}`);
  const [left] = await endpoints();
  killed.child.kill('SIGKILL');
  await killed.ended;

  const { child, ended, nextLine } = command(args);
  expect(await nextLine()).toContain(`merchant ${shop.merchantId}`);
  expect(await endpoints()).toEqual([left]);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, errors: '' });
  expect(await endpoints()).toEqual([]);
});

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
