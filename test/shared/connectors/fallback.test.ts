import { expect } from 'vitest';
import { adyenConnector } from '../../../src/connectors/adyen/adyen.ts';
import { stripeConnector } from '../../../src/connectors/stripe/stripe.ts';
import { isFullRun } from '../../kit/figure.ts';
import { test as base } from '../../kit/test.ts';
import { accountWith } from './adyen/harness.ts';
import { testCards } from './adyen/stand-in/cards.ts';
import { API_KEY, startStandIn } from './adyen/stand-in/server.ts';
import { stripeAccount } from './stripe/harness.ts';
import { cards as stripeCards } from './stripe/stand-in/cards.ts';
import { StandIn as StripeStandIn } from './stripe/stand-in/server.ts';

/** Enough payments to distinguish a share of 70 % from half: four standard deviations. */
const PAYMENTS = isFullRun ? 400 : 80;
const PATIENCE_MS = 300_000;
const now = () => new Date();
const setupAt = (baseUrl: string) => ({ baseUrl, environment: 'test', now, warn: () => {} }) as const;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('vendors', { scope: 'file' }, async ({}, { onCleanup }) => {
    const adyen = await startStandIn(now);
    const stripe = new StripeStandIn(now);
    await stripe.listen();
    onCleanup(async () => {
      await Promise.all([adyen.close(), stripe.close()]);
    });
    return { adyen, stripe };
  })
  .extend('serviceOptions', { scope: 'file' }, ({ vendors: { adyen, stripe } }) => ({
    connectors: [adyenConnector(setupAt(adyen.url)), stripeConnector(setupAt(stripe.url))],
  }))
  .extend('accounts', async ({ api, shop }) => {
    const create = async (connector_name: string, account: object) => {
      const { body, status, text } = await api.post(`/accounts/${shop.merchantId}/connectors`, {
        connector_type: 'payment_processor',
        connector_name,
        merchant_connector_id: `${connector_name}_1`,
        profile_id: shop.profileId,
        ...account,
      });
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
      return body;
    };
    return [await create('adyen', accountWith(API_KEY)), await create('stripe', stripeAccount)];
  })
  .extend(
    'route',
    ({ api, shop }) =>
      (routing_algorithm: object) =>
        api.post(`/account/${shop.merchantId}/business_profile/${shop.profileId}`, {
          routing_algorithm,
          is_auto_retries_enabled: true,
          max_auto_retries_enabled: 1,
        }),
  )
  .extend('pay', ({ api }) => async (card_number: string) => {
    const { body } = await api.post('/payments', {
      amount: 1000,
      currency: 'EUR',
      confirm: true,
      return_url: 'https://shop.example.com/done',
      payment_method: 'card',
      payment_method_data: {
        card: {
          card_number,
          card_exp_month: '03',
          card_exp_year: '2039',
          card_holder_name: 'Ann',
          card_cvc: '737',
        },
      },
    });
    return body;
  });

const inTurn = (first: string, second: string) => ({ type: 'priority', data: [first, second] });
const attemptsOf = (payment: { attempts: { connector: string; error_code: string | null }[] }) =>
  payment.attempts.map(({ connector, error_code }) => [connector, error_code]);

/** Each vendor first, with its own cards and codes, and the other as fallback. */
const ways = [
  { first: 'adyen', second: 'stripe', cards: testCards, soft: '4', hard: '5' },
  { first: 'stripe', second: 'adyen', cards: stripeCards, soft: 'processing_error', hard: 'generic_decline' },
] as const;

test.for(ways)(
  'A payment with a soft decline at $first succeeds at $second, with two attempts',
  async ({ cards, first, second, soft }, { accounts, pay, route, vendors }) => {
    expect(accounts).toHaveLength(2);
    await route(inTurn(first, second));
    const paid = await pay(cards.soft_declined);
    expect(paid).toMatchObject({ status: 'succeeded', connector: second, amount_received: 1000 });
    expect(attemptsOf(paid)).toEqual([
      [first, soft],
      [second, null],
    ]);
    expect([vendors.adyen.violations(), vendors.stripe.violations]).toEqual([[], []]);
  },
);

test.for(ways)(
  'A hard decline at $first is not retried at $second',
  async ({ cards, first, hard, second }, { accounts, pay, route }) => {
    expect(accounts).toHaveLength(2);
    await route(inTurn(first, second));
    const failed = await pay(cards.declined);
    expect(failed).toMatchObject({ status: 'failed', unified_code: 'UE_1000' });
    expect(attemptsOf(failed)).toEqual([[first, hard]]);
  },
);

test.for(ways)(
  'While $first cannot be reached, a payment succeeds at $second',
  async ({ first, second }, { accounts, pay, route, vendors }) => {
    expect(accounts).toHaveLength(2);
    await route(inTurn(first, second));
    const setDown = async (down: boolean) => {
      if (first === 'adyen') vendors.adyen.setDown(down);
      else await (down ? vendors.stripe.close() : vendors.stripe.listen());
    };
    await setDown(true);
    const paid = await pay(testCards.good).finally(() => setDown(false));
    expect(paid).toMatchObject({ status: 'succeeded', connector: second });
    expect(paid.attempts).toHaveLength(2);
  },
);

test('Volume is split 70 to 30 over Adyen and Stripe', { timeout: PATIENCE_MS }, async ({
  accounts,
  pay,
  route,
}) => {
  expect(accounts).toHaveLength(2);
  const shares = [
    { split: 70, connector: 'adyen' },
    { split: 30, connector: 'stripe' },
  ];
  await route({ type: 'volume_split', data: shares });
  const taken: string[] = [];
  while (taken.length < PAYMENTS) {
    const paid = await Promise.all(Array.from({ length: 8 }, () => pay(testCards.good)));
    taken.push(...paid.map(({ connector }) => connector as string));
  }
  const share = taken.filter((connector) => connector === 'adyen').length / taken.length;
  expect(share).toBeGreaterThan(0.5);
  expect(share).toBeLessThan(0.9);
});
