import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { startProcess } from '../../shared/reliability/process.ts';
import { type LoadReport, type LoadRequest, offerLoad, percentile } from '../reliability/load-plan.ts';

const SECONDS = 15;
const PAYMENTS = 120;
const READERS = 60;
/** Who pay one payment after the other. */
const PAYERS = 2;
const LEAD_S = 3;
const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;
const card = { cardNumber: '4242424242424242', cardExpMonth: '12', cardExpYear: '2099', cardCvc: '123' };
const charge = {
  ...{ amount: 100, currency: 'EUR', confirm: true },
  ...{ paymentMethod: 'card', paymentMethodData: { card } },
};
const pay = `mutation Pay($input: CreatePaymentInput!) { createPayment(input: $input) { payment { paymentId status } } }`;

const p99 = ({ kinds }: LoadReport, kind: string) => percentile(kinds[kind]!.acceptedMs, 0.99);

test('While a merchant reads pages of 100 on 60 connections, payments of another take less than twice as long', {
  retry: 0,
}, async ({ onTestFinished, task }) => {
  const service = await startProcess({
    DATABASE_URL: await createDatabase(),
    ADMIN_API_KEY: adminApiKey,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'production',
    RATE_LIMITS: 'false',
    SWITCHYARD_ENV: 'test',
  });
  onTestFinished(async () => {
    service.child.kill('SIGKILL');
    await service.ended;
  });
  const asked = { url: service.url, statements: [] };
  const keyOf = async (merchantId: string): Promise<string> => {
    const account = { key: adminApiKey, body: { merchant_id: merchantId } };
    expect((await clientOf(service).post('/accounts', account)).status).toBe(200);
    const { payload } = await mutate(
      asked,
      adminApiKey,
      'createApiKey',
      { merchantId, name: 'test' },
      'secret',
    );
    const connector = {
      ...{ connectorName: 'sandbox', connectorType: 'payment_processor', connectorAccountDetails: {} },
      paymentMethodsEnabled: [{ paymentMethod: 'card' }],
    };
    await mutate(
      asked,
      payload.secret,
      'createConnectorAccount',
      connector,
      'connectorAccount { profileId }',
    );
    return payload.secret;
  };
  const headersOf = (key: string) => ({ 'api-key': key, 'content-type': 'application/json' });
  const [reader, payer] = [headersOf(await keyOf('reader')), headersOf(await keyOf('payer'))];
  const graphql = (headers: Record<string, string>, query: string, variables: object) =>
    ({ method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query, variables }) }) as const;
  const payments = (headers: Record<string, string>): LoadRequest => ({
    kind: 'money',
    ...graphql(headers, pay, { input: charge }),
  });
  const { url } = service;
  const filling = { url, requests: [payments(reader)], connections: 4, seconds: PAYMENTS / 10 };
  expect((await offerLoad(filling)).kinds.money!.acceptedMs.length).toBeGreaterThan(100);
  const reads: LoadRequest[] = [
    { kind: 'reads', method: 'GET', path: '/payments/list?limit=100', headers: reader },
    { kind: 'reads', ...graphql(reader, exampleTabs[0]!.query, { first: 100 }) },
  ];
  const paying = () => offerLoad({ url, requests: [payments(payer)], connections: PAYERS, seconds: SECONDS });
  await offerLoad({ url, requests: reads, connections: 4, seconds: 5 });
  const alone = await paying();
  const carried = await offerLoad({ url, requests: reads, connections: READERS, seconds: SECONDS });
  // What sends the load is a process that takes a core while it starts.
  const reading = offerLoad({ url, requests: reads, connections: READERS, seconds: SECONDS + 2 * LEAD_S });
  await sleep(LEAD_S * 1_000);
  const [beside, read] = await Promise.all([paying(), reading]);
  const money = beside.kinds.money!;
  const rate = ({ kinds, seconds }: LoadReport) => Math.round(kinds.reads!.acceptedMs.length / seconds);
  figure(
    task,
    [
      `payments p50/p99 alone ${percentile(alone.kinds.money!.acceptedMs, 0.5).toFixed(0)}/${p99(alone, 'money').toFixed(0)} ms,`,
      `beside ${percentile(money.acceptedMs, 0.5).toFixed(0)}/${p99(beside, 'money').toFixed(0)} ms;`,
      `reads/s without payments ${rate(carried)}, beside them ${rate(read)} (p99 ${p99(read, 'reads').toFixed(0)} ms), ${read.kinds.reads!.refused} refused`,
    ].join(' '),
  );
  expect([money.refused, money.others]).toEqual([0, {}]);
  expect(p99(beside, 'money')).toBeLessThan(2 * p99(alone, 'money'));
});
