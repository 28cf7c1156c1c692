import { clientOf } from '../../kit/client.ts';
import { fresh, INVALID, NONE, TAKEN, type Values, type Write, type WriteRequest } from './write.ts';
import { card, gsm, openPayment, openPayout, savedCard } from './write-objects.ts';

const rest = (path: string, prepare: Write['prepare'], admin = false): Write => ({
  name: `POST ${path}`,
  admin,
  prepare,
  send: async (service, key, request, idempotencyKey) => {
    const headers = { 'idempotency-key': idempotencyKey };
    const response = await clientOf(service).post(request.path ?? path, {
      key,
      body: request.input,
      headers,
    });
    return {
      code: response.status === 200 ? null : response.body.error.code,
      param: response.body.error?.param ?? null,
      replayed: response.headers.get('idempotency-replayed') === 'true',
      text: response.text,
    };
  },
});

/** The request of a REST operation that updates an object. */
const updateRequest = (
  path: (id: string) => string,
  id: string,
  input: Values,
  bad: Values,
): WriteRequest => ({
  path: path(id),
  input,
  otherInput: { ...input, metadata: { otherInput: 1 } },
  rejected: [
    { path: path(id), input: bad, code: INVALID },
    { path: path('none'), input, code: NONE },
  ],
});

export const restWrites: readonly Write[] = [
  rest('/payments/{payment_id}', async (shop) =>
    updateRequest(
      (id) => `/payments/${id}`,
      await openPayment(shop),
      { description: 'Two shirts', payment_method_data: { card } },
      { description: 5 },
    ),
  ),
  rest('/payouts/{payout_id}', async (shop) =>
    updateRequest((id) => `/payouts/${id}`, await openPayout(shop), { description: 'Wages' }, { amount: -1 }),
  ),
  rest('/refunds/{refund_id}', async (shop) => {
    const { paymentId } = await shop.paidPayment();
    return updateRequest(
      (id) => `/refunds/${id}`,
      await shop.refund(paymentId),
      { reason: 'Too big' },
      { reason: 5 },
    );
  }),
  rest('/customers', async (shop) => ({
    input: { name: 'Alice' },
    otherInput: { name: 'Bob' },
    rejected: [
      { input: { name: 5 }, code: INVALID },
      { input: { customer_id: await shop.customer() }, code: TAKEN },
    ],
  })),
  rest('/customers/{customer_id}', async (shop) =>
    updateRequest((id) => `/customers/${id}`, await shop.customer(), { name: 'Alice' }, { email: 'x' }),
  ),
  rest('/payment_methods/{method_id}/update', async (shop) => {
    const path = (id: string) => `/payment_methods/${id}/update`;
    const id = await savedCard(shop);
    const input = { card: { nick_name: 'Travel' } };
    return {
      ...updateRequest(path, id, input, { card: { card_exp_month: '13' } }),
      otherInput: { card: { nick_name: 'Home' } },
    };
  }),
  rest(
    '/accounts',
    async (shop) => {
      const merchant_id = fresh('acme');
      return {
        input: { merchant_id },
        otherInput: { merchant_id, merchant_name: 'Acme' },
        rejected: [
          { input: {}, code: 'missing_parameter' },
          { input: { merchant_id: shop.merchantId }, code: TAKEN },
        ],
      };
    },
    true,
  ),
  rest(
    '/gsm',
    async () => {
      const input = gsm();
      return {
        input,
        otherInput: { ...input, decision: 'requeue' },
        rejected: [{ input: { ...input, decision: 'pray' }, code: INVALID }],
      };
    },
    true,
  ),
];
