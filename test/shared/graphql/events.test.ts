import { expect } from 'vitest';
import { clientOf } from '../../kit/client.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { leakedSecrets } from '../../kit/secrets.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const url = 'https://shop.example/hooks/2207';
const [paymentId, payoutId, profileId] = ['pay_1', 'po_1', 'pro_2'];

const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms));
const moment = (ms: number) => at(ms).toISOString();
const idsOf = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);
const events =
  'query ($filter: EventFilter) { events(filter: $filter) { totalCount nodes { id: eventId } } }';
const deliveries = `query ($filter: WebhookDeliveryFilter) {
  webhookDeliveries(filter: $filter) { totalCount nodes { id: deliveryId } } }`;

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    await shop.payment({ payment_id: paymentId });
    await shop.payout({ payout_id: payoutId });
    await shop.profile({ profile_id: profileId, profile_name: 'second' });
    const event = (n: number, row: object) =>
      shop.event({ event_id: `evt_${n}`, created_at: at(n), payment_id: paymentId, ...row });
    await event(1, { event_type: 'payment_created' });
    await event(2, { event_type: 'payment_succeeded' });
    await event(3, { event_type: 'refund_failed', refund_id: 'ref_1' });
    await event(4, { event_type: 'dispute_opened', dispute_id: 'dsp_1' });
    await event(5, { event_type: 'payout_success', payment_id: null, payout_id: payoutId });
    await event(6, { event_type: 'payment_created', payment_id: 'pay_else', profile_id: profileId });
    const delivery = (n: number, eventId: string, row: object = {}) =>
      shop.webhookDelivery(eventId, { delivery_id: `whd_${n}`, created_at: at(n), ...row });
    await delivery(1, 'evt_1', { status: 'delivered', url });
    await delivery(2, 'evt_2', { status: 'failed', error_message: 'The endpoint answered 500.' });
    await delivery(3, 'evt_2', { redelivery: true });
    await delivery(4, 'evt_6');
    return shop;
  })
  .extend('shop', ({ seeded }) => seeded)
  /** The identifiers that match a filter. */
  .extend('found', ({ graphql }) => async (query: string, filter: object): Promise<string[]> => {
    const [page] = Object.values(await graphql.data(query, { filter })) as {
      totalCount: number;
      nodes: { id: string }[];
    }[];
    expect(page!.totalCount).toBe(page!.nodes.length);
    return idsOf(page!.nodes);
  });

test('event returns the type, the object and the body exactly as sent', async ({
  graphql,
  service,
  shop,
}) => {
  const { event } = await graphql.data(`{ event(eventId: "evt_3") {
      id: eventId eventId merchantId eventType objectType objectId paymentId payoutId profileId test body createdAt
      payment { id: paymentId } payout { id: payoutId } deliveries { id: deliveryId } } }`);
  const { body, ...rest } = event;
  expect(rest).toEqual({
    id: 'evt_3',
    eventId: 'evt_3',
    merchantId: shop.merchantId,
    eventType: 'refund_failed',
    objectType: 'refund',
    objectId: 'ref_1',
    paymentId,
    payoutId: null,
    profileId: shop.profileId,
    test: false,
    createdAt: moment(3),
    payment: { id: paymentId },
    payout: null,
    deliveries: [],
  });
  // The stored text byte for byte, because it is sent and signed.
  const text = 'select body from events where event_id = $1';
  const [stored] = await service.database.rows.query({ text, values: ['evt_3'] }, shop.merchantId);
  expect(body).toBe(stored!.body);
});

test('event.deliveries lists deliveries newest first, each linked back to its event', async ({ graphql }) => {
  const { event } = await graphql.data(`{ event(eventId: "evt_2") {
      deliveries { id: deliveryId status redelivery event { id: eventId } payment { id: paymentId status } } } }`);
  const back = { event: { id: 'evt_2' }, payment: { id: paymentId, status: 'succeeded' } };
  expect(event.deliveries).toEqual([
    { id: 'whd_3', status: 'pending', redelivery: true, ...back },
    { id: 'whd_2', status: 'failed', redelivery: false, ...back },
  ]);
});

test('payment.events includes events of its refunds and disputes, payout.events those of the payout', async ({
  graphql,
}) => {
  const query = `{ payment(paymentId: "${paymentId}") { events { id: eventId eventType } }
      payout(payoutId: "${payoutId}") { events { id: eventId payout { id: payoutId } } } }`;
  expect(await graphql.data(query)).toEqual({
    payment: {
      events: [
        { id: 'evt_4', eventType: 'dispute_opened' },
        { id: 'evt_3', eventType: 'refund_failed' },
        { id: 'evt_2', eventType: 'payment_succeeded' },
        { id: 'evt_1', eventType: 'payment_created' },
      ],
    },
    payout: { events: [{ id: 'evt_5', payout: { id: payoutId } }] },
  });
});

