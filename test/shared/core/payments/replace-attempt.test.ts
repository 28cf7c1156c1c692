import { expect } from 'vitest';
import { cardOf, cards, graphqlCardOf, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

type Json = Record<string, unknown>;

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('challenge', ({ api }) => async (): Promise<Json> => {
    const { body } = await api.post('/payments', {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      authentication_type: 'three_ds',
      payment_method: 'card',
      payment_method_data: { card: cardOf(cards.challenged) },
    });
    expect(body.status).toBe('requires_customer_action');
    return body;
  })
  .extend('confirmBy', ({ api, client, graphql, graphqlAs, shop }) => {
    const input = (card: string) => ({ payment_method_data: { card: cardOf(card) } });
    const mutation = (caller: typeof graphql, { client_secret, payment_id }: Json, card: string) =>
      caller.mutate(
        'confirmPayment',
        {
          paymentId: payment_id,
          clientSecret: client_secret,
          paymentMethodData: { card: graphqlCardOf(card) },
        },
        'payment { status }',
      );
    const page = { key: shop.publishableKey };
    return {
      'the API key over REST': ({ payment_id }: Json, card: string) =>
        api.post(`/payments/${payment_id}/confirm`, input(card)),
      'the publishable key over REST': ({ client_secret, payment_id }: Json, card: string) =>
        client.post(`/payments/${payment_id}/confirm`, { ...page, body: { client_secret, ...input(card) } }),
      'the API key over GraphQL': (payment: Json, card: string) => mutation(graphql, payment, card),
      'the publishable key over GraphQL': (payment: Json, card: string) =>
        mutation(graphqlAs(shop.publishableKey), payment, card),
    };
  });

const callers = [
  'the API key over REST',
  'the publishable key over REST',
  'the API key over GraphQL',
  'the publishable key over GraphQL',
] as const;

test.for(callers)(
  'A payment is confirmed by %s with another card during an open challenge',
  async (caller, { api, challenge, confirmBy, service, shop }) => {
    const payment = await challenge();
    const id = payment.payment_id as string;
    await confirmBy[caller](payment, cards.good);
    expect((await api.get(`/payments/${id}`)).body).toMatchObject({
      status: 'succeeded',
      amount_received: 1000,
      next_action: null,
      cancellation_reason: null,
      attempts: [
        { status: 'voided', cancellation_reason: 'The payment was confirmed again.' },
        { status: 'charged' },
      ],
      captures: [{ authorized_attempt_id: `${id}_2` }],
    });
    const query = async (text: string) =>
      (await service.database.rows.query({ text, values: [id] }, shop.merchantId)).map((row) =>
        Object.values(row).join(' '),
      );
    // Voided at the connector, before the other card is charged.
    expect(
      await query(
        'select operation, part_id, status from connector_calls where object_id = $1 order by completed_at, call_id',
      ),
    ).toEqual([`authorize ${id}_1 completed`, `void ${id}_1 completed`, `authorize ${id}_2 completed`]);
    expect(await query('select event_type from events where payment_id = $1 order by sequence')).toEqual([
      'payment_created',
      'action_required',
      'payment_succeeded',
    ]);
  },
);

test('A customer challenged twice completes only the second challenge', async ({
  api,
  challenge,
  confirmBy,
}) => {
  const former = await challenge();
  const { body: waiting } = await confirmBy['the API key over REST'](former, cards.challenged);
  expect(waiting).toMatchObject({ status: 'requires_customer_action', attempt_count: 2 });
  const answer = async ({ next_action }: Json) => {
    const url = (next_action as { redirect_to_url: string }).redirect_to_url;
    const token = /name="token" value="(\w+)"/.exec(await (await fetch(url)).text())?.[1];
    const body = new URLSearchParams({ token: token ?? 'none', answer: 'complete' });
    return (await fetch(`${url}/answer`, { method: 'POST', redirect: 'manual', body })).headers.get(
      'location',
    );
  };
  expect(await answer(former)).toBe(null);
  const back = await answer(waiting);
  expect(back).toContain('?attempt=2');
  // Returning from the former challenge leaves the other open.
  await fetch(back!.replace(/\?.*/, ''), { redirect: 'manual' });
  const read = async () => (await api.get(`/payments/${former.payment_id}`)).body;
  expect((await read()).status).toBe('requires_customer_action');
  await fetch(back!, { redirect: 'manual' });
  expect(await read()).toMatchObject({ status: 'succeeded', amount_received: 1000 });
});

test('A refused confirmation leaves the open challenge unchanged', async ({ api, challenge }) => {
  const { payment_id: id, next_action } = await challenge();
  const { body, status } = await api.post(`/payments/${id}/confirm`, {
    payment_method_data: { card: { ...cardOf(cards.good), card_exp_year: '2001' } },
  });
  expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
  expect((await api.get(`/payments/${id}`)).body).toMatchObject({
    status: 'requires_customer_action',
    next_action,
    attempts: [{ status: 'authentication_pending' }],
  });
});
