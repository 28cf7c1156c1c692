import { afterEach, expect } from 'vitest';
import { decodeUpdatesCursor } from '../../../../src/core/writes/change-feed.ts';
import { cards, graphqlCardOf, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { closeAll, connect, cursorNow, followPayments, type LiveSubscription, paymentsLive } from './live.ts';

const nested = `subscription Nested($after: String) {
    paymentUpdated(after: $after) {
      cursor payment {
        paymentId status customer { customerId }
        refunds { refundId } attempts { attemptId } captures { captureId } timeline { toStatus }
      }
    }
  }`;

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('create', ({ graphql, shop }) => async (values: Record<string, unknown> = {}): Promise<string> => {
    const input = { amount: 1000, currency: 'USD', profileId: shop.profileId, ...values };
    const { payload, text } = await graphql.mutate('createPayment', input, 'payment { paymentId }');
    if (!payload?.payment) throw new Error(text);
    return payload.payment.paymentId;
  })
  .extend('describeAs', ({ api }) => async (paymentId: string, description: string) => {
    const answer = await api.post(`/payments/${paymentId}`, { description });
    expect(answer.status).toBe(200);
  });

afterEach(closeAll);

test("paymentUpdated sends a payment's creation and every later status in order", async ({
  create,
  describeAs,
  graphql,
  service,
  shop,
}) => {
  const client = await connect(service, shop.key);
  const live = await followPayments(service, shop.key, client);
  const paymentId = await create();
  await live.until((received) => received.length >= 1);
  await describeAs(paymentId, 'Two pears');
  await live.until((received) => received.at(-1).paymentUpdated.payment.description === 'Two pears');
  await graphql.mutate(
    'confirmPayment',
    { paymentId, paymentMethod: 'card', paymentMethodData: { card: graphqlCardOf(cards.good) } },
    'payment { status }',
  );
  await live.until((received) => received.at(-1).paymentUpdated.payment.status === 'succeeded');
  const statuses = live.received.map(({ paymentUpdated }) => paymentUpdated.payment.status);
  const order = ['requires_payment_method', 'processing', 'succeeded'];
  const places = statuses.map((status) => order.indexOf(status));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const { paymentUpdated } of live.received) {
    expect(paymentUpdated.payment).toMatchObject({ paymentId, amount: 1000 });
    expect(new Date(paymentUpdated.updatedAt).toISOString()).toBe(paymentUpdated.updatedAt);
  }
});

test('paymentUpdated without a cursor starts now and sends no earlier update', async ({
  create,
  service,
  shop,
}) => {
  const client = await connect(service, shop.key);
  const first = await followPayments(service, shop.key, client);
  const before = await create();
  await first.until((received) => received.at(-1)?.paymentUpdated.payment.paymentId === before);
  first.unsubscribe();
  const live = client.subscribe(paymentsLive);
  // The protocol does not report when a subscription has started: create payments until one arrives.
  const created: string[] = [];
  while (live.received.length === 0) created.push(await create());
  await live.until((received) => received.at(-1).paymentUpdated.payment.paymentId === created.at(-1));
  const seen = live.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId);
  expect(seen).not.toContain(before);
  expect(seen).toEqual(created.slice(-seen.length));
});

test('paymentUpdated may be narrowed to one payment or business profile', async ({
  create,
  describeAs,
  service,
  shop,
}) => {
  const profileId = await shop.profile({ profile_name: 'second' });
  const [one, other] = [await create(), await create({ profileId })];
  const client = await connect(service, shop.key);
  const ofOne = await followPayments(service, shop.key, client, { paymentId: one });
  const ofProfile = await followPayments(service, shop.key, client, { profileId });
  const ofAll = await followPayments(service, shop.key, client);
  await describeAs(other, 'first');
  await describeAs(one, 'second');
  await describeAs(other, 'third');
  await ofAll.until((received) => received.at(-1)?.paymentUpdated.payment.description === 'third');
  await ofOne.until((received) => received.length === 1);
  await ofProfile.until((received) => received.at(-1)?.paymentUpdated.payment.description === 'third');
  expect(ofOne.received[0].paymentUpdated.payment).toMatchObject({ paymentId: one, description: 'second' });
  const ids = ofProfile.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId);
  expect(new Set(ids)).toEqual(new Set([other]));
});

test("paymentUpdated never sends another merchant's payments", async ({ create, service, shop }) => {
  const other = await sandboxShop(service);
  const client = await connect(service, shop.key);
  const theirs = await connect(service, other.key);
  const live = await followPayments(service, shop.key, client);
  const theirLive = await followPayments(service, other.key, theirs);
  const ours = await create();
  await live.until((received) => received.length === 1);
  expect(live.received[0].paymentUpdated.payment.paymentId).toBe(ours);
  const foreign = client.subscribe(
    `subscription { paymentUpdated(merchantId: "${other.merchantId}") { cursor } }`,
  );
  expect(await foreign.refusal()).toEqual(['resource_not_found', 'merchantId']);
  expect(theirLive.received).toEqual([]);
});

