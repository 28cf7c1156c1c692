import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { increasable, manual, SECRET, several, test } from './books.ts';

test("The sandbox's dashboard refunds the remaining amount, even if a refund fails", async ({
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

test("The sandbox's dashboard captures the authorized amount after an increase", async ({
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
  // 1.5 % of the captured amount, plus 25.
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

test("The sandbox's dashboard captures the rest, but nothing that was voided", async ({
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

test('A transfer or payout cancelled while pending reports nothing', async ({
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
      card: { card_number: testCards.payout_returned, expiry_month: '12', expiry_year: '2039' },
    },
  });
  expect([body.status, text]).toEqual(['pending', text]);
  expect((await api.post(`/payouts/${body.payout_id}/cancel`)).body.status).toBe('cancelled');
  expect(await pass(45)).toEqual([]);
  expect(await types(/reversed|dispute|capture/)).toEqual([]);
});
