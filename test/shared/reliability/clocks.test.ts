import { expect } from 'vitest';
import { figure, isFullRun } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { startTestService } from '../../kit/service.ts';
import { testApart as test } from '../../kit/test.ts';

const SKEW_MS = 3_000;
const PAYMENTS = isFullRun ? 40 : 5;

test("A payment's timeline is in the order of changes even if the clocks of two processes differ", async ({
  graphql,
  service,
  shared,
  shop,
  task,
}) => {
  const behind = await startTestService({ ...shared, now: () => new Date(Date.now() - SKEW_MS) });
  try {
    const input = { amount: 100, currency: 'USD' };
    let wrong = 0;
    for (let made = 0; made < PAYMENTS; made += 1) {
      const created = await mutate(service, shop.key, 'createPayment', input, 'payment { paymentId }');
      const id = created.payload.payment.paymentId;
      const cancelled = await mutate(
        behind,
        shop.key,
        'cancelPayment',
        { paymentId: id },
        'payment { status }',
      );
      expect(cancelled.payload?.payment, cancelled.text).toEqual({ status: 'cancelled' });
      const { payment } = await graphql.data(
        'query ($id: ID!) { payment(paymentId: $id) { timeline { toStatus } } }',
        { id },
      );
      const steps = payment.timeline.map((step: { toStatus: string }) => step.toStatus);
      if (steps.join() !== 'requires_payment_method,cancelled') wrong += 1;
    }
    figure(task, `${wrong} of ${PAYMENTS} out of order, with clocks ${SKEW_MS} ms apart`);
    expect(wrong).toBe(0);
  } finally {
    await behind.close();
  }
});
