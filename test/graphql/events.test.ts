import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, graphql } from '../kit/graphql.ts';
import { leakedSecrets } from '../kit/secrets.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const url = 'https://shop.example/hooks/2207';

let service: TestService;
let shop: SeededMerchant;
let paymentId: string;
let payoutId: string;
let profileId: string;

const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms));
const moment = (ms: number) => at(ms).toISOString();

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  paymentId = await shop.payment();
  payoutId = await shop.payout();
  profileId = await shop.profile({ profile_name: 'second' });
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
});

afterAll(() => service.close());

const data = (query: string, variables?: Record<string, unknown>) =>
  dataOf(service, shop.key, query, variables);

const idsOf = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);
const events = 'query ($filter: EventFilter) { events(filter: $filter) { totalCount nodes { id } } }';
const deliveries = `query ($filter: WebhookDeliveryFilter) {
  webhookDeliveries(filter: $filter) { totalCount nodes { id } } }`;

/** The identifiers that a filter leaves, of a list that says how long it is. */
async function found(query: string, filter: object): Promise<string[]> {
  const [page] = Object.values(await data(query, { filter })) as {
    totalCount: number;
    nodes: { id: string }[];
  }[];
  expect(page!.totalCount).toBe(page!.nodes.length);
  return idsOf(page!.nodes);
}