test.for([
  ['type', { eventType: { eq: 'payment_created' } }, [6, 1]],
  ['types', { eventType: { in: ['payout_success', 'dispute_opened'] } }, [5, 4]],
  ['object', { objectId: { eq: 'ref_1' } }, [3]],
  ['payment', { paymentId: { eq: paymentId } }, [4, 3, 2, 1]],
  ['payout', { payoutId: { in: [payoutId] } }, [5]],
  ['time', { createdAt: { gt: moment(2), lte: moment(4) } }, [4, 3]],
  ['payment and time', { paymentId: { eq: paymentId }, createdAt: { lt: moment(2) } }, [1]],
] as const)('events(filter:) finds events by %s', async ([_, filter, numbers], { found }) => {
  expect(await found(events, filter)).toEqual(numbers.map((n) => `evt_${n}`));
});

test('events returns pages in either order', async ({ graphql }) => {
  const query = `query ($after: String, $direction: OrderDirection) {
      events(first: 4, after: $after, orderBy: { field: CREATED_AT, direction: $direction }) {
        nodes { id: eventId } pageInfo { hasNextPage endCursor } } }`;
  for (const [direction, order] of [
    ['DESC', [6, 5, 4, 3, 2, 1]],
    ['ASC', [1, 2, 3, 4, 5, 6]],
  ] as const) {
    const first = (await graphql.data(query, { direction })).events;
    const second = (await graphql.data(query, { direction, after: first.pageInfo.endCursor })).events;
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(idsOf([...first.nodes, ...second.nodes])).toEqual(order.map((n) => `evt_${n}`));
  }
});

test('events does not read bodies that were not requested', async ({ graphql }) => {
  const { statements } = await graphql.run('{ events { nodes { eventType createdAt } } }');
  expect(statements).toHaveLength(1);
  expect(statements[0]).not.toContain('"body"');
});

test('webhookDelivery returns its progress and its address, which is stored encrypted', async ({
  graphql,
  service,
  shop,
}) => {
  const { webhookDelivery } = await graphql.data(`{ webhookDelivery(deliveryId: "whd_1") {
      id: deliveryId deliveryId eventId eventType objectId paymentId profileId status url attemptCount statusCode errorMessage
      attempts { attemptNumber startedAt durationMs statusCode error errorMessage answer }
      redelivery nextAttemptAt createdAt completedAt } }`);
  expect(webhookDelivery).toMatchObject({
    id: 'whd_1',
    deliveryId: 'whd_1',
    eventId: 'evt_1',
    eventType: 'payment_created',
    objectId: paymentId,
    paymentId,
    profileId: shop.profileId,
    status: 'delivered',
    url,
    attemptCount: 1,
    statusCode: 200,
    errorMessage: null,
    attempts: [{ attemptNumber: 1, durationMs: 20, statusCode: 200, error: null, answer: null }],
    redelivery: false,
    nextAttemptAt: null,
    createdAt: moment(1),
  });
  const nested = await graphql.data('{ event(eventId: "evt_1") { deliveries { url } } }');
  expect(nested.event.deliveries).toEqual([{ url }]);
  expect(await leakedSecrets(service, [url])).toEqual([]);
});

test.for([
  ['event', { eventId: { eq: 'evt_2' } }, [3, 2]],
  ['status', { status: { eq: 'pending' } }, [4, 3]],
  ['statuses', { status: { in: ['delivered', 'failed'] } }, [2, 1]],
  ['profile', { profileId: { eq: profileId } }, [4]],
  ['time', { createdAt: { gte: moment(4) } }, [4]],
] as const)('webhookDeliveries(filter:) finds deliveries by %s', async ([_, filter, numbers], { found }) => {
  expect(await found(deliveries, filter)).toEqual(numbers.map((n) => `whd_${n}`));
});

test('webhookDelivery exposes neither its lease nor its global sequence number', async ({ graphql }) => {
  for (const field of ['lease', 'leasedUntil', 'eventSequence']) {
    const query = `{ webhookDeliveries { nodes { ${field} } } }`;
    expect(await graphql.refusal(query)).toMatchObject({ code: 'query_invalid' });
  }
});

