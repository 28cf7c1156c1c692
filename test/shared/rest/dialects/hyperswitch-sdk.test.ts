import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

// biome-ignore lint/suspicious/noExplicitAny: the package's types are those of another service's objects.
type Sdk = any;
const Hyperswitch = createRequire(import.meta.url)('@juspay-tech/hyperswitch-node') as new (
  key: string,
) => Sdk;

/** The called methods of Hyperswitch's resources: `refunds.create`. */
const called = new Set<string>();
const resources = [
  ...['paymentIntents', 'refunds', 'customers', 'paymentMethods', 'payouts', 'disputes', 'mandates'],
  ...['events', 'accounts', 'ephemeralKeys'],
];

/** Leftovers of the package that the SDK derives from: at paths unknown to Hyperswitch. */
const notTheirs = new Set(
  [
    'paymentIntents.search refunds.cancel paymentMethods.attach paymentMethods.detach payouts.reverse',
    'customers.search customers.createFundingInstructions customers.deleteDiscount customers.retrieveCashBalance',
    'customers.updateCashBalance customers.createBalanceTransaction customers.retrieveBalanceTransaction',
    'customers.updateBalanceTransaction customers.listBalanceTransactions customers.createSource',
    'customers.retrieveSource customers.updateSource customers.listSources customers.deleteSource',
    'customers.verifySource customers.createTaxId customers.retrieveTaxId customers.listTaxIds',
    'customers.deleteTaxId accounts.reject accounts.retrieveCapability accounts.updateCapability',
    'accounts.listCapabilities accounts.createExternalAccount accounts.retrieveExternalAccount',
    'accounts.updateExternalAccount accounts.listExternalAccounts accounts.deleteExternalAccount',
    'accounts.createLoginLink accounts.createPerson accounts.retrievePerson accounts.updatePerson',
    'accounts.listPersons accounts.deletePerson',
  ].flatMap((line) => line.split(' ')),
);

/** An SDK resource that records the called methods. */
const noting = (sdk: Sdk, resource: string): Sdk =>
  new Proxy(sdk[resource], {
    get(target, method) {
      if (typeof target[method] !== 'function') return target[method];
      return (...given: unknown[]) => {
        called.add(`${resource}.${String(method)}`);
        return target[method](...given);
      };
    },
  });

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  /** Hyperswitch's Node SDK, as used by the shop's server. */
  .extend('sdkOf', ({ service }) => (key: string): Sdk => {
    const { hostname, port } = new URL(service.url);
    const sdk = new Hyperswitch(key);
    // The constructor ignores its options, and the public setters print a deprecation warning.
    for (const [name, value] of Object.entries({ host: hostname, port, protocol: 'http' })) {
      sdk._setApiField(name, value);
    }
    return Object.fromEntries(resources.map((resource) => [resource, noting(sdk, resource)]));
  })
  .extend('sdk', ({ sdkOf, shop }) => sdkOf(shop.key));

