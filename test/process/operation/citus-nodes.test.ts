import pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { addressOf, nodeOf } from '../../kit/citus.ts';
import { clientOf } from '../../kit/client.ts';
import { at } from '../../kit/database.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { freshPlace } from '../../kit/ordinary-service.ts';
import { acceptsCards, cardOf, cards } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';
import { castOf, viewOf } from '../../shared/security/attack.ts';

/* On the cluster of TEST_CITUS_URL, like citus.test.ts: the nodes that the coordinator contacts for a request. */

/** A command sent from the coordinator to a node. */
interface Sent {
  readonly node: string;
  readonly command: string;
}

const test = base
  .extend('shared', { scope: 'file' }, async () => {
    const place = await freshPlace();
    const name = new URL(place.databaseUrl).pathname.slice(1);
    const client = new pg.Client({ connectionString: at(new URL(inject('superuserUrl')), 'postgres') });
    await client.connect();
    // The client gets a notice of each command sent to a node.
    await client.query(`alter database ${name} set citus.log_remote_commands = on`);
    await client.end();
    return place;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ shared }) => ({
    databaseUrl: shared.databaseUrl,
    doesJobs: false,
    // A vendor's connector has no tables, unlike the sandbox, which writes some rows to every node.
    connectors: [scriptedConnector().connector],
  }))
  .skipIf(inject('nodeUrls') === null);

/** The commands sent to nodes during some work in this process. */
async function sentDuring(run: () => Promise<unknown>): Promise<Sent[]> {
  const emit = vi.spyOn(pg.Client.prototype, 'emit');
  try {
    await run();
    return emit.mock.calls.flatMap(([event, notice]) => {
      const { detail = '', message = '' } = (event === 'notice' ? notice : {}) as Partial<pg.DatabaseError>;
      const node = /^on server [^@]+@(\S+) /.exec(detail)?.[1];
      return node === undefined ? [] : [{ node, command: message }];
    });
  } finally {
    emit.mockRestore();
  }
}

test("Reads with a merchant's keys reach only the merchant's node", async ({ service, shared }) => {
  const { attacker: merchant } = await castOf(service);
  // The first use of a key queries every node.
  await viewOf(service, merchant);
  const sent = await sentDuring(() => viewOf(service, merchant));
  const own = addressOf(await nodeOf(shared.databaseUrl, merchant.merchantId));
  expect(sent.length).toBeGreaterThan(200);
  expect(sent.filter(({ node }) => node !== own)).toEqual([]);
});

test("A merchant's payments, refunds, payouts and customers are written only on its node", async ({
  service,
  shared,
}) => {
  const client = clientOf(service);
  const shop = await scriptedShop(service);
  await shop.connector({ connector_name: 'scripted', payment_methods_enabled: acceptsCards });
  const { mutate } = graphqlClient(service, shop.key);
  const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
  const pay = (further: object) =>
    client.post('/payments', {
      key: shop.key,
      body: { amount: 4900, currency: 'USD', confirm: true, customer_id: 'ann', ...card, ...further },
    });
  await pay({});
  const sent = await sentDuring(async () => {
    const { body: paid } = await pay({ setup_future_usage: 'on_session' });
    expect(paid.status).toBe('succeeded');
    const { body: held } = await pay({ capture_method: 'manual' });
    await client.post(`/payments/${held.payment_id}`, { key: shop.key, body: { description: 'Umbrella' } });
    await client.post(`/payments/${held.payment_id}/capture`, { key: shop.key, body: {} });
    const { body: open } = await pay({ capture_method: 'manual' });
    const cancelled = await client.post(`/payments/${open.payment_id}/cancel`, { key: shop.key, body: {} });
    expect(cancelled.body.status).toBe('cancelled');
    const refund = { paymentId: paid.payment_id, amount: 900 };
    const refunded = await mutate('createRefund', refund, 'refund { refundId status }');
    expect(refunded.payload.refund.status).toBe('succeeded');
    const payout = { amount: 700, currency: 'USD', customerId: 'ann' };
    const created = await mutate('createPayout', payout, 'payout { amount }');
    expect(created.payload).toMatchObject({ payout: { amount: 700 }, userErrors: [] });
    const customer = await client.post('/customers', { key: shop.key, body: { customer_id: 'bob' } });
    expect(customer.status).toBe(200);
  });
  const own = addressOf(await nodeOf(shared.databaseUrl, shop.merchantId));
  expect(sent.length).toBeGreaterThan(20);
  expect(sent.filter(({ node }) => node !== own)).toEqual([]);
});