test('payoutUpdated and webhookDelivered send payouts and webhook deliveries', async ({
  create,
  graphql,
  service,
  shop,
}) => {
  const after = await cursorNow(service, shop.key);
  const client = await connect(service, shop.key);
  const payouts = client.subscribe(
    `subscription { payoutUpdated(after: "${after}") { cursor payout { payoutId status attempts { attemptId } } } }`,
  );
  const { payload, userErrors } = await graphql.mutate(
    'createPayout',
    { amount: 500, currency: 'EUR', profileId: shop.profileId },
    'payout { payoutId status }',
  );
  expect(userErrors).toEqual([]);
  await payouts.until((received) => received.length === 1);
  expect(payouts.received[0].payoutUpdated.payout).toEqual({ ...payload.payout, attempts: [] });

  const endpoint = { profileName: 'webhooks', webhookDetails: { webhookUrl: 'https://shop.example/hook' } };
  const response = await graphql.mutate('createBusinessProfile', endpoint, 'businessProfile { profileId }');
  const { profileId } = response.payload.businessProfile;
  const deliveries = client.subscribe(`subscription {
      webhookDelivered(after: "${await cursorNow(service, shop.key)}", profileId: "${profileId}") {
        webhookDelivery { deliveryId status eventType event { eventId } payment { paymentId } }
      }
    }`);
  const paymentId = await create({ profileId });
  await deliveries.until((received) => received.length === 1);
  expect(deliveries.received[0].webhookDelivered.webhookDelivery).toMatchObject({
    status: 'pending',
    eventType: 'payment_created',
    payment: { paymentId },
  });
});

test('Deliveries that one transaction queued are each followed, from the cursor of any of them', async ({
  api,
  create,
  graphql,
  service,
  shop,
}) => {
  const endpoint = { profileName: 'webhooks', webhookDetails: { webhookUrl: 'https://shop.example/hook' } };
  const response = await graphql.mutate('createBusinessProfile', endpoint, 'businessProfile { profileId }');
  const { profileId } = response.payload.businessProfile;
  for (const url of ['https://shop.example/second', 'https://shop.example/third']) {
    const { status } = await api.post('/webhook_endpoints', { profile_id: profileId, url });
    expect(status).toBe(200);
  }
  const text = `subscription Deliveries($after: String, $profileId: ID) {
      webhookDelivered(after: $after, profileId: $profileId) {
        cursor webhookDelivery { deliveryId payment { paymentId } }
      }
    }`;
  const client = await connect(service, shop.key);
  const follow = (after: string) => client.subscribe(text, { after, profileId });
  const idsOf = (received: LiveSubscription['received']) =>
    received.map(({ webhookDelivered }) => webhookDelivered.webhookDelivery.deliveryId);

  const live = follow(await cursorNow(service, shop.key));
  await create({ profileId });
  await live.until((received) => received.length === 3);
  const cursors = live.received.map(({ webhookDelivered }) => webhookDelivered.cursor);
  const [first, second, third] = idsOf(live.received);
  expect(new Set([first, second, third]).size).toBe(3);
  // One more payment ends the wait for what must not come.
  await create({ profileId });
  await live.until((received) => received.length === 6);
  const later = idsOf(live.received).slice(3);
  for (const [cursor, rest] of [
    [cursors[0], [first, second, third]],
    [cursors[1], [first, second, third]],
    [cursors[2], []],
  ] as const) {
    const resumed = follow(cursor);
    await resumed.until((received) => received.length >= rest.length + 3);
    expect(idsOf(resumed.received)).toEqual([...rest, ...later]);
    resumed.unsubscribe();
  }
});

test('paymentUpdated requires the merchant from the admin key', async ({
  adminGraphql,
  create,
  service,
  shop,
}) => {
  const client = await connect(service, service.adminApiKey);
  const unnamed = client.subscribe('subscription { paymentUpdated { cursor } }');
  expect(await unnamed.refusal()).toEqual(['missing_parameter', 'merchantId']);
  const { errors } = await adminGraphql.run('{ updatesCursor }');
  expect(errors[0]!.extensions).toMatchObject({ code: 'missing_parameter', param: 'merchantId' });
  await cursorNow(service, shop.key);
  const other = await sandboxShop(service);
  const { after, beside } = await adminGraphql.data(
    `query ($id: ID!) { after: updatesCursor(merchantId: $id) beside: updatesCursor(merchantId: "${other.merchantId}") }`,
    { id: shop.merchantId },
  );
  const ends = [after, beside].map((cursor) => decodeUpdatesCursor(cursor, 'after').sequence);
  expect(ends).toEqual([0n, 0n]);
  const live = client.subscribe(
    `subscription { paymentUpdated(merchantId: "${shop.merchantId}", after: "${after}") {
        payment { paymentId merchantId }
      } }`,
  );
  const paymentId = await create();
  await live.until((received) => received.length === 1);
  expect(live.received[0].paymentUpdated.payment).toEqual({ paymentId, merchantId: shop.merchantId });
});

