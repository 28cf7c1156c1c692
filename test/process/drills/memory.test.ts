import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { cards, graphqlCardOf } from '../../kit/sandbox-shop.ts';
import { startArguments, startProcess } from '../../shared/reliability/process.ts';

const LIMIT_MB = 300;
const PAYMENTS = 20;
const REQUESTS = 20_000;
const CONNECTIONS = 16;
const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;

const residentMb = (pid: number) =>
  (Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) * 1024) / 1_000_000;

// Other tests on the machine delay garbage collection.
test(`A process stays below ${LIMIT_MB} MB under the load of a dashboard`, { timeout: 300_000 }, async ({
  task,
}) => {
  const environment = {
    DATABASE_URL: await createDatabase(),
    ADMIN_API_KEY: adminApiKey,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'production',
    SWITCHYARD_ENV: 'test',
    RATE_LIMITS: 'false',
    READ_WAIT_MS: '30000',
  };
  const service = await startProcess(environment, startArguments);
  try {
    const key = await shopWithPayments(service.url);
    const body = { query: exampleTabs[0]!.query, variables: { first: PAYMENTS } };
    let [asked, largestMb] = [0, 0];
    const ask = async () => {
      while (asked < REQUESTS) {
        asked += 1;
        const { status, body: answer } = await clientOf(service).post('/graphql', { key, body });
        expect(status).toBe(200);
        expect(answer.data.payments.nodes).toHaveLength(PAYMENTS);
        if (asked % 100 === 0) largestMb = Math.max(largestMb, residentMb(service.child.pid!));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, ask));
    figure(task, `${Math.round(largestMb)} MB at most in ${REQUESTS} requests`);
    expect(largestMb).toBeGreaterThan(0);
    expect(largestMb).toBeLessThan(LIMIT_MB);
  } finally {
    service.child.kill('SIGKILL');
    await service.ended;
  }
});

/** Creates a merchant with payments, and returns its key. */
async function shopWithPayments(url: string): Promise<string> {
  const service = { url, statements: [] };
  const made = await clientOf(service).post('/accounts', { key: adminApiKey, body: { merchant_id: 'shop' } });
  expect(made.status).toBe(200);
  const keyInput = { merchantId: 'shop', name: 'test' };
  const key = (await mutate(service, adminApiKey, 'createApiKey', keyInput, 'secret')).payload.secret;
  const account = {
    connectorType: 'payment_processor',
    connectorName: 'sandbox',
    connectorAccountDetails: { connectorAccountDetails: { api_key: 'any' } },
    paymentMethodsEnabled: [{ paymentMethod: 'card' }],
  };
  await mutate(service, key, 'createConnectorAccount', account, 'connectorAccount { merchantConnectorId }');
  const card = graphqlCardOf(cards.good);
  const input = { amount: 1000, currency: 'USD', paymentMethodData: { card }, confirm: true };
  for (let i = 0; i < PAYMENTS; i++) {
    const { payload, text } = await mutate(service, key, 'createPayment', input, 'payment { status }');
    expect(payload?.payment.status, text).toBe('succeeded');
  }
  return key;
}
