import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { mutate } from '../../../kit/mutate.ts';
import { disputeOpened, scriptedConnector, signedWebhook } from '../../../kit/scripted-connector.ts';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { test as base } from '../../../kit/test.ts';

let clockOffsetMs = 0;
const script = scriptedConnector();
script.respond('refund', ({ idempotencyKey }) => ({
  kind: 'pending',
  connectorTransactionId: idempotencyKey,
}));

const at = '2026-11-20T12:00:00.000Z';
const succeeded = (call: string, id = `evt_${call}`) => ({
  id,
  at,
  type: 'outcome',
  call: { idempotencyKey: call },
  outcome: { kind: 'succeeded', connectorTransactionId: 'r' },
});
const failed = (call: string, id: string) => ({
  ...succeeded(call, id),
  outcome: { kind: 'failed', code: 'x', message: 'X' },
});

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [script.connector],
    now: () => new Date(Date.now() + clockOffsetMs),
  }))
  .extend('shop', ({ service }) => scriptedShop(service))
  .extend('only', ({ service, shop }) => async (table: string, column: string, value: string) => {
    const text = `select * from ${table} where ${column} = $1`;
    const [row] = await service.database.rows.query({ text, values: [value] }, shop.merchantId);
    return row!;
  })
  .extend('pendingRefund', ({ only, service, shop }) => async () => {
    const { paymentId } = await shop.paidPayment();
    const selection = 'refund { refundId }';
    const { payload } = await mutate(service, shop.key, 'createRefund', { paymentId }, selection);
    const { refundId } = payload.refund;
    return {
      paymentId,
      refundId,
      call: String((await only('connector_calls', 'object_id', refundId)).call_id),
    };
  })
  /** Resends events while the service is too busy for them, as vendors do. */
  .extend('sendAsVendor', ({ shop }) => async (events: Parameters<typeof shop.sendWebhook>[0]) => {
    for (;;) {
      const status = await shop.sendWebhook(events);
      if (status !== 503) return status;
    }
  })
  .extend(
    'statusOf',
    ({ only }) =>
      async (refundId: string) =>
        (await only('refunds', 'refund_id', refundId)).status,
  );

test('Concurrent copies of a webhook settle a pending refund once', async ({
  pendingRefund,
  sendAsVendor,
  service,
  shop,
  statusOf,
}) => {
  const { call, refundId } = await pendingRefund();
  const statuses = await Promise.all(Array.from({ length: 8 }, () => sendAsVendor([succeeded(call)])));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await statusOf(refundId)).toBe('succeeded');
  const text = 'select count(*)::int as n from status_changes where object_id = $1';
  const [changes] = await service.database.rows.query({ text, values: [refundId] }, shop.merchantId);
  expect(changes!.n).toBe(2);
});

test('A repeated event is not processed again and does not postpone the look-up of a pending refund', async ({
  only,
  pendingRefund,
  shop,
}) => {
  const { call } = await pendingRefund();
  const event = {
    ...succeeded(call),
    outcome: { kind: 'pending', connectorTransactionId: 'r' },
  };
  expect(await shop.sendWebhook([event])).toBe(200);
  const processed = await only('connector_calls', 'call_id', call);
  clockOffsetMs += 60_000;
  expect(await shop.sendWebhook([event])).toBe(200);
  expect(await only('connector_calls', 'call_id', call)).toEqual(processed);
});

test('A settled refund ignores older contradicting outcomes and inconclusive ones', async ({
  pendingRefund,
  shop,
  statusOf,
}) => {
  const { call, refundId } = await pendingRefund();
  const older = { ...failed(call, `f_${call}`), at: '2026-11-20T11:59:59.999Z' };
  const pending = {
    ...succeeded(call, `p_${call}`),
    outcome: { kind: 'pending', connectorTransactionId: 'r' },
  };
  expect(await shop.sendWebhook([succeeded(call), older, pending])).toBe(200);
  expect(await statusOf(refundId)).toBe('succeeded');
});

test('The latest of contradicting concurrent outcomes wins, and the refunded amount matches it', async ({
  only,
  pendingRefund,
  sendAsVendor,
  service,
  shop,
  statusOf,
}) => {
  const { call, paymentId, refundId } = await pendingRefund();
  const outcomes = Array.from({ length: 8 }, (_, place) => ({
    ...(place % 2 === 0 ? failed(call, `f${place}_${call}`) : succeeded(call, `s${place}_${call}`)),
    at: `2026-11-20T12:00:0${place}.000Z`,
  }));
  const statuses = await Promise.all(outcomes.map((outcome) => sendAsVendor([outcome])));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const text = 'select to_status from status_changes where object_id = $1 order by sequence';
  const steps = await service.database.rows.query({ text, values: [refundId] }, shop.merchantId);
  const status = await statusOf(refundId);
  expect([steps[0]!.to_status, steps.at(-1)!.to_status, status]).toEqual([
    'pending',
    'succeeded',
    'succeeded',
  ]);
  const { amount_refunded } = await only('payments', 'payment_id', paymentId);
  expect(Number(amount_refunded)).toBe(1000);
});