describe('an event', () => {
  it('says what happened, to what, and with which body', async () => {
    const { event } = await data(`{ event(eventId: "evt_3") {
      id eventId merchantId eventType objectType objectId paymentId payoutId profileId test body createdAt
      payment { id } payout { id } deliveries { id } } }`);
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
    // The very text that lies in the table: it is what is sent and signed.
    const text = 'select body from events where event_id = $1';
    const [stored] = await service.database.rows.query({ text, values: ['evt_3'] }, null);
    expect(body).toBe(stored!.body);
  });

  it('leads to its deliveries, newest first, and they lead back', async () => {
    const { event } = await data(`{ event(eventId: "evt_2") {
      deliveries { id status redelivery event { id } payment { id status } } } }`);
    const back = { event: { id: 'evt_2' }, payment: { id: paymentId, status: 'succeeded' } };
    expect(event.deliveries).toEqual([
      { id: 'whd_3', status: 'pending', redelivery: true, ...back },
      { id: 'whd_2', status: 'failed', redelivery: false, ...back },
    ]);
  });

  it('belongs to its payment, also where it is of a refund or dispute, or to its payout', async () => {
    const query = `{ payment(paymentId: "${paymentId}") { events { id eventType } }
      payout(payoutId: "${payoutId}") { events { id payout { id } } } }`;
    expect(await data(query)).toEqual({
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

  it.each<[string, () => object, number[]]>([
    ['type', () => ({ eventType: { eq: 'payment_created' } }), [6, 1]],
    ['types', () => ({ eventType: { in: ['payout_success', 'dispute_opened'] } }), [5, 4]],
    ['object', () => ({ objectId: { eq: 'ref_1' } }), [3]],
    ['payment', () => ({ paymentId: { eq: paymentId } }), [4, 3, 2, 1]],
    ['payout', () => ({ payoutId: { in: [payoutId] } }), [5]],
    ['time', () => ({ createdAt: { gt: moment(2), lte: moment(4) } }), [4, 3]],
    ['two of them', () => ({ paymentId: { eq: paymentId }, createdAt: { lt: moment(2) } }), [1]],
  ])('is found by %s', async (_, filter, numbers) => {
    expect(await found(events, filter())).toEqual(numbers.map((n) => `evt_${n}`));
  });

  it('comes in pages, in either order', async () => {
    const query = `query ($after: String, $direction: OrderDirection) {
      events(first: 4, after: $after, orderBy: { field: CREATED_AT, direction: $direction }) {
        nodes { id } pageInfo { hasNextPage endCursor } } }`;
    for (const [direction, order] of [
      ['DESC', [6, 5, 4, 3, 2, 1]],
      ['ASC', [1, 2, 3, 4, 5, 6]],
    ] as const) {
      const first = (await data(query, { direction })).events;
      const second = (await data(query, { direction, after: first.pageInfo.endCursor })).events;
      expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
      expect(idsOf([...first.nodes, ...second.nodes])).toEqual(order.map((n) => `evt_${n}`));
    }
  });

  it('is read without its body where nobody asks for that', async () => {
    const { statements } = await graphql(service, shop.key, '{ events { nodes { eventType createdAt } } }');
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toContain('"body"');
  });
});

describe('a delivery', () => {
  it('says how far it has come and where it went, which lies sealed', async () => {
    const { webhookDelivery } = await data(`{ webhookDelivery(deliveryId: "whd_1") {
      id deliveryId eventId eventType objectId paymentId profileId status url attemptCount statusCode errorMessage
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
    const nested = await data('{ event(eventId: "evt_1") { deliveries { url } } }');
    expect(nested.event.deliveries).toEqual([{ url }]);
    expect(await leakedSecrets(service, [url])).toEqual([]);
  });

  it.each<[string, () => object, number[]]>([
    ['event', () => ({ eventId: { eq: 'evt_2' } }), [3, 2]],
    ['status', () => ({ status: { eq: 'pending' } }), [4, 3]],
    ['statuses', () => ({ status: { in: ['delivered', 'failed'] } }), [2, 1]],
    ['profile', () => ({ profileId: { eq: profileId } }), [4]],
    ['time', () => ({ createdAt: { gte: moment(4) } }), [4]],
  ])('is found by %s', async (_, filter, numbers) => {
    expect(await found(deliveries, filter())).toEqual(numbers.map((n) => `whd_${n}`));
  });

  it('shows no lease, and no place among all', async () => {
    for (const field of ['lease', 'leasedUntil', 'eventSequence']) {
      const query = `{ webhookDeliveries { nodes { ${field} } } }`;
      expect(await errorOf(service, shop.key, query)).toMatchObject({ code: 'query_invalid' });
    }
  });
});

describe('events and deliveries', () => {
  it('are nodes', async () => {
    const query = `{ nodes(ids: ["evt_2", "whd_1"]) {
      __typename id ... on Event { eventType deliveries { id } } ... on WebhookDelivery { status event { id } } } }`;
    expect((await data(query)).nodes).toEqual([
      {
        __typename: 'Event',
        id: 'evt_2',
        eventType: 'payment_succeeded',
        deliveries: [{ id: 'whd_3' }, { id: 'whd_2' }],
      },
      { __typename: 'WebhookDelivery', id: 'whd_1', status: 'delivered', event: { id: 'evt_1' } },
    ]);
  });

  it("are never another merchant's", async () => {
    const other = await seedMerchant(service);
    const query = `{ event(eventId: "evt_1") { id } webhookDelivery(deliveryId: "whd_1") { id }
      events { totalCount } webhookDeliveries { totalCount } nodes(ids: ["evt_1", "whd_1"]) { id } }`;
    expect(await dataOf(service, other.key, query)).toEqual({
      event: null,
      webhookDelivery: null,
      events: { totalCount: 0 },
      webhookDeliveries: { totalCount: 0 },
      nodes: [null, null],
    });
  });

  it('take one statement a level, whatever the page', async () => {
    const other = await seedMerchant(service);
    for (let i = 0; i < 40; i++) {
      const payment_id = await other.payment();
      await other.refund(payment_id);
      for (const event_type of ['payment_created', 'payment_succeeded']) {
        await other.webhookDelivery(await other.event({ payment_id, event_type }), { status: 'failed' });
      }
    }
    const dashboard = `query ($first: Int) { payments(first: $first) { totalCount nodes {
      status refunds { amount } disputes { amount } attempts { status } captures { amount }
      events { eventType createdAt deliveries { status attemptCount event { eventType } } } } } }`;
    const list = `query ($first: Int) { events(first: $first) { nodes {
      eventType body payment { status events { eventType } } deliveries { status payment { amount } } } } }`;
    const tables = async (query: string, first: number) => {
      const { statements, errors, data: answer } = await graphql(service, other.key, query, { first });
      expect(errors).toEqual([]);
      expect((Object.values(answer) as { nodes: object[] }[])[0]!.nodes).toHaveLength(first);
      return statements.map((text) =>
        [...text.matchAll(/(?:from|join) "(\w+)"/g)].map(([, name]) => name).join('+'),
      );
    };
    // The page and its count, all five lists of it, the deliveries below, and the events these lead back to.
    const expected = [
      'payments',
      'payments',
      'refunds+disputes+attempts+captures+events',
      'webhook_deliveries',
      'events',
    ];
    expect((await tables(dashboard, 1)).sort()).toEqual(expected.toSorted());
    expect((await tables(dashboard, 40)).sort()).toEqual(expected.toSorted());
    const [one, eighty] = [await tables(list, 1), await tables(list, 80)];
    expect(eighty.sort()).toEqual(one.sort());
    expect(one.length).toBeLessThanOrEqual(5);
  });

  it('leave it to the profile to say how its endpoint is doing, in one statement for all', async () => {
    const other = await seedMerchant(service);
    const stopped = await other.profile({ profile_name: 'stopped' });
    const text = `insert into webhook_endpoints (merchant_id, profile_id, failures, resting_until, stopped_at)
                  values ($1, $2, 7, $3, $4)`;
    const values = [other.merchantId, stopped, moment(5), moment(6)];
    await service.database.rows.query({ text, values }, null);
    const query = `{ businessProfiles { nodes { profileId webhookEndpoint { failures restingUntil stoppedAt } } } }`;
    const { data: found, statements, errors } = await graphql(service, other.key, query);
    expect(errors).toEqual([]);
    const { nodes } = found.businessProfiles;
    expect(nodes).toHaveLength(2);
    expect(nodes).toContainEqual({
      profileId: stopped,
      webhookEndpoint: { failures: 7, restingUntil: moment(5), stoppedAt: moment(6) },
    });
    expect(nodes).toContainEqual({
      profileId: other.profileId,
      webhookEndpoint: { failures: 0, restingUntil: null, stoppedAt: null },
    });
    expect(statements).toHaveLength(2);
  });

  it('count towards what a document may cost', async () => {
    const query = `{ payments(first: 100) { nodes { events { deliveries { event { deliveries { event { id } } } } } } } }`;
    expect(await errorOf(service, shop.key, query)).toMatchObject({ code: 'query_too_complex' });
    const modest = '{ payments(first: 100) { nodes { events { eventType deliveries { status } } } } }';
    expect(await graphql(service, shop.key, modest)).toMatchObject({ status: 200, errors: [] });
  });
});
