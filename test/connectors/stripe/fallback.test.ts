import { expect } from 'vitest';
import { stripeConnector } from '../../../src/connectors/stripe/stripe.ts';
import { test as base } from '../../kit/test.ts';
import { stripeAccount } from './harness.ts';
import { cards } from './stand-in/cards.ts';
import { StandIn } from './stand-in/server.ts';

const now = () => new Date();

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from this pattern.
  .extend('standIn', { scope: 'file' }, async ({}, { onCleanup }) => {
    const standIn = new StandIn(now);
    await standIn.listen();
    onCleanup(() => standIn.close());
    return standIn;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ standIn }) => ({
    connectors: [stripeConnector({ baseUrl: standIn.url, environment: 'test', now, warn: () => {} })],
  }))
  /** Stripe first, then the sandbox, which takes the card that Stripe refuses. */
  .extend('pay', ({ api, shop }) => async (card: string) => {
    const create = async (connector_name: string, details: object) => {
      const body = {
        connector_type: 'payment_processor',
        connector_name,
        profile_id: shop.profileId,
        ...details,
      };
      const { body: made, status } = await api.post(`/accounts/${shop.merchantId}/connectors`, body);
      expect(status).toBe(200);
      return { connector: connector_name, merchant_connector_id: made.merchant_connector_id as string };
    };
    const data = [
      await create('stripe', stripeAccount),
      // It takes any card.
      await create('sandbox', {
        connector_account_details: { connector_account_details: { api_key: 'key' } },
        metadata: { decline: 'never' },
      }),
    ];
    const profile = {
      routing_algorithm: { type: 'priority', data },
      is_auto_retries_enabled: true,
      max_auto_retries_enabled: 1,
    };
    const path = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
    expect((await api.post(path, profile)).status).toBe(200);
    const answer = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', confirm: true, payment_method: 'card' },
      payment_method_data: {
        card: { card_number: card, card_exp_month: '12', card_exp_year: '2099', card_cvc: '737' },
      },
    });
    return answer.body;
  });

test('A payment that Stripe refuses for now succeeds at the next connector, with two attempts', async ({
  pay,
}) => {
  const paid = await pay(cards.soft_declined);
  expect(paid).toMatchObject({ status: 'succeeded', connector: 'sandbox' });
  expect(paid.attempts.map((one: Record<string, unknown>) => [one.connector, one.error_code])).toEqual(
    expect.arrayContaining([
      ['stripe', 'processing_error'],
      ['sandbox', null],
    ]),
  );
  expect(paid.attempts).toHaveLength(2);
});

test('A payment that Stripe refuses for good is tried nowhere else', async ({ pay }) => {
  const failed = await pay(cards.declined);
  expect(failed).toMatchObject({ status: 'failed', error_code: 'generic_decline', unified_code: 'UE_1000' });
  expect(failed.attempts).toHaveLength(1);
});

test('A payment while Stripe cannot be reached succeeds at the next connector', async ({ pay, standIn }) => {
  await standIn.close();
  const paid = await pay(cards.good).finally(() => standIn.listen());
  expect(paid).toMatchObject({ status: 'succeeded', connector: 'sandbox' });
  expect(paid.attempts).toHaveLength(2);
});
