import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../../../src/core/model/tables.ts';
import { countsWaiting } from '../../kit/citus.ts';
import { type ApiResponse, clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { budget, isFullRun } from '../../kit/figure.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { dataOf } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { payWith } from '../../shared/reliability/cards.ts';
import { type ServiceProcess, startProcess } from '../../shared/reliability/process.ts';

const ROUNDS = budget(200, 20);
const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;
let environment: Record<string, string>;
let databaseUrl: string;
let left: ServiceProcess;
let right: ServiceProcess;
let key: string;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  environment = {
    DATABASE_URL: databaseUrl,
    ADMIN_API_KEY: adminApiKey,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'production',
    SWITCHYARD_ENV: 'test',
  };
  [left, right] = await Promise.all([startProcess(environment), startProcess(environment)]);
  const made = await post(left, '/accounts', { merchant_id: 'shop' }, adminApiKey);
  expect(made.status).toBe(200);
  const input = { merchantId: 'shop', name: 'test' };
  key = (await mutate(asked(right), adminApiKey, 'createApiKey', input, 'secret')).payload.secret;
});

afterAll(async () => {
  for (const { child, ended } of [left, right]) {
    child.kill('SIGKILL');
    await ended;
  }
});

const asked = ({ url }: ServiceProcess) => ({ url, statements: [] });
const post = (
  at: ServiceProcess,
  path: string,
  body: unknown,
  apiKey = key,
  headers: Record<string, string> = {},
): Promise<ApiResponse> => clientOf(at).post(path, { key: apiKey, body, headers });

async function openPayment(at: ServiceProcess): Promise<string> {
  const input = { amount: 100, currency: 'EUR' };
  const { payload, text } = await mutate(asked(at), key, 'createPayment', input, 'payment { paymentId }');
  expect(payload.payment, text).not.toBe(null);
  return payload.payment.paymentId;
}