test('Events and webhook deliveries are nodes', async ({ graphql, shop }) => {
  const ids = [
    globalIdOf('Event', shop.merchantId, 'evt_2'),
    globalIdOf('WebhookDelivery', shop.merchantId, 'whd_1'),
  ];
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) {
      __typename id ... on Event { eventType deliveries { id: deliveryId } } ... on WebhookDelivery { status event { id: eventId } } } }`;
  expect((await graphql.data(query, { ids })).nodes).toEqual([
    {
      __typename: 'Event',
      id: ids[0],
      eventType: 'payment_succeeded',
      deliveries: [{ id: 'whd_3' }, { id: 'whd_2' }],
    },
    { __typename: 'WebhookDelivery', id: ids[1], status: 'delivered', event: { id: 'evt_1' } },
  ]);
});

test('Events and webhook deliveries of another merchant are not visible', async ({
  graphqlAs,
  otherShop,
  shop,
}) => {
  const ids = [
    globalIdOf('Event', shop.merchantId, 'evt_1'),
    globalIdOf('WebhookDelivery', shop.merchantId, 'whd_1'),
  ];
  const query = `query ($ids: [ID!]!) {
      event(eventId: "evt_1") { id } webhookDelivery(deliveryId: "whd_1") { id }
      events { totalCount } webhookDeliveries { totalCount } nodes(ids: $ids) { id } }`;
  expect(await graphqlAs(otherShop.key).data(query, { ids })).toEqual({
    event: null,
    webhookDelivery: null,
    events: { totalCount: 0 },
    webhookDeliveries: { totalCount: 0 },
    nodes: [null, null],
  });
});

test('Nested events and deliveries take one statement per level whatever the page size', async ({
  graphqlAs,
  otherShop,
}) => {
  for (let i = 0; i < 40; i++) {
    const payment_id = await otherShop.payment();
    await otherShop.refund(payment_id);
    for (const event_type of ['payment_created', 'payment_succeeded']) {
      await otherShop.webhookDelivery(await otherShop.event({ payment_id, event_type }), {
        status: 'failed',
      });
    }
  }
  const dashboard = `query ($first: Int) { payments(first: $first) { totalCount nodes {
      status refunds { amount } disputes { amount } attempts { status } captures { amount }
      events { eventType createdAt deliveries { status attemptCount event { eventType } } } } } }`;
  const list = `query ($first: Int) { events(first: $first) { nodes {
      eventType body payment { status events { eventType } } deliveries { status payment { amount } } } } }`;
  const tables = async (query: string, first: number) => {
    const { statements, errors, data: answer } = await graphqlAs(otherShop.key).run(query, { first });
    expect(errors).toEqual([]);
    expect((Object.values(answer) as { nodes: object[] }[])[0]!.nodes).toHaveLength(first);
    return statements.map((text) =>
      [...text.matchAll(/(?:from|join) (?:"(\w+)"|(stats_totals))/g)]
        .map(([, name, totals]) => name ?? totals)
        .join('+'),
    );
  };
  // The page with its five lists, its count, the deliveries below and their events.
  const expected = [
    'refunds+disputes+attempts+captures+events+payments',
    // The totals, and the recent payments, which are not in them yet.
    'stats_totals+payments',
    'webhook_deliveries',
    'events',
  ];
  expect((await tables(dashboard, 1)).sort()).toEqual(expected.toSorted());
  expect((await tables(dashboard, 40)).sort()).toEqual(expected.toSorted());
  const [one, eighty] = [await tables(list, 1), await tables(list, 80)];
  expect(eighty.sort()).toEqual(one.sort());
  expect(one.length).toBeLessThanOrEqual(5);
});

test("A webhook endpoint's health is the same over both APIs, in one statement for all profiles", async ({
  graphqlAs,
  otherShop,
  service,
}) => {
  const stopped = await otherShop.profile({ profile_name: 'stopped' });
  const text = `insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, failures, in_flight_max, resting_until,
                    resting_since, resting_reason, stopped_at)
                  values ($1, $2, $2, 7, 16, $3, $4, 'no_response', $5)`;
  const values = [otherShop.merchantId, stopped, moment(5), moment(4), moment(6)];
  await service.database.rows.query({ text, values }, null);
  const query = `{ businessProfiles { nodes { profileId webhookEndpoint {
    failures inFlightMax restingUntil restingSince restingReason stoppedAt } } } }`;
  const { data: found, statements, errors } = await graphqlAs(otherShop.key).run(query);
  expect(errors).toEqual([]);
  const { nodes } = found.businessProfiles;
  expect(nodes).toHaveLength(2);
  expect(nodes).toContainEqual({
    profileId: stopped,
    webhookEndpoint: {
      failures: 7,
      inFlightMax: 16,
      restingUntil: moment(5),
      restingSince: moment(4),
      restingReason: 'no_response',
      stoppedAt: moment(6),
    },
  });
  expect(nodes).toContainEqual({
    profileId: otherShop.profileId,
    webhookEndpoint: {
      failures: 0,
      inFlightMax: 8,
      restingUntil: null,
      restingSince: null,
      restingReason: null,
      stoppedAt: null,
    },
  });
  expect(statements).toHaveLength(2);
  const path = `/account/${otherShop.merchantId}/business_profile/${stopped}/webhook_endpoint`;
  const { body } = await clientOf(service).get(path, { key: otherShop.key });
  expect(body).toEqual({
    failures: 7,
    in_flight_max: 16,
    resting_until: moment(5),
    resting_since: moment(4),
    resting_reason: 'no_response',
    stopped_at: moment(6),
  });
});

test('Nested events and deliveries count towards the complexity of a document', async ({ graphql }) => {
  const query = `{ payments(first: 100) { nodes { events { deliveries { event { deliveries { event { id: eventId } } } } } } } }`;
  expect(await graphql.refusal(query)).toMatchObject({ code: 'query_too_complex' });
  const modest = '{ payments(first: 100) { nodes { events { eventType deliveries { status } } } } }';
  expect(await graphql.run(modest)).toMatchObject({ status: 200, errors: [] });
});