test('Unsubscribing ends one subscription and leaves the others of its connection running', async ({
  create,
  service,
  shop,
}) => {
  const client = await connect(service, shop.key);
  const [ended, kept] = [
    await followPayments(service, shop.key, client),
    await followPayments(service, shop.key, client),
  ];
  await create();
  await ended.until((received) => received.length === 1);
  ended.unsubscribe();
  await client.roundTrip();
  const last = await create();
  await kept.until((received) => received.at(-1)?.paymentUpdated.payment.paymentId === last);
  expect(ended.received).toHaveLength(1);
});

test.for([
  ['first', (page: string) => `{ updatesCursor ${page} }`],
  ['last', (page: string) => `{ ${page} updatesCursor }`],
  ['in a fragment', (page: string) => `{ ${page} ...f } fragment f on Query { at: updatesCursor }`],
] as const)(
  'updatesCursor is read before the page, also when selected %s',
  async ([_where, asked], { graphql, service }) => {
    const before = service.statements.length;
    await graphql.data(asked('payments(first: 1) { nodes { paymentId } }'));
    const statements = service.statements.slice(before);
    expect(statements.filter((text) => /as transaction_id|from "payments"/.test(text))).toEqual([
      expect.stringContaining('updates_end'),
      expect.stringContaining('from "payments"'),
    ]);
  },
);

test('updatesCursor precedes every change that the page read with it does not show', async ({
  create,
  describeAs,
  graphql,
  service,
  shop,
}) => {
  const paymentId = await create();
  const query = `{ payment(paymentId: "${paymentId}") { description } updatesCursor }`;
  const pages: { payment: { description: string | null }; updatesCursor: string }[] = [];
  let isOver = false;
  const reading = Array.from({ length: 4 }, async () => {
    while (!isOver) pages.push(await graphql.data(query));
  });
  for (let i = 1; i <= 60; i++) await describeAs(paymentId, String(i));
  isOver = true;
  await Promise.all(reading);
  const text = `select updates.transaction_id::text as number from updates
                  where merchant_id = $1 and object_id = $2 order by updates.transaction_id`;
  const values = [shop.merchantId, paymentId];
  const changes = await service.database.rows.query({ text, values }, shop.merchantId);
  // The last 60 are the changes above. Creating the payment may have recorded several more.
  const numbers = changes.slice(-60).map(({ number }) => BigInt(number as string));
  const missed = pages.filter(({ payment, updatesCursor }) => {
    const next = numbers[Number(payment.description ?? 0)];
    return next !== undefined && next < decodeUpdatesCursor(updatesCursor, 'after').transactionId;
  });
  expect(missed).toEqual([]);
});

test.for([3, 60])(
  'A subscription takes the same few statements for %i payments at once',
  async (count, { create, service, shop }) => {
    const after = await cursorNow(service, shop.key);
    const ids = await Promise.all(Array.from({ length: count }, () => create()));
    const client = await connect(service, shop.key);
    const settled = await followPayments(service, shop.key, client, { after });
    await settled.until((received) => received.length >= count);
    settled.unsubscribe();
    const before = service.statements.length;
    const live = client.subscribe(nested, { after });
    await live.until((received) => received.length >= count);
    const own = /set_config|api_keys/;
    const statements = service.statements.slice(before).filter((text) => !own.test(text));
    // Apart from the feed's own reads of updates: one statement per level of the selection.
    const reads = statements.filter((text) => !/from updates|updates_end/.test(text));
    expect(reads.length).toBeLessThanOrEqual(4);
    expect(new Set(live.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId))).toEqual(
      new Set(ids),
    );
  },
);

test('A subscription sends one message for an object that changed many times in between', async ({
  create,
  describeAs,
  service,
  shop,
}) => {
  const after = await cursorNow(service, shop.key);
  const [busy, quiet] = [await create(), await create()];
  for (let i = 0; i < 10; i++) await describeAs(busy, `change ${i}`);
  const client = await connect(service, shop.key);
  const live = client.subscribe(paymentsLive, { after });
  await live.until((received) => received.at(-1)?.paymentUpdated.payment.description === 'change 9');
  const seen = live.received.map(({ paymentUpdated }) => paymentUpdated.payment.paymentId);
  expect(seen).toEqual([quiet, busy]);
});
