import { expect, vi } from 'vitest';
import { countStatements } from '../../kit/count-statements.ts';
import type { GraphqlClient } from '../../kit/graphql-client.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

/*
 * The statements of the most important operations, and their round trips: including `begin`, the scope and `commit`, as
 * pg_stat_statements counts them. The counts are exact and independent of the machine: one more is a regression, one
 * less must be recorded here.
 */

/** Without the sandbox connector's own. */
interface Cost {
  readonly name: string;
  readonly statements: number;
  readonly roundTrips: number;
  readonly ofSandbox?: number;
  readonly why: string;
}

const test = base
  // Keys and settings are cached for a second, and slow machines take longer.
  .extend('serviceOptions', { scope: 'file' }, () => {
    const now = new Date();
    return { now: () => now };
  })
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('create', ({ graphql, shop }) => async (input: object = {}): Promise<string> => {
    const given = { amount: 6540, currency: 'USD', profileId: shop.profileId, ...input };
    const { payload } = await graphql.mutate('createPayment', given, 'payment { paymentId status }');
    return payload.payment.paymentId;
  })
  /** Counts an operation's statements after a first run, which caches keys and settings. */
  .extend(
    'expectCost',
    () =>
      async <T>(cost: Cost, prepare: () => Promise<T>, run: (prepared: T) => Promise<unknown>) => {
        await run(await prepare());
        // Settings are cached once the service listens for their changes, which takes a moment.
        await vi.waitFor(
          async () => {
            const prepared = await prepare();
            const sent = await countStatements(() => run(prepared));
            const shown = [...sent.statements, ...sent.ofSandbox].map((text) => text.trim().slice(0, 120));
            expect(
              {
                statements: sent.statements.length,
                ofSandbox: sent.ofSandbox.length,
                roundTrips: sent.roundTrips,
              },
              `${cost.name} (${cost.why}):\n${shown.join('\n')}`,
            ).toEqual({
              statements: cost.statements,
              ofSandbox: cost.ofSandbox ?? 0,
              roundTrips: cost.roundTrips,
            });
          },
          { timeout: 60_000, interval: 500 },
        );
      },
  );

