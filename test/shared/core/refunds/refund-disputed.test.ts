import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mutate } from '../../../kit/mutate.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { type ScriptedShop, scriptedShop } from '../../../kit/scripted-shop.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';

const script = scriptedConnector();
let service: TestService;
let shop: ScriptedShop;

beforeAll(async () => {
  service = await startTestService({ connectors: [script.connector] });
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await scriptedShop(service);
});

const refund = (paymentId: string, amount?: number) =>
  mutate(service, shop.key, 'createRefund', { paymentId, amount }, 'refund { amount status }');
async function disputed(values: object) {
  const { paymentId } = await shop.paidPayment();
  await shop.dispute(paymentId, { amount: 1000, ...values });
  return paymentId;
}

test.each(['lost', 'accepted', 'expired', 'opened', 'challenged'])(
  'A payment whose chargeback is %s is not refunded a second time',
  async (status) => {
    const paymentId = await disputed({ dispute_status: `dispute_${status}` });
    const asked = script.requests.refund?.length ?? 0;
    const { payload, userErrors } = await refund(paymentId);
    expect([payload.refund, userErrors]).toEqual([
      null,
      [
        {
          code: 'amount_exceeds_available',
          param: 'amount',
          message:
            'Nothing is left to refund: 10.00 USD (1000 in minor units) of the received amount is in a dispute that is open or was not won.',
        },
      ],
    ]);
    expect(script.requests.refund?.length ?? 0).toBe(asked);
  },
);

test.each([
  ['won', { dispute_status: 'dispute_won' }],
  ['withdrawn', { dispute_status: 'dispute_cancelled' }],
  ['an inquiry, which moves no money', { dispute_stage: 'pre_dispute', dispute_status: 'dispute_expired' }],
])('A payment whose dispute is %s is refunded in full', async (_what, values) => {
  const { payload, userErrors } = await refund(await disputed(values));
  expect([payload.refund?.amount, userErrors]).toEqual([1000, []]);
});

test('Only the undisputed part of a payment is refundable', async () => {
  const paymentId = await disputed({ amount: 600, dispute_status: 'dispute_lost' });
  const { userErrors } = await refund(paymentId, 401);
  expect(userErrors).toMatchObject([
    {
      code: 'amount_exceeds_available',
      message:
        'amount must be at most 4.00 USD (400 in minor units), the amount still refundable: 6.00 USD (600 in minor units) of the received amount is in a dispute that is open or was not won.',
    },
  ]);
  expect((await refund(paymentId)).payload.refund).toEqual({ amount: 400, status: 'succeeded' });
  expect((await refund(paymentId)).userErrors).toMatchObject([{ code: 'amount_exceeds_available' }]);
});

test('A dispute in another currency may cover the full amount', async () => {
  const paymentId = await disputed({ amount: 1, currency: 'EUR', dispute_status: 'dispute_lost' });
  expect((await refund(paymentId, 1)).userErrors).toMatchObject([{ code: 'amount_exceeds_available' }]);
});
