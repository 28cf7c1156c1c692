import { expect } from 'vitest';
import { mutate } from '../kit/mutate.ts';
import { startTestService } from '../kit/service.ts';
import { test } from '../kit/test.ts';

const SKEW_MS = 3_000;

test('The timeline of a payment is in the order of its changes when the clocks of two processes differ', async ({
  graphql,
  service,
  shared,
  shop,
}) => {
  const behind = await startTestService({ ...shared, now: () => new Date(Date.now() - SKEW_MS) });
  try {
    const input = { amount: 100, currency: 'USD' };
    const created = await mutate(service, shop.key, 'createPayment', input, 'payment { paymentId }');
    const id = created.payload.payment.paymentId;
    const { payload, text } = await mutate(
      behind,
      shop.key,
      'cancelPayment',
      { paymentId: id },
      'payment { status }',
    );
    expect(payload?.payment, text).toEqual({ status: 'cancelled' });
    const { payment } = await graphql.data(
      'query ($id: ID!) { payment(paymentId: $id) { timeline { toStatus } } }',
      {
        id,
      },
    );
    expect(payment.timeline.map((step: { toStatus: string }) => step.toStatus)).toEqual([
      'requires_payment_method',
      'cancelled',
    ]);
  } finally {
    await behind.close();
  }
});
