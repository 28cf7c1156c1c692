import { expect } from 'vitest';
import { increasable, several, test } from './books.ts';

test('After failed captures and a refund between them, the rest is captured and refunded', async ({
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

test('A capture received again after other captures and refunds counts for both', async ({
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
  test(`A repeated report reverses no more money: ${JSON.stringify(given)}`, async ({
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

test('A refund that failed and then succeeded stays refunded, whatever report is repeated', async ({
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

test('Reports a refund that succeeds after the money was refunded another way', async ({
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
  // The second refund should succeed.
  const text =
    "delete from sandbox_events where merchant_id = $1 and told_at is null and event_id like '%refund_failed'";
  await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);
  expect(await pass(11)).toEqual(['refund_made']);
  expect(await get(id)).toMatchObject({ amount_refunded: 1000 });
  expect(await types(/not_as_asked/)).toHaveLength(1);
});

test('An increase after a partial capture and its reversal adds to the remaining amount', async ({
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
