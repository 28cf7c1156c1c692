import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/methods.ts';
import { sendDueEvents } from '../../../../src/connectors/sandbox/send-webhooks.ts';
import { ulidMaker } from '../../../../src/core/foundation/ids.ts';
import { cardOf } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

const SECRET = 'whsec_of_the_books';
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

/** A payment over REST, and the sandbox's clock and webhooks: what either side says of the money must agree. */
const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now }))
  .extend('account', ({ shop }) =>
    shop.connector({
      test_mode: true,
      connector_webhook_details: { merchant_secret: SECRET },
      payment_methods_enabled: [{ payment_method: 'card' }],
    }),
  )
  .extend('pay', ({ account: _, api }) => async (card: keyof typeof testCards, given: object = {}) => {
    const { body, text } = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true, payment_method: 'card' },
      payment_method_data: { card: cardOf(testCards[card]!) },
      ...given,
    });
    expect([body.status, text]).not.toContain('failed');
    return body.payment_id as string;
  })
  /** Does something about a payment; answers the status of the payment or refund, or the code of the error. */
  .extend('act', ({ api, graphql }) => async (id: string, what: string, amount?: number) => {
    if (what === 'increment') {
      const text = `mutation ($input: IncrementAuthorizationInput!) {
        incrementAuthorization(input: $input) { userErrors { code } payment { status } } }`;
      const { incrementAuthorization: done } = await graphql.data(text, { input: { paymentId: id, amount } });
      return done.userErrors[0]?.code ?? done.payment.status;
    }
    const { body } =
      what === 'refund'
        ? await api.post('/refunds', { payment_id: id, amount })
        : await api.post(`/payments/${id}/${what}`, amount ? { amount } : {});
    return body.error?.code ?? (body.error_code || body.status);
  })
  /** Seconds pass, and the sandbox reports what happened. Which of its reports the service does not get is given. */
  .extend('pass', ({ service, shop }) => async (seconds: number, lost: RegExp = /^$/) => {
    ahead += seconds * 1000;
    const sent: string[] = [];
    await sendDueEvents({
      rows: service.database.rows,
      now,
      ids: ulidMaker(),
      randomBytes,
      publicUrl: () => service.url,
      secretOf: async () => SECRET,
      send: async (url, headers, body) => {
        const { type } = JSON.parse(body);
        if (lost.test(type)) return 503;
        if (url.includes(shop.merchantId)) sent.push(type);
        return (await fetch(url, { method: 'POST', headers, body })).status;
      },
    });
    return sent;
  })
  .extend(
    'get',
    ({ api }) =>
      async (id: string) =>
        (await api.get(`/payments/${id}`)).body,
  )
  .extend('types', ({ service, shop }) => async (type: RegExp) => {
    const text = 'select event_type from events where merchant_id = $1 order by sequence';
    const rows = await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
    return rows.map(({ event_type }) => String(event_type)).filter((name) => type.test(name));
  });

const several = { capture_method: 'manual_multiple' };
const manual = { capture_method: 'manual' };

test('After captures were taken back, and a refund between, what is left is captured and refunded', async ({
  act,
  get,
  pass,
  pay,
}) => {
  const id = await pay('capture_returned', several);
  await act(id, 'capture', 300);
  await act(id, 'capture', 200);
  expect(await act(id, 'refund', 400)).toBe('succeeded');
  expect(await pass(11)).toEqual(['capture_failed', 'capture_failed']);
  expect(await get(id)).toMatchObject({ amount_received: 400, amount_capturable: 500 });
  expect(await act(id, 'capture', 450)).toBe('partially_captured_and_capturable');
  expect(await get(id)).toMatchObject({ amount_received: 450, amount_capturable: 50 });
  expect(await act(id, 'refund', 50)).toBe('succeeded');
  expect(await act(id, 'capture', 50)).toBe('partially_captured');
  expect(await act(id, 'refund', 50)).toBe('succeeded');
  expect(await get(id)).toMatchObject({ amount_received: 500, amount_refunded: 500 });
});

