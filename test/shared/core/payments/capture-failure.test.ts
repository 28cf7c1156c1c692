import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { ErrorMapping } from '../../../../src/core/entities/error-mapping.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { insertRow } from '../../../kit/insert.ts';
import { mutate } from '../../../kit/mutate.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { type EventShop, eventShop } from '../writes/event-shop.ts';

let service: TestService;
let shop: EventShop;

beforeAll(async () => {
  service = await startTestService();
  for (const [sub_flow, code] of [
    ['capture', 'capture_declined'],
    ['void', 'void_declined'],
  ]) {
    await insertRow(service, ErrorMapping, {
      error_mapping_id: `gsm_${sub_flow}`,
      connector: 'sandbox',
      flow: 'payment',
      sub_flow,
      code,
      message: '',
      status: 'failure',
      decision: 'do_default',
      step_up_possible: false,
      clear_pan_possible: false,
      unified_code: `UE_${sub_flow}`,
      unified_message: 'Try again later.',
      created_at: new Date(),
      modified_at: new Date(),
    });
  }
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await eventShop(service);
});

const FIELDS = `status amountReceived amountCapturable errorCode errorMessage unifiedCode unifiedMessage
  attempts { status errorCode errorMessage unifiedCode } captures { status errorCode errorMessage }`;
const paymentOf = async (id: string) =>
  (await dataOf(service, shop.key, `query ($id: ID!) { payment(paymentId: $id) { ${FIELDS} } }`, { id }))
    .payment;
const manual = { captureMethod: 'manual' };
const several = { captureMethod: 'manual_multiple' };

test('A failed capture is mapped through the error table, shown everywhere and reported', async () => {
  const paymentId = await shop.pay(testCards.capture_fails, manual);
  await shop.run('capturePayment', { paymentId });
  const failure = { errorCode: 'capture_declined', errorMessage: 'The capture was refused.' };
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'requires_capture',
    amountCapturable: 1000,
    ...failure,
    unifiedCode: 'UE_capture',
    unifiedMessage: 'Try again later.',
    attempts: [{ status: 'capture_failed', ...failure, unifiedCode: 'UE_capture' }],
    captures: [{ status: 'failed', ...failure }],
  });
  expect((await shop.types()).at(-1)).toBe('payment_capture_failed');
  await shop.run('cancelPayment', { paymentId });
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'cancelled',
    errorCode: null,
    unifiedCode: null,
  });
});

test('A failed void is mapped through the error table, shown and reported', async () => {
  const paymentId = await shop.pay(testCards.void_fails, manual);
  await shop.run('cancelPayment', { paymentId });
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'requires_capture',
    errorCode: 'void_declined',
    unifiedCode: 'UE_void',
    attempts: [{ status: 'void_failed', errorCode: 'void_declined', unifiedCode: 'UE_void' }],
  });
  expect((await shop.types()).at(-1)).toBe('payment_void_failed');
  await shop.run('capturePayment', { paymentId });
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'succeeded',
    errorCode: null,
    unifiedCode: null,
  });
});

test('A failed void of the rest leaves the rest capturable', async () => {
  const paymentId = await shop.pay(testCards.void_fails, several);
  await shop.run('capturePayment', { paymentId, amount: 100 });
  await shop.run('cancelPayment', { paymentId });
  expect(await paymentOf(paymentId)).toMatchObject({
    status: 'partially_captured_and_capturable',
    amountReceived: 100,
    amountCapturable: 900,
    errorCode: 'void_declined',
  });
});

test('Several captures end with a final capture or a release of the rest', async () => {
  for (const finish of [
    (paymentId: string) => shop.run('capturePayment', { paymentId, amount: 200, finalCapture: true }),
    (paymentId: string) => shop.run('cancelPayment', { paymentId, cancellationReason: 'Sold out' }),
  ]) {
    const paymentId = await shop.pay(testCards[1], several);
    await shop.run('capturePayment', { paymentId, amount: 100 });
    await finish(paymentId);
    const { amountReceived, ...payment } = await paymentOf(paymentId);
    expect(payment).toMatchObject({
      status: 'partially_captured',
      amountCapturable: 0,
      attempts: [{ status: 'partial_charged' }],
    });
    expect([100, 300]).toContain(amountReceived);
    expect((await shop.types()).at(-1)).toBe('payment_partially_captured');
    const again = await mutate(service, shop.key, 'capturePayment', { paymentId }, 'payment { status }');
    expect(again.userErrors).toMatchObject([{ code: 'unexpected_state' }]);
  }
});

test('A capture that must be the last one cannot announce further captures', async () => {
  const paymentId = await shop.pay(testCards[1], manual);
  const input = { paymentId, amount: 1, finalCapture: false };
  expect((await mutate(service, shop.key, 'capturePayment', input, 'payment { status }')).userErrors).toEqual(
    [
      {
        code: 'invalid_parameter',
        param: 'final_capture',
        message: expect.stringContaining('only capture_method manual_multiple allows further captures'),
      },
    ],
  );
});

test.each(['manual', 'manual_multiple', 'sequential_automatic', 'automatic'])(
  'An amount of 0 with %s capture checks the card and completes the payment',
  async (captureMethod) => {
    const good = await shop.pay(testCards[1], { amount: 0, captureMethod });
    expect(await paymentOf(good)).toMatchObject({ status: 'succeeded', amountReceived: 0, captures: [] });
    const bad = await shop.pay(testCards.card_declined, { amount: 0, captureMethod });
    expect((await paymentOf(bad)).status).toBe('failed');
  },
);
