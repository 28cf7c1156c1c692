import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

// biome-ignore lint/suspicious/noExplicitAny: the package's types are those of another service's objects.
type Sdk = any;
const Hyperswitch = createRequire(import.meta.url)('@juspay-tech/hyperswitch-node') as new (
  key: string,
) => Sdk;

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  /** The Node SDK of Hyperswitch, as the shop's server uses it. */
  .extend('sdk', ({ service, shop }): Sdk => {
    const { hostname, port } = new URL(service.url);
    const sdk = new Hyperswitch(shop.key);
    // The constructor ignores its options, and the public setters print a deprecation warning.
    for (const [name, value] of Object.entries({ host: hostname, port, protocol: 'http' })) {
      sdk._setApiField(name, value);
    }
    return sdk;
  });

test("Hyperswitch's Node SDK takes a payment and refunds it", async ({ sdk }) => {
  const created = await sdk.paymentIntents.create({
    amount: 1000,
    currency: 'USD',
    capture_method: 'manual',
    request_incremental_authorization: true,
  });
  const id = created.payment_id;
  const confirmed = await sdk.paymentIntents.confirm(id, {
    payment_method_data: { card: cardOf(cards.good) },
  });
  expect(confirmed.status).toBe('requires_capture');
  expect((await sdk.paymentIntents.incrementAuthorization(id, { amount: 1500 })).amount).toBe(1500);
  expect((await sdk.paymentIntents.capture(id, {})).status).toBe('succeeded');
  const refund = await sdk.refunds.create({ payment_id: id, amount: 100 });
  expect(await sdk.refunds.retrieve(refund.refund_id)).toMatchObject({ payment_id: id, status: 'succeeded' });
  expect((await sdk.refunds.list({ payment_id: id })).data).toHaveLength(1);
  expect(await sdk.paymentIntents.retrieve(id)).toMatchObject({ amount_refunded: 100, status: 'succeeded' });
  const other = await sdk.paymentIntents.create({ amount: 5, currency: 'USD' });
  expect((await sdk.paymentIntents.cancel(other.payment_id)).status).toBe('cancelled');
  const listed = await sdk.paymentIntents.list({ limit: 1 });
  expect([listed.has_more, listed.data[0].payment_id]).toEqual([true, other.payment_id]);
});

test("Hyperswitch's Node SDK manages customers, their payment methods and payouts", async ({ sdk }) => {
  const { customer_id } = await sdk.customers.create({ name: 'Ann' });
  expect((await sdk.customers.retrieve(customer_id)).name).toBe('Ann');
  const { card_cvc: _, ...card } = cardOf(cards.good);
  const { payment_method_id: id } = await sdk.paymentMethods.create({
    customer_id,
    payment_method: 'card',
    card,
  });
  expect((await sdk.paymentMethods.update(id, { card: { nick_name: 'Home' } })).card.nick_name).toBe('Home');
  const payout = await sdk.payouts.create({ amount: 100, currency: 'USD', customer_id });
  expect((await sdk.payouts.retrieve(payout.payout_id)).amount).toBe(100);
  expect((await sdk.payouts.list({ customer_id })).data).toHaveLength(1);
  expect((await sdk.payouts.cancel(payout.payout_id)).status).toBe('cancelled');
  expect((await sdk.customers.list()).data.map((row: { customer_id: string }) => row.customer_id)).toEqual([
    customer_id,
  ]);
  expect((await sdk.customers.del(customer_id)).deleted_at).not.toBeNull();
});

test("Hyperswitch's Node SDK reads disputes, mandates, events and the account", async ({ sdk, shop }) => {
  const paymentId = await shop.payment();
  const dispute = await shop.dispute(paymentId);
  const customerId = await shop.customer();
  const mandate = await shop.mandate(paymentId, customerId, await shop.paymentMethod(customerId));
  const event = await shop.event();
  expect(await sdk.disputes.retrieve(dispute)).toMatchObject({ dispute_id: dispute, payment_id: paymentId });
  expect((await sdk.disputes.list({ dispute_status: 'dispute_opened' })).data).toHaveLength(1);
  expect((await sdk.mandates.retrieve(mandate)).customer_id).toBe(customerId);
  expect((await sdk.events.retrieve(event)).event_id).toBe(event);
  expect((await sdk.events.list()).data).toHaveLength(1);
  expect((await sdk.accounts.update(shop.merchantId, { merchant_name: 'Acme' })).merchant_name).toBe('Acme');
});