test('A capture that is received again, after others and refunds, counts at both', async ({
  act,
  get,
  pass,
  pay,
}) => {
  const id = await pay('capture_recovered', several);
  await act(id, 'capture', 300);
  expect(await act(id, 'refund', 200)).toBe('succeeded');
  await pass(11);
  expect(await get(id)).toMatchObject({ amount_received: 200, amount_capturable: 700 });
  await pass(11);
  expect(await get(id)).toMatchObject({ amount_received: 300, amount_capturable: 700 });
  expect(await act(id, 'capture', 700)).toBe('succeeded');
  expect(await act(id, 'refund', 800)).toBe('succeeded');
});

for (const given of [{}, several]) {
  test(`A report that comes again takes no more money back: ${JSON.stringify(given)}`, async ({
    act,
    get,
    pass,
    pay,
  }) => {
    const id = await pay('capture_recovered', given);
    if (given === several) await act(id, 'capture', 1000);
    expect(await pass(11, /capture_failed/)).toEqual([]);
    expect(await pass(11)).toEqual(['capture_made']);
    expect(await pass(31)).toEqual(['capture_failed']);
    expect(await get(id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    expect(await act(id, 'refund', 1000)).toBe('succeeded');
  });
}

test('A refund that failed and succeeded after all stays refunded, whatever report comes again', async ({
  act,
  get,
  pass,
  pay,
}) => {
  const id = await pay('refund_recovered');
  await act(id, 'refund', 700);
  expect(await pass(11, /refund_failed/)).toEqual([]);
  expect(await pass(11)).toEqual(['refund_made']);
  expect(await pass(31)).toEqual(['refund_failed']);
  expect(await get(id)).toMatchObject({ amount_refunded: 700 });
  expect(await act(id, 'refund', 300)).toBe('succeeded');
});

test('A refund that succeeds after its money was refunded otherwise is told', async ({
  act,
  get,
  pass,
  pay,
  service,
  shop,
  types,
}) => {
  const id = await pay('refund_recovered');
  await act(id, 'refund', 700);
  await pass(11);
  expect(await act(id, 'refund', 1000)).toBe('succeeded');
  // The second refund is to stand.
  const text =
    "delete from sandbox_events where merchant_id = $1 and told_at is null and event_id like '%refund_failed'";
  await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
  expect(await pass(11)).toEqual(['refund_made']);
  expect(await get(id)).toMatchObject({ amount_refunded: 1000 });
  expect(await types(/not_as_asked/)).toHaveLength(1);
});

test("The sandbox's dashboard refunds what is left, also where a refund fails", async ({
  act,
  get,
  pass,
  pay,
}) => {
  const id = await pay('refunded_elsewhere');
  await act(id, 'refund', 300);
  expect(await pass(11)).toEqual(['refund_made']);
  const paid = await get(id);
  expect(paid.refunds.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([300, 700]);
  expect(paid).toMatchObject({ amount_refunded: 1000, error_code: null });
  const whole = await pay('refunded_elsewhere');
  await act(whole, 'refund', 1000);
  expect(await pass(11)).toEqual([]);

  const early = await pay('refund_failed_early');
  await act(early, 'refund', 300);
  expect(await pass(11)).toEqual(['refund_failed']);
  expect(await pass(11)).toEqual(['refund_made']);
  const { amount_refunded, refunds } = await get(early);
  expect(amount_refunded).toBe(300);
  expect(refunds).toContainEqual(expect.objectContaining({ amount: 700, status: 'failed' }));
});

const increasable = { ...manual, request_incremental_authorization: true };

test("The sandbox's dashboard captures what is authorized after an increase", async ({
  act,
  get,
  pass,
  pay,
}) => {
  const id = await pay('captured_elsewhere', increasable);
  expect(await act(id, 'increment', 1500)).toBe('requires_capture');
  expect(await pass(11)).toEqual(['capture_made']);
  const paid = await get(id);
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1500, error_code: null });
  // 1.5 % of what was captured, and 25.
  expect(paid.fee).toBe(48);

  const expired = await pay('expired_then_captured', increasable);
  await act(expired, 'increment', 1500);
  expect(await pass(11)).toEqual(['authorization_ended']);
  expect(await pass(11)).toEqual(['capture_made']);
  expect(await get(expired)).toMatchObject({ status: 'succeeded', amount_received: 1500 });
  expect(await act(expired, 'refund', 1500)).toBe('succeeded');

  const beyond = await pay('captured_beyond', increasable);
  await act(beyond, 'increment', 1100);
  await pass(11);
  expect(await get(beyond)).toMatchObject({ status: 'requires_capture', error_code: 'not_as_asked' });
});

test("The sandbox's dashboard captures the rest, and nothing that was voided", async ({
  act,
  get,
  pass,
  pay,
  types,
}) => {
  const id = await pay('captured_elsewhere', several);
  await act(id, 'capture', 400);
  expect(await pass(11)).toEqual(['capture_made']);
  expect(await get(id)).toMatchObject({ status: 'succeeded', amount_received: 1000, error_code: null });
  for (const card of ['captured_elsewhere', 'captured_beyond', 'authorization_cancelled'] as const) {
    const cancelled = await pay(card, manual);
    expect(await act(cancelled, 'cancel')).toBe('cancelled');
    expect(await pass(11)).toEqual([]);
    expect(await get(cancelled)).toMatchObject({ status: 'cancelled', error_code: null });
  }
  expect(await types(/revers|not_as_asked/)).toEqual([]);
});

test('An increase after a part was captured and taken back adds to what is left', async ({
  act,
  get,
  pass,
  pay,
}) => {
  const id = await pay('capture_returned', { ...increasable, ...several });
  await act(id, 'capture', 300);
  await pass(11);
  expect(await get(id)).toMatchObject({ status: 'requires_capture', amount_capturable: 700 });
  expect(await act(id, 'increment', 1500)).toBe('requires_capture');
  expect(await get(id)).toMatchObject({ net_amount: 1500, amount_capturable: 1200 });
  expect(await act(id, 'capture', 1200)).toBe('partially_captured');
});

test('Nothing is reported of a transfer or payout that was cancelled while it waited', async ({
  act,
  api,
  get,
  pass,
  shop,
  types,
}) => {
  const given = { test_mode: true, connector_webhook_details: { merchant_secret: SECRET } };
  await shop.connector({ ...given, payment_methods_enabled: [{ payment_method: 'bank_transfer' }] });
  const takes = [{ payment_method: 'card' }];
  await shop.connector({ ...given, connector_type: 'payout_processor', payment_methods_enabled: takes });
  const billing = {
    email: 'ann@example.com',
    address: { first_name: 'Ann', last_name: 'Example', country: 'US' },
  };
  for (const end of ['0440', '0259', '1331']) {
    const { body, text } = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true, payment_method: 'bank_transfer' },
      ...{ email: 'ann@example.com', billing },
      payment_method_data: {
        bank_transfer: {
          ach_bank_transfer: { account_number: `00012345${end}`, routing_number: '110000000' },
        },
      },
    });
    expect([body.status, text]).toEqual(['requires_customer_action', text]);
    expect(await act(body.payment_id, 'cancel')).toBe('cancelled');
    expect(await pass(45)).toEqual([]);
    expect(await get(body.payment_id)).toMatchObject({ status: 'cancelled', disputes: [] });
  }
  const { body, text } = await api.post('/payouts', {
    ...{ amount: 1000, currency: 'USD', confirm: true, auto_fulfill: true, priority: 'regular' },
    payout_method_data: {
      card: { card_number: testCards.payout_returned, expiry_month: '12', expiry_year: '2099' },
    },
  });
  expect([body.status, text]).toEqual(['pending', text]);
  expect((await api.post(`/payouts/${body.payout_id}/cancel`)).body.status).toBe('cancelled');
  expect(await pass(45)).toEqual([]);
  expect(await types(/reversed|dispute|capture/)).toEqual([]);
});