test('A webhook with a bad signature is rejected without details', async ({
  pendingRefund,
  service,
  shop,
  statusOf,
}) => {
  const { call, refundId } = await pendingRefund();
  const request = signedWebhook('wrong', [succeeded(call)]);
  const response = await fetch(`${service.url}/webhooks/${shop.merchantId}/${shop.account}`, request);
  const text = await response.text();
  expect([response.status, JSON.parse(text).error.code]).toEqual([401, 'invalid_api_key']);
  expect(text).not.toContain(request.headers.signature);
  expect(await statusOf(refundId)).toBe('pending');
});

test('A webhook for an unknown account gets the same response as a connector without webhooks', async ({
  service,
  shop,
}) => {
  const other = await seedMerchant(service);
  const silent = await other.connector({ connector_name: 'unheard_of' });
  const paths = [
    `${other.merchantId}/${silent}`,
    `${other.merchantId}/${shop.account}`,
    `nobody/nothing`,
    `${shop.merchantId}/${'x'.repeat(65)}`,
  ];
  for (const path of paths) {
    const response = await fetch(`${service.url}/webhooks/${path}`, signedWebhook('whsec', []));
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect([response.status, error.code, error.message]).toEqual([
      404,
      'resource_not_found',
      'No such connector account.',
    ]);
  }
});

test('Events about unknown objects are skipped and logged', async ({
  pendingRefund,
  service,
  shop,
  statusOf,
}) => {
  expect(await shop.sendWebhook([succeeded('call_of_nobody')])).toBe(200);
  expect(service.logs.some((line) => line.includes('webhook events match no known object'))).toBe(true);
  const other = await scriptedShop(service);
  const { call, refundId } = await pendingRefund();
  expect(await other.sendWebhook([succeeded(call)])).toBe(200);
  expect(await statusOf(refundId)).toBe('pending');
});

describe('Reports of foreign transactions while a call has no outcome', () => {
  const HOUR_MS = 60 * 60_000;
  const of = (objectReference: string | null, atMs = Date.now() + clockOffsetMs) => ({
    ...{ id: `evt_${randomUUID()}`, at: new Date(atMs).toISOString(), objectReference },
    ...{ ...disputeOpened, connectorTransactionId: 'txn_of_others', connectorDisputeId: 'dis_of_others' },
  });
  const answers = {
    unanswered: () => Promise.reject(new Error('no response')),
    otherwise: async () => ({
      ...{ kind: 'succeeded', connectorTransactionId: 'r_1' },
      moved: { amount: 999, currency: 'USD' },
    }),
  };

  test.for([
    ['unanswered', 'of the reference of that call', 503],
    ['unanswered', 'of another reference', 200],
    ['unanswered', 'without a reference', 503],
    ['unanswered', 'without a reference, from before that call', 200],
    ['otherwise', 'without a reference, as that call has a transaction', 200],
  ] as const)('%s: one %s gets the response %i', async ([answer, what, status], { service, shop }) => {
    script.respond('refund', answers[answer] as never);
    const { paymentId } = await shop.paidPayment();
    const { payload } = await mutate(service, shop.key, 'createRefund', { paymentId }, 'refund { refundId }');
    const { refundId } = payload.refund;
    const event = {
      'of the reference of that call': of(refundId),
      'of another reference': of('pos-1'),
      'without a reference': of(null),
      'without a reference, from before that call': of(null, Date.now() + clockOffsetMs - HOUR_MS),
      'without a reference, as that call has a transaction': of(null),
    }[what];
    expect(await shop.sendWebhook([event])).toBe(status);
    script.respond('refund', ({ idempotencyKey }) => ({
      kind: 'pending',
      connectorTransactionId: idempotencyKey,
    }));
  });
});

test('The webhook endpoint accepts a body of up to 1 MiB, and only POST', async ({ service, shop }) => {
  const url = `${service.url}/webhooks/${shop.merchantId}/${shop.account}`;
  const big = await fetch(url, { method: 'POST', body: Buffer.alloc(1024 * 1024 + 1) });
  expect(big.status).toBe(413);
  const fits = await fetch(url, { method: 'POST', body: Buffer.alloc(1024 * 1024) });
  expect(fits.status).toBe(401);
  const get = await fetch(url);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});

test("An unprocessable event is requested again, and the webhook's other events are processed", async ({
  pendingRefund,
  service,
  shop,
  statusOf,
}) => {
  const { call, refundId } = await pendingRefund();
  const broken = {
    ...succeeded('x', 'evt_broken'),
    type: 'dispute',
    connectorTransactionId: (await shop.paidPayment()).transactionId,
  };
  const bad = {
    ...broken,
    connectorDisputeId: 'd',
    stage: 'nonsense',
    status: 'opened',
    amount: -1,
    currency: 'USD',
    connectorStatus: 's',
  };
  expect(await shop.sendWebhook([bad, succeeded(call)])).toBe(503);
  expect(await statusOf(refundId)).toBe('succeeded');
  const text = `select event_id from incoming_events where event_id = 'evt_broken'`;
  expect(await service.database.rows.query({ text, values: [] }, shop.merchantId)).toEqual([]);
});
