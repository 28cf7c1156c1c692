import { clientOf } from '../kit/client.ts';
import { type Asked, fresh, INVALID, NONE, TAKEN, type Values, type Write } from './write.ts';
import { card, gsm, openPayment, openPayout, savedCard } from './write-objects.ts';

const rest = (path: string, ask: Write['ask'], admin = false): Write => ({
  name: `POST ${path}`,
  admin,
  ask,
  send: async (service, key, asked, idempotencyKey) => {
    const headers = { 'idempotency-key': idempotencyKey };
    const answer = await clientOf(service).post(asked.path ?? path, { key, body: asked.input, headers });
    return {
      code: answer.status === 200 ? null : answer.body.error.code,
      param: answer.body.error?.param ?? null,
      replayed: answer.headers.get('idempotency-replayed') === 'true',
      text: answer.text,
    };
  },
});

/** A change of an object, through REST: the path of another object that there is not is refused. */
const change = (path: (id: string) => string, id: string, input: Values, bad: Values): Asked => ({
  path: path(id),
  input,
  other: { ...input, metadata: { other: 1 } },
  refused: [
    { path: path(id), input: bad, code: INVALID },
    { path: path('none'), input, code: NONE },
  ],
});

export const restWrites: readonly Write[] = [
  rest('/payments/{payment_id}', async (shop) =>
    change(
      (id) => `/payments/${id}`,
      await openPayment(shop),
      { description: 'Two shirts', payment_method_data: { card } },
      { description: 5 },
    ),
  ),
  rest('/payouts/{payout_id}', async (shop) =>
    change((id) => `/payouts/${id}`, await openPayout(shop), { description: 'Wages' }, { amount: -1 }),
  ),
  rest('/refunds/{refund_id}', async (shop) => {
    const { paymentId } = await shop.paidPayment();
    return change(
      (id) => `/refunds/${id}`,
      await shop.refund(paymentId),
      { reason: 'Too big' },
      { reason: 5 },
    );
  }),
  rest('/customers', async (shop) => ({
    input: { name: 'Alice' },
    other: { name: 'Bob' },
    refused: [
      { input: { name: 5 }, code: INVALID },
      { input: { customer_id: await shop.customer() }, code: TAKEN },
    ],
  })),
  rest('/customers/{customer_id}', async (shop) =>
    change((id) => `/customers/${id}`, await shop.customer(), { name: 'Alice' }, { email: 'x' }),
  ),
  rest('/payment_methods/{method_id}/update', async (shop) => {
    const path = (id: string) => `/payment_methods/${id}/update`;
    const id = await savedCard(shop);
    const input = { card: { nick_name: 'Travel' } };
    return {
      ...change(path, id, input, { card: { card_exp_month: '13' } }),
      other: { card: { nick_name: 'Home' } },
    };
  }),
  rest(
    '/accounts',
    async (shop) => {
      const merchant_id = fresh('acme');
      return {
        input: { merchant_id },
        other: { merchant_id, merchant_name: 'Acme' },
        refused: [
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
        other: { ...input, decision: 'requeue' },
        refused: [{ input: { ...input, decision: 'pray' }, code: INVALID }],
      };
    },
    true,
  ),
];
