import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectedEvents, webhookEvents } from '../../../../src/connectors/stripe/events.ts';
import { stripeConnector } from '../../../../src/connectors/stripe/stripe.ts';
import { isFullRun } from '../../../kit/figure.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { API_KEY, StandIn } from '../../../shared/connectors/stripe/stand-in/server.ts';
import { dueWebhooks } from '../../../shared/connectors/stripe/stand-in/webhooks.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const paper = readFileSync(path.join(root, 'docs/stripe.md'), 'utf8');
const blocks = [...paper.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands!);

let standIn: StandIn;
let service: TestService;

beforeAll(async () => {
  standIn = new StandIn(() => new Date());
  await standIn.listen();
  const connector = stripeConnector({
    ...{ baseUrl: standIn.url, environment: 'test', now: () => new Date(), warn: () => {} },
  });
  service = await startTestService({ connectors: [connector] });
});
afterAll(async () => {
  await service.close();
  await standIn.close();
});

/** Runs commands in one shell. Only Stripe's address is replaced. */
const follow = (commands: string, env: Record<string, string>) =>
  promisify(execFile)(
    'bash',
    [
      '-euo',
      'pipefail',
      '-c',
      commands
        .replaceAll('https://api.stripe.com', standIn.url)
        .replaceAll('connector:check -- stripe', `connector:check -- stripe --base-url ${standIn.url}`),
    ],
    { cwd: root, env: { ...process.env, ...env } },
  );

// Only in a full run: it takes a minute, and the connector's suites cover the same steps.
test.runIf(isFullRun)('Following docs/stripe.md connects Stripe, pays and refunds', async () => {
  const shop = await seedMerchant(service);
  const { stdout } = await follow([...blocks, 'echo "account $ACCOUNT"'].join('\n'), {
    URL: service.url,
    API_KEY: shop.key,
    PUBLIC_URL: 'https://pay.example.com',
    STRIPE_KEY: API_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
  });
  expect(stdout).toMatch(/behaviours, 1 connectors: \d+ ✓, \d+ –, 0 ✗/);
  expect(stdout).toMatch(/^A good card is charged at once +✓$/m);
  expect(stdout).toMatch(/Removed customer cus_/);
  expect(stdout).toMatch(/"status":"succeeded","connector":"stripe","connector_transaction_id":"pi_/);
  expect(stdout).toMatch(/"refund_id":"\w+","status":"succeeded","amount":1099/);
  expect(standIn.violations).toEqual([]);

  // Stripe signs with the secret stored in the account.
  const [webhook] = dueWebhooks(standIn.state).slice(-1);
  const address = `${service.url}/webhooks/${shop.merchantId}/mca_stripe`;
  expect((await fetch(address, { method: 'POST', ...webhook! })).status).toBe(200);
});

test('docs/stripe.md subscribes to exactly the webhooks that the connector reads', () => {
  const asked = [...paper.matchAll(/enabled_events\[\]=([\w.]+)/g)].map(([, name]) => name);
  expect(asked).toEqual([...webhookEvents, ...connectedEvents]);
});

test('npm run connector:check refuses live keys and never prints them', async () => {
  const run = follow('npm run --silent connector:check -- stripe --key sk_live_abcdefgh', {});
  const ended = (await run.catch((error: unknown) => error)) as { code: number; stderr: string };
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^The key must be one of test mode/m),
  });
  expect(ended.stderr).not.toMatch(/abcdefgh/);
});
