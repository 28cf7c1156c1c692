import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { stripeConnector } from '../../../src/connectors/stripe/stripe.ts';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { clientOf } from '../../kit/client.ts';
import { someOf } from '../../kit/figure.ts';
import { test as base } from '../../kit/test.ts';
import { stripeAccount } from '../../shared/connectors/stripe/harness.ts';
import { cards } from '../../shared/connectors/stripe/stand-in/cards.ts';
import { StandIn } from '../../shared/connectors/stripe/stand-in/server.ts';
import { startProcess } from '../../shared/reliability/process.ts';

const MINUTE_MS = 60_000;
const FIND_WITHIN_MS = 10 * MINUTE_MS;

const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) };

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from this pattern.
  .extend('standIn', { scope: 'file' }, async ({}, { onCleanup }) => {
    const standIn = new StandIn(clock.now);
    await standIn.listen();
    onCleanup(() => standIn.close());
    return standIn;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ standIn }) => ({
    now: clock.now,
    connectors: [
      stripeConnector({ baseUrl: standIn.url, environment: 'test', now: clock.now, warn: () => {} }),
    ],
  }));

const order = {
  amount: 1000,
  currency: 'USD',
  confirm: true,
  payment_method: 'card',
  payment_method_data: {
    card: { card_number: cards.good, card_exp_month: '12', card_exp_year: '2039', card_cvc: '737' },
  },
};

/** The operation of the killed process, and the Stripe request at which it is killed. */
const operations = {
  authorize: { path: /^\/v1\/payment_intents$/, capture_method: 'automatic' },
  capture: { path: /\/capture$/, capture_method: 'manual' },
  refund: { path: /^\/v1\/refunds$/, capture_method: 'automatic' },
} as const;

test.for(someOf(Object.entries(operations), 1))(
  'A process killed after Stripe has performed %s moves the money once',
  async ([name, { capture_method, path }], { api, service, shared, shop, standIn }) => {
    const account = { connector_name: 'stripe', connector_type: 'payment_processor', ...stripeAccount };
    const created = await api.post(`/accounts/${shop.merchantId}/connectors`, {
      ...account,
      profile_id: shop.profileId,
    });
    expect(created.status).toBe(200);
    const before =
      name === 'authorize' ? null : (await api.post('/payments', { ...order, capture_method })).body;

    const { child, ended, url } = await startProcess({
      DATABASE_URL: shared.databaseUrl,
      ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
      ENCRYPTION_KEY: shared.encryptionKey.toString('base64'),
      NODE_ENV: 'test',
      CONNECTOR_BASE_URLS: JSON.stringify({ stripe: standIn.url }),
    });
    try {
      standIn.faults.push({ method: 'POST', path, when: 'after', onBreak: () => child.kill('SIGKILL') });
      const doomed = clientOf({ ...service, url });
      const id = before?.payment_id as string;
      const asked =
        name === 'authorize'
          ? doomed.post('/payments', { key: shop.key, body: { ...order, capture_method } })
          : name === 'capture'
            ? doomed.post(`/payments/${id}/capture`, { key: shop.key, body: {} })
            : doomed.post('/refunds', { key: shop.key, body: { payment_id: id } });
      await asked.catch(() => null);
      expect(await ended).toBe('SIGKILL');
    } finally {
      child.kill('SIGKILL');
    }

    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    const open = async () => {
      const text = `select call_id from connector_calls where merchant_id = $1 and status = 'intended'`;
      const rows = await service.database.rows.query<{ call_id: string }>(
        { text, values: [shop.merchantId] },
        null,
      );
      return rows.map(({ call_id }) => call_id);
    };
    expect(await open()).toHaveLength(1);
    for (let waited = 0; waited < FIND_WITHIN_MS && (await open()).length > 0; waited += MINUTE_MS) {
      for (const callId of await open()) await recoverCall(ctx, shop.merchantId, callId);
      clock.ahead += MINUTE_MS;
    }
    expect(await open()).toEqual([]);
    const moved = standIn.state.ledger.filter((entry) => entry.kind === name && entry.succeeded);
    const own = moved.slice(-1);
    expect(own).toMatchObject([{ amount: 1000 }]);
    expect(moved.filter(({ reference }) => reference === own[0]!.reference)).toHaveLength(1);
    const text = 'select payment_id from payments where merchant_id = $1';
    const [row] = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
    const payment = (await api.get(`/payments/${row!.payment_id}`)).body;
    expect(payment).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    if (name === 'refund')
      expect((await api.get(`/payments/${payment.payment_id}`)).body.refunds).toHaveLength(1);
    expect(standIn.violations).toEqual([]);
  },
);
