import { expect } from 'vitest';
import { unpackText } from '../../../../src/core/foundation/packed-text.ts';
import { csvRows } from '../../../kit/csv.ts';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

type Json = Record<string, unknown>;

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('pay', ({ api }) => async (values: Json = {}): Promise<Json> => {
    const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
    const input = { amount: 1000, currency: 'USD', confirm: true, ...card, ...values };
    const { body, status } = await api.post('/payments', input);
    expect(status).toBe(200);
    return body;
  })
  .extend('read', ({ api, graphql }) => async (id: unknown) => {
    const { body } = await api.get(`/payments/${id}`);
    const query = `query ($id: ID!) { payment(paymentId: $id) {
      paidAt captures { captureId status amount captureSequence capturedAt createdAt } } }`;
    const { payment } = await graphql.data(query, { id });
    // Both APIs agree.
    expect(payment.paidAt).toBe(body.paid_at);
    expect(payment.captures).toEqual(
      body.captures.map((capture: Json) => ({
        captureId: capture.capture_id,
        status: capture.status,
        amount: capture.amount,
        captureSequence: capture.capture_sequence,
        capturedAt: capture.captured_at,
        createdAt: capture.created_at,
      })),
    );
    return body;
  });

const charged = (amount: number, sequence = 1) => ({
  status: 'charged',
  amount,
  capture_sequence: sequence,
  captured_at: expect.stringMatching(/^2\d{3}-.*Z$/),
  created_at: expect.any(String),
});

/** Ways to receive money, and the resulting captures. */
const ways: Readonly<Record<string, { input: Json; capture?: Json[]; captures: object[] }>> = {
  'captured automatically': { input: {}, captures: [charged(1000)] },
  'captured automatically after its authorization': {
    input: { capture_method: 'sequential_automatic' },
    captures: [charged(1000)],
  },
  'captured by hand': { input: { capture_method: 'manual' }, capture: [{}], captures: [charged(1000)] },
  'captured in parcels': {
    input: { capture_method: 'manual_multiple' },
    capture: [{ amount: 300 }, { amount: 200 }],
    captures: [charged(300), charged(200, 2)],
  },
  'authorized only': { input: { capture_method: 'manual' }, captures: [] },
  declined: { input: { payment_method_data: { card: cardOf(cards.declined) } }, captures: [] },
  verified: { input: { amount: 0 }, captures: [] },
};

test.for(Object.entries(ways))(
  'A payment that is %s shows its captures with their times',
  async ([, { capture = [], captures, input }], { api, pay, read }) => {
    const { payment_id: id } = await pay(input);
    for (const parcel of capture) await api.post(`/payments/${id}/capture`, parcel);
    const payment = await read(id);
    expect(payment.captures).toMatchObject(captures);
    expect(payment.captures).toHaveLength(captures.length);
    expect(payment.paid_at).toBe(payment.captures[0]?.captured_at ?? null);
    // The specification's operations show the specification's fields of a capture.
    const { body } = await api.get('/payments/list');
    const [listed] = body[0].data;
    expect(listed).not.toHaveProperty('paid_at');
    for (const one of listed.captures) expect(one).not.toHaveProperty('captured_at');
    expect(listed.captures).toHaveLength(captures.length);
  },
);

test('The confirmation response contains the capture, and only payment_succeeded reports it', async ({
  pay,
  service,
  shop,
}) => {
  const { captures, paid_at, payment_id } = await pay();
  expect(captures).toMatchObject([{ ...charged(1000), captured_at: paid_at, connector_capture_id: null }]);
  const text = 'select event_type, body from events where payment_id = $1 order by sequence';
  const events = await service.database.rows.query<{ event_type: string; body: string }>(
    { text, values: [payment_id] },
    shop.merchantId,
  );
  expect(events.map(({ event_type }) => event_type)).toEqual(['payment_created', 'payment_succeeded']);
  expect(JSON.parse(unpackText(events[1]!.body)).content.object.captures).toMatchObject([{ amount: 1000 }]);
});

test('The second attempt of a payment has the only capture', async ({ api, pay, read }) => {
  const { payment_id: id } = await pay({ payment_method_data: { card: cardOf(cards.declined) } });
  await api.post(`/payments/${id}/confirm`, { payment_method_data: { card: cardOf(cards.good) } });
  expect((await read(id)).captures).toMatchObject([{ ...charged(1000), authorized_attempt_id: `${id}_2` }]);
});

test('Payments are listed and exported by the time they were paid', async ({ api, client, pay, shop }) => {
  const first = await pay();
  const held = await pay({ capture_method: 'manual' });
  const at = (await api.get(`/payments/${first.payment_id}`)).body.paid_at;
  const ids = async (query: string) =>
    (await api.get(`/payments?${query}`)).body.data.map((one: Json) => one.payment_id);
  expect(await ids(`paid_at_gte=${at}`)).toEqual([first.payment_id]);
  expect(await ids(`paid_at_gt=${at}`)).toEqual([]);
  await api.post(`/payments/${held.payment_id}/capture`);
  expect(await ids(`paid_at_gte=${at}`)).toEqual([held.payment_id, first.payment_id]);
  const filter = encodeURIComponent(JSON.stringify({ paidAt: { gte: at } }));
  const { text } = await client.get(`/exports/payments.csv?filter=${filter}&columns=payment_id,paid_at`, {
    key: shop.key,
  });
  expect(csvRows(text).map(({ paid_at }) => paid_at)).toContain(at);
  expect(csvRows(text)).toHaveLength(2);
});
