import { expect } from 'vitest';
import type { Connector } from '../../../src/core/foundation/ports/connector.ts';
import type { OutgoingCalls } from '../../../src/core/foundation/ports/outgoing-calls.ts';
import { isFullRun } from '../../kit/figure.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';
import { wrappedSandbox } from '../../kit/wrapped-sandbox.ts';
import { graphqlWrites } from './graphql-writes.ts';
import { restWrites } from './rest-writes.ts';
import { restWritesBeyond } from './rest-writes-beyond.ts';

/** Writes with an outgoing call: to a vendor, a merchant's endpoint or a mail server. All others make none. */
const refused = new Set([
  'POST /payments',
  'POST /payments/{payment_id}/confirm',
  'POST /payments/{payment_id}/apple_pay_session',
  'POST /payments/{payment_id}/capture',
  'POST /payments/{payment_id}/incremental_authorization',
  'POST /payments/{payment_id}/approve',
  'POST /payments/{payment_id}/reject',
  'POST /payments/{payment_id}/mail_link',
  'POST /payments/{payment_id}/gift_card_balance',
  'POST /refunds',
  'POST /disputes/{dispute_id}/accept',
  'POST /disputes/{dispute_id}/evidence',
  'POST /payment_methods/collect/{pm_collect_link_id}/mail_link',
  'POST /payouts/{payout_id}/confirm',
  'POST /payouts/{payout_id}/mail_link',
  'POST /events/{event_id}/redeliver',
  'POST /events/test',
  'POST /events/replay',
  'POST /webhook_deliveries/{delivery_id}/redeliver',
  'POST /invitations/{account_id}',
  'POST /accounts/{account_id}/connectors/{connector_id}/test_webhook',
  'testConnectorWebhook',
  'acceptDispute',
  'challengeDispute',
  'mailCollectLink',
  'mailPaymentLink',
  'mailPayoutLink',
  'confirmPayment',
  'capturePayment',
  'createRefund',
  'redeliverWebhook',
  'replayWebhooks',
  'sendTestWebhook',
  'checkGiftCardBalance',
]);

const writes = [
  ...new Map([...restWrites, ...restWritesBeyond, ...graphqlWrites].map((w) => [w.name, w])).values(),
];

/** A connector that counts the calls of each method, registered as a vendor's. */
function counted(connector: Connector, calls: string[]): Connector {
  const methods = Object.entries(connector).filter(([, member]) => typeof member === 'function');
  const { simulated: _, ...rest } = connector;
  const counting = methods.map(([name, member]) => [
    name,
    (...args: unknown[]) => {
      if (!['debitNetworksOf', 'metadataFault'].includes(name)) calls.push(`${connector.name}.${name}`);
      return (member as (...given: unknown[]) => unknown)(...args);
    },
  ]);
  return { ...rest, ...Object.fromEntries(counting) };
}

let keys = 0;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('world', { scope: 'file' }, ({}) => {
    const calls: string[] = [];
    const identity = {
      off: null as OutgoingCalls['off'],
      places: ['localhost/test'],
      refresh: async () => false,
    };
    return { calls, identity };
  })
  .extend('serviceOptions', { scope: 'file' }, ({ world: { calls, identity } }) => {
    const wrapped = wrappedSandbox(
      () => new Date(),
      (sandbox) => counted(sandbox, calls),
    );
    const vendors = wrapped.connectors!.map(({ simulated: _, ...vendor }) => vendor);
    return {
      ...wrapped,
      identity,
      connectors: [...vendors, counted(scriptedConnector().connector, calls)],
      mail: { post: () => void calls.push('mail'), drain: async () => {} },
    };
  })
  .extend('shop', ({ service }) => scriptedShop(service))
  /** The number of calls in the database. */
  .extend('callsOf', ({ service, shop: { merchantId } }) => async () => {
    const text = 'select count(*)::int as count from connector_calls where merchant_id = $1';
    const [row] = await service.database.rows.query<{ count: number }>({ text, values: [merchantId] }, null);
    return row!.count;
  });

const states = ['undecided', 'copy'] as const;
/** The writes refused in either state, the others in turn. */
const cases = writes.flatMap((write, index) =>
  states
    .filter((_, turn) => refused.has(write.name) || isFullRun || turn === index % 2)
    .map((state) => ({ name: write.name, write, state })),
);

test('Every write listed as refused exists', () => {
  const names = new Set(writes.map(({ name }) => name));
  expect([...refused].filter((name) => !names.has(name))).toEqual([]);
});

test.for(cases)(
  '$name on a database that is $state calls no vendor, and is refused only if it needs a call',
  async ({ state, write }, { callsOf, service, shop, world: { calls, identity } }) => {
    const request = await write.prepare(shop);
    const [key, idempotencyKey] = [write.admin ? service.adminApiKey : shop.key, `copies-${++keys}`];
    const before = await callsOf();
    calls.length = 0;
    identity.off = state;
    try {
      const { code, text } = await write.send(service, key, request, idempotencyKey);
      expect(code, text).toBe(refused.has(write.name) ? 'outgoing_calls_off' : null);
      if (refused.has(write.name)) expect(text).toContain('switchyard database original');
      expect(calls).toEqual([]);
      expect(await callsOf()).toBe(before);
    } finally {
      identity.off = null;
    }
    if (!refused.has(write.name)) return;
    // The refusal has changed nothing and has not consumed the key.
    expect(await write.send(service, key, request, idempotencyKey)).toMatchObject({
      code: null,
      replayed: false,
    });
  },
);

test.for(states)(
  "A vendor's webhook to a database that is %s is retried by the vendor, then recorded",
  async (state, { shop, world: { calls, identity } }) => {
    const { transactionId } = await shop.paidPayment();
    const event = {
      id: `evt_${++keys}`,
      at: new Date().toISOString(),
      type: 'dispute',
      connectorDisputeId: `dp_${keys}`,
      connectorTransactionId: transactionId,
      ...{ stage: 'dispute', status: 'opened', amount: 500, currency: 'USD' },
      ...{ reason: 'Never arrived', reasonCode: '13.1', respondBy: null, connectorStatus: 'needs_response' },
    };
    calls.length = 0;
    identity.off = state;
    try {
      expect(await shop.sendWebhook([event])).toBe(503);
      expect(calls).toEqual([]);
    } finally {
      identity.off = null;
    }
    expect(await shop.sendWebhook([event])).toBe(200);
  },
);

test.for(states)(
  'A payment in a database that is %s is read as recorded, without a vendor call',
  async (state, { api, shop, world: { calls, identity } }) => {
    const { paymentId } = await shop.paidPayment({ status: 'processing', amount_received: 0 });
    calls.length = 0;
    identity.off = state;
    try {
      const { body, status } = await api.get(`/payments/${paymentId}?force_sync=true`);
      expect([status, body.status]).toEqual([200, 'processing']);
      expect(calls).toEqual([]);
    } finally {
      identity.off = null;
    }
  },
);

test("The probes report the database's state unless it is the original", async ({
  client,
  world: { identity },
}) => {
  const seen = async () =>
    Promise.all(
      ['/health', '/health/live', '/health/ready'].map(
        async (path) => (await client.get(path)).body.database,
      ),
    );
  expect(await seen()).toEqual([undefined, undefined, undefined]);
  try {
    for (const state of states) {
      identity.off = state;
      expect(await seen()).toEqual([state, state, state]);
    }
  } finally {
    identity.off = null;
  }
});