/** Locks a payment, like a transaction elsewhere, until released. */
async function hold(paymentId: string): Promise<{ waiting(): Promise<number>; letGo(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  // A cluster passes SET LOCAL to its nodes, and locks rows of a named merchant.
  await client.query(`set local "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
  const { rows } = await client.query('select merchant_id from payments where payment_id = $1', [paymentId]);
  const text = 'select 1 from payments where merchant_id = $1 and payment_id = $2 for update';
  expect((await client.query(text, [rows[0].merchant_id, paymentId])).rowCount).toBe(1);
  return {
    waiting: async () => {
      // Within a transaction the server would keep showing its first snapshot.
      await client.query('select pg_stat_clear_snapshot()');
      return (await client.query(countsWaiting())).rows[0].count;
    },
    letGo: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

async function until(what: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 50_000;
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error('It did not come to that within fifty seconds.');
    await sleep(20);
  }
}

test('Two processes updating one payment lose no field', async () => {
  const id = await openPayment(left);
  const query = 'query ($id: ID!) { payment(paymentId: $id) { description name metadata amount netAmount } }';
  for (let round = 1; round <= ROUNDS; round++) {
    const [one, other] = round % 2 ? [left, right] : [right, left];
    const answers = await Promise.all([
      post(one, `/payments/${id}`, { description: `d${round}`, metadata: { one: round } }),
      post(other, `/payments/${id}`, { name: `n${round}`, amount: round, metadata: { other: round } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { payment } = await dataOf(asked(one), key, query, { id });
    expect(payment).toEqual({
      description: `d${round}`,
      name: `n${round}`,
      metadata: { one: round, other: round },
      amount: round,
      netAmount: round,
    });
  }
});

test.each([
  ['customer', '/customers', { customer_id: 'raced' }, () => key],
  ['merchant account', '/accounts', { merchant_id: 'raced' }, () => adminApiKey],
  [
    'error mapping',
    '/gsm',
    {
      connector: 'raced',
      flow: 'payment',
      sub_flow: 'authorize',
      code: 'x',
      message: '',
      status: 'Failure',
      decision: 'retry',
      step_up_possible: false,
      clear_pan_possible: false,
    },
    () => adminApiKey,
  ],
] as const)('Two processes creating the same %s create it once', async (_noun, path, body, keyOf) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => post(i % 2 ? left : right, path, body, keyOf())),
  );
  const outcomes = answers.map(({ status, body }) => (status === 200 ? 200 : body.error.code));
  const refusals = Array(19).fill('resource_already_exists');
  expect(outcomes.sort()).toEqual([200, ...refusals]);
});

test('Two processes act once per idempotency key', async () => {
  const headers = { 'idempotency-key': 'across-processes' };
  const ask = (i: number) => post(i % 2 ? left : right, '/customers', { name: 'Ann' }, key, headers);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i)));
  const done = answers.filter(({ status }) => status === 200);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(done.filter(({ headers: got }) => !got.has('idempotency-replayed')).length).toBe(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code);
  expect(refused.every((code) => code === 'idempotency_in_progress')).toBe(true);
});

/** How many of these payments have an open connector call. */
async function processing(ids: readonly string[]): Promise<number> {
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Payment { status } } }';
  const { nodes } = await dataOf(asked(right), key, query, {
    ids: ids.map((id) => globalIdOf('Payment', 'shop', id)),
  });
  return nodes.filter(({ status }: { status: string }) => status === 'processing').length;
}

test.runIf(isFullRun)(
  'A stopping process completes its requests, reports not ready and leaves the other process alone',
  async () => {
    const slow = {
      connectorType: 'payment_processor',
      connectorName: 'sandbox',
      connectorAccountDetails: { connectorAccountDetails: { api_key: 'any' } },
      metadata: { latency_ms: 5_000 },
    };
    const opened = await mutate(
      asked(left),
      key,
      'createConnectorAccount',
      slow,
      'connectorAccount { connectorName }',
    );
    expect(opened.payload?.connectorAccount, opened.text).toEqual({ connectorName: 'sandbox' });
    const ids = await Promise.all(Array.from({ length: 6 }, () => openPayment(left)));
    const begun = ids.map((id) =>
      post(left, `/payments/${id}`, { payment_method_data: payWith('good'), confirm: true }),
    );
    await until(async () => (await processing(ids)) === 6);

    left.child.kill('SIGTERM');
    // First it reports not ready but still accepts requests; then it accepts no more.
    await until(async () => (await clientOf(left).get('/health/ready')).status === 503);
    expect((await post(left, '/customers', {})).headers.get('connection')).toBe('close');
    await until(() =>
      fetch(`${left.url}/health/ready`).then(
        () => false,
        () => true,
      ),
    );
    expect((await clientOf(right).get('/health/ready')).status).toBe(200);
    expect((await post(right, '/customers', {})).status).toBe(200);

    const answers = await Promise.all(begun);
    expect(answers.map(({ body }) => body.status)).toEqual(Array(6).fill('succeeded'));
    expect(await left.ended).toBe(0);
  },
);

test('A killed process leaves no lock, no idempotency key and the other process unaffected', async () => {
  // In a full run the previous test ends it.
  if (left.child.exitCode !== null) left = await startProcess(environment);
  const id = await openPayment(left);
  const held = await hold(id);
  const headers = { 'idempotency-key': 'of-the-killed' };
  const change = (at: ServiceProcess) => post(at, `/payments/${id}`, { description: 'once' }, key, headers);
  const lost = expect(change(left)).rejects.toThrow();
  await until(async () => (await held.waiting()) === 1);
  left.child.kill('SIGKILL');
  expect(await left.ended).toBe('SIGKILL');
  await lost;
  expect((await post(right, '/customers', {})).status).toBe(200);
  await held.letGo();
  // The server notices the missing process when it next sends it something.
  let answer = await change(right);
  await until(async () => {
    if (answer.status !== 409) return true;
    answer = await change(right);
    return false;
  });
  expect([answer.status, answer.headers.has('idempotency-replayed')]).toEqual([200, false]);
  expect(answer.body.description).toBe('once');
  expect((await clientOf(right).get('/health/ready')).status).toBe(200);
});