test("Hyperswitch's Node SDK takes a payment and refunds it", async ({ sdk }) => {
  const created = await sdk.paymentIntents.create({
    amount: 1000,
    currency: 'USD',
    capture_method: 'manual',
    request_incremental_authorization: true,
  });
  const id = created.payment_id;
  expect((await sdk.paymentIntents.update(id, { description: 'Shirts' })).description).toBe('Shirts');
  const confirmed = await sdk.paymentIntents.confirm(id, {
    payment_method_data: { card: cardOf(cards.good) },
  });
  expect(confirmed.status).toBe('requires_capture');
  expect((await sdk.paymentIntents.incrementAuthorization(id, { amount: 1500 })).amount).toBe(1500);
  expect((await sdk.paymentIntents.capture(id, {})).status).toBe('succeeded');
  const refund = await sdk.refunds.create({ payment_id: id, amount: 100 });
  expect((await sdk.refunds.update(refund.refund_id, { reason: 'Torn' })).reason).toBe('Torn');
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
  expect((await sdk.customers.update(customer_id, { name: 'Ann B.' })).name).toBe('Ann B.');
  const { card_cvc: _, ...card } = cardOf(cards.good);
  const { payment_method_id: id } = await sdk.paymentMethods.create({
    customer_id,
    payment_method: 'card',
    card,
  });
  expect((await sdk.paymentMethods.update(id, { card: { nick_name: 'Home' } })).card.nick_name).toBe('Home');
  expect((await sdk.paymentMethods.retrieve(id)).customer_id).toBe(customer_id);
  expect((await sdk.paymentMethods.list({ customer_id })).data).toHaveLength(1);
  const filter = {
    ...{ accepted_country: ['US'], accepted_currency: ['USD'], minimum_amount: 1, maximum_amount: 1000 },
    ...{ recurring_payment_enabled: false, installment_payment_enabled: false },
  };
  expect((await sdk.customers.listPaymentMethods(customer_id, filter)).customer_payment_methods).toHaveLength(
    1,
  );
  const payout = await sdk.payouts.create({ amount: 100, currency: 'USD', customer_id });
  expect((await sdk.payouts.retrieve(payout.payout_id)).amount).toBe(100);
  expect((await sdk.payouts.update(payout.payout_id, { amount: 200 })).amount).toBe(200);
  expect((await sdk.payouts.list({ customer_id })).data).toHaveLength(1);
  expect((await sdk.payouts.cancel(payout.payout_id)).status).toBe('cancelled');
  expect((await sdk.customers.list()).data.map((row: { customer_id: string }) => row.customer_id)).toEqual([
    customer_id,
  ]);
  expect((await sdk.customers.del(customer_id)).deleted_at).not.toBeNull();
});

test("Hyperswitch's Node SDK answers disputes, and reads mandates, events and accounts", async ({
  sdk,
  sdkOf,
  service,
  shop,
}) => {
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
  // The operations are reached; the connector of this dispute accepts no response.
  await expect(sdk.disputes.update(dispute, { evidence: 'Sent on time' })).rejects.toThrow(
    'challenge the dispute at the connector itself',
  );
  await expect(sdk.disputes.close(dispute)).rejects.toThrow('accept the dispute at the connector itself');
  const operator = sdkOf(service.adminApiKey);
  expect((await operator.accounts.retrieve(shop.merchantId)).merchant_name).toBe('Acme');
  const merchant_id = `${shop.merchantId}_2`;
  expect(await operator.accounts.create({ merchant_id })).toMatchObject({ merchant_id });
  expect((await operator.accounts.list({ limit: 1 })).data).toHaveLength(1);
  expect(await operator.accounts.del(merchant_id)).toMatchObject({ merchant_id, deleted: true });
});

test("Hyperswitch's Node SDK creates keys for customers", async ({ sdk, shop }) => {
  const options = { apiVersion: '1' };
  const key = await sdk.ephemeralKeys.create({ customer_id: await shop.customer() }, options);
  expect(key.secret).toMatch(/^epk_/);
  await sdk.ephemeralKeys.del(key.id);
});

test('Every Hyperswitch method of the Node SDK was called above', ({ sdk }) => {
  const names = (object: object) => {
    const all: string[] = [];
    for (const name in object) all.push(name);
    return all;
  };
  const ofAny = new Set(names(sdk.refunds).filter((name) => names(sdk.events).includes(name)));
  const own = ['create', 'retrieve', 'update', 'list', 'del'];
  const methods = resources.flatMap((resource) =>
    names(sdk[resource])
      .filter((name) => own.includes(name) || !ofAny.has(name))
      .map((name) => `${resource}.${name}`),
  );
  expect(methods).toContain('paymentIntents.confirm');
  expect(methods.filter((name) => !(called.has(name) || notTheirs.has(name)))).toEqual([]);
});