/** A 16-digit Visa number for each of many cards. */
function visaOf(i: number): string {
  const digits = `42424242${String(i).padStart(7, '0')}`;
  const sum = [...digits].reduce((all, digit, at) => {
    const doubled = at % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const confirmed = {
  confirm: true,
  paymentMethod: 'card',
  paymentMethodData: { card: graphqlCardOf(cards.good) },
};
const nothing = async () => {};

test('Creating a customer', ({ api, expectCost }) =>
  expectCost(
    { name: 'POST /customers', statements: 4, roundTrips: 1, why: 'begin, scope, the customer, commit' },
    nothing,
    async () => expect((await api.post('/customers', { name: 'Ada' })).status).toBe(200),
  ));

test('Creating a payment without a card', ({ create, expectCost }) =>
  expectCost(
    {
      name: 'createPayment',
      statements: 4,
      roundTrips: 1,
      why: 'begin, scope, the payment with its history, event and update, commit',
    },
    nothing,
    () => create(),
  ));

test('Updating a payment', ({ api, create, expectCost }) =>
  expectCost(
    {
      name: 'POST /payments/{payment_id}',
      statements: 5,
      roundTrips: 2,
      why: 'begin, scope, lock, the payment with its update, commit',
    },
    create,
    async (id) => expect((await api.post(`/payments/${id}`, { description: 'Shirts' })).status).toBe(200),
  ));

test('Creating and confirming a card payment', ({ create, expectCost }) =>
  expectCost(
    {
      name: 'createPayment with confirm',
      statements: 9,
      roundTrips: 3,
      ofSandbox: 2,
      why: 'four that commit the call as above; begin, scope, lock, outcome and commit',
    },
    nothing,
    () => create(confirmed),
  ));

test('Confirming a payment', ({ api, create, expectCost }) =>
  expectCost(
    {
      name: 'POST /payments/{payment_id} with confirm',
      statements: 10,
      roundTrips: 4,
      ofSandbox: 2,
      why: 'as above, with a lock first',
    },
    create,
    async (id) => {
      const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
      const { body } = await api.post(`/payments/${id}`, { ...card, confirm: true });
      expect(body).toMatchObject({ status: 'succeeded', attempts: [{ status: 'charged' }] });
    },
  ));

/** The path of an offer for a payment whose customer has saved a card. */
const offerFor = async (
  create: (input: object) => Promise<string>,
  graphql: GraphqlClient,
  methods: number,
): Promise<string> => {
  // Over the API: seeding rows would clear the service's cached settings.
  const { payload } = await graphql.mutate('createCustomer', {}, 'customer { customerId }');
  const { customerId } = payload.customer;
  for (let i = 0; i < methods; i++) {
    const { cardCvc: _, ...card } = graphqlCardOf(visaOf(i));
    const input = { customerId, paymentMethod: 'card', card };
    await graphql.mutate('savePaymentMethod', input, 'paymentMethod { paymentMethodId }');
  }
  const paymentId = await create({ customerId });
  const { payment } = await graphql.data('query ($id: ID!) { payment(paymentId: $id) { clientSecret } }', {
    id: paymentId,
  });
  return `payment_methods?client_secret=${payment.clientSecret}`;
};

test("Listing a payment's methods", ({ client, create, expectCost, graphql, shop }) =>
  expectCost(
    {
      name: 'GET /account/payment_methods',
      statements: 4,
      roundTrips: 2,
      why: 'begin, scope and the payment; commit',
    },
    () => offerFor(create, graphql, 0),
    async (path) => {
      const { body } = await client.get(`/account/${path}`, { key: shop.publishableKey });
      expect(body.payment_methods).toHaveLength(1);
    },
  ));

test.for([1, 12])('Listing %i saved methods', (methods, { client, create, expectCost, graphql, shop }) =>
  expectCost(
    {
      name: 'GET /customers/payment_methods',
      statements: 8,
      roundTrips: 6,
      why: 'as above, and the methods to route with, the customer, the methods to show, and their tokens',
    },
    () => offerFor(create, graphql, methods),
    async (path) => {
      const { body } = await client.get(`/customers/${path}`, { key: shop.publishableKey });
      expect(body.customer_payment_methods).toHaveLength(methods);
    },
  ),
);

test('Refunding a payment', ({ create, expectCost, graphql }) =>
  expectCost(
    {
      name: 'createRefund',
      statements: 10,
      roundTrips: 4,
      ofSandbox: 4,
      why: 'as above',
    },
    () => create(confirmed),
    async (paymentId) => {
      const { payload } = await graphql.mutate(
        'createRefund',
        { paymentId, amount: 10 },
        'refund { status }',
      );
      expect(payload.refund.status).toBe('succeeded');
    },
  ));

test('Reading a page of payments with their lists', ({ create, expectCost, graphql }) => {
  const lists = 'refunds { refundId } disputes { disputeId } attempts { attemptId } captures { captureId }';
  return expectCost({ name: 'payments', statements: 2, roundTrips: 1, why: 'scope and page' }, create, () =>
    graphql.data(`{ payments(first: 20) { nodes { paymentId ${lists} } } }`),
  );
});

test('Listing payments over REST', ({ api, create, expectCost }) =>
  expectCost(
    { name: 'GET /payments/list', statements: 2, roundTrips: 1, why: 'scope and page' },
    create,
    async () => expect((await api.get('/payments/list?limit=20')).status).toBe(200),
  ));

test('Reading one payment', ({ create, expectCost, graphql }) =>
  expectCost({ name: 'payment', statements: 2, roundTrips: 1, why: 'scope and row' }, create, (paymentId) =>
    graphql.data(`{ payment(paymentId: "${paymentId}") { status refunds { refundId } } }`),
  ));
