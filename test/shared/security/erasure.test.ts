import { expect, vi } from 'vitest';
import { forgetCards } from '../../../src/core/connector-calls/forget-cards.ts';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { expirePayouts } from '../../../src/core/payouts/expire-payouts.ts';
import { sweep } from '../../../src/jobs/sweep.ts';
import { figure } from '../../kit/figure.ts';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import { openedTables, tablesWith } from './opened-columns.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const CUSTOMER = 'cus_1';
let clockMs = Date.now();

/** Everything below that tells who the customer is. */
const personal =
  /lovelace|ada@|55501234|Baker Street|203\.0\.113\.9|Macintosh|the tall one|DE89370400440532013000/i;
const contact = {
  email: 'ada@example.com',
  phone: { number: '55501234', countryCode: '+44' },
  address: { line1: 'Baker Street 1', city: 'London', firstName: 'Ada', lastName: 'Lovelace', country: 'GB' },
};
const browserInfo = { ipAddress: '203.0.113.9', userAgent: 'Macintosh', acceptHeader: '*/*', language: 'en' };
const cardOf = (number: string) => ({ ...graphqlCardOf(number), cardHolderName: 'Ada Lovelace' });

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    doesJobs: true,
    webhooks: { pollMs: 50 },
    now: () => new Date(clockMs),
  }))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver();
    // A merchant's server that answers with what it got: its answers are kept with the deliveries.
    receiver.react(({ body }) => ({ status: 200, body }));
    onCleanup(() => receiver.close());
    return receiver;
  })
  .extend('shop', ({ receiver, service }) =>
    sandboxShop(service, {
      payment_response_hash_key: 'signing_key_of_the_shop_0123456789',
      webhook_details: { webhook_url: receiver.url },
    }),
  )
  .extend('act', ({ graphql }) => {
    let keys = 0;
    return async (name: string, input: Record<string, unknown>, selection: string) => {
      const request = { ...input, idempotencyKey: `key_${++keys}` };
      const { payload, text, userErrors } = await graphql.mutate(name, request, selection);
      if (!payload || userErrors.length > 0) throw new Error(text);
      return payload;
    };
  });

test('Deleting a customer leaves nothing that tells who it was, in a dump with every column opened', async ({
  act,
  api,
  graphql,
  service,
  shop,
  task,
}) => {
  await shop.connector({
    connector_type: 'payout_processor',
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  await act(
    'createCustomer',
    {
      customerId: CUSTOMER,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '55501234',
      phoneCountryCode: '+44',
      description: 'the tall one',
      address: contact.address,
      metadata: { note: 'Lovelace' },
    },
    'customer { customerId name email }',
  );
  const changed = await api.post(
    `/customers/${CUSTOMER}`,
    { name: 'Ada Lovelace' },
    { headers: { 'idempotency-key': 'rest' } },
  );
  expect(changed.status).toBe(200);
  const { cardCvc: _, ...toSave } = cardOf(cards.good);
  await act(
    'savePaymentMethod',
    { customerId: CUSTOMER, paymentMethod: 'card', card: { ...toSave, nickName: 'Lovelace' } },
    'paymentMethod { paymentMethodId }',
  );
  const statuses: string[] = [];
  for (const number of [cards.good, cards.declined, cards.challenged]) {
    const { payment } = await act(
      'createPayment',
      {
        amount: 1000,
        currency: 'EUR',
        customerId: CUSTOMER,
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        phone: '55501234',
        billing: contact,
        shipping: contact,
        browserInfo,
        paymentMethod: 'card',
        paymentMethodData: { card: cardOf(number), billing: contact },
        authenticationType: number === cards.challenged ? 'three_ds' : 'no_three_ds',
        setupFutureUsage: 'off_session',
        mandateData: {
          customerAcceptance: {
            acceptanceType: 'online',
            online: { ipAddress: '203.0.113.9', userAgent: 'Macintosh' },
          },
        },
        confirm: true,
      },
      'payment { paymentId status email billing { email } }',
    );
    statuses.push(payment.status);
    if (payment.status === 'succeeded')
      await act('createRefund', { paymentId: payment.paymentId, amount: 100 }, 'refund { status }');
  }
  expect(statuses).toEqual(['succeeded', 'failed', 'requires_customer_action']);
  await act(
    'createPayout',
    {
      amount: 500,
      currency: 'EUR',
      customerId: CUSTOMER,
      billing: contact,
      payoutType: 'card',
      payoutMethodData: {
        card: {
          cardNumber: cards.good,
          expiryMonth: '12',
          expiryYear: '2039',
          cardHolderName: 'Ada Lovelace',
        },
      },
      confirm: true,
    },
    'payout { payoutId status }',
  );
  const delivered = async () => {
    const { webhookDeliveries } = await graphql.data(
      '{ webhookDeliveries(first: 100) { nodes { status attempts { answer } } } }',
    );
    const echoes = webhookDeliveries.nodes.filter(({ attempts }: { attempts: { answer: string }[] }) =>
      attempts.some(({ answer }) => personal.test(answer)),
    );
    expect(webhookDeliveries.nodes.every(({ status }: { status: string }) => status === 'delivered')).toBe(
      true,
    );
    expect(echoes.length).toBeGreaterThan(0);
  };
  await vi.waitFor(delivered, { timeout: 60_000, interval: 100 });

  const before = await tablesWith(service, personal);
  for (const table of ['customers', 'events', 'payment_methods', 'payments', 'payouts', 'webhook_deliveries'])
    expect(before).toContain(table);
  await act('deleteCustomer', { customerId: CUSTOMER }, 'customer { email }');
  // What is left is encrypted and ends by itself: answers to idempotency keys, and the call that waits for the challenge.
  expect(await tablesWith(service, personal)).toEqual(['connector_calls', 'idempotency_keys']);

  const admin = service.contextFor({ kind: 'admin_key' }, 'req_jobs');
  clockMs += DAY_MS + 1000;
  await expirePayments(admin);
  await expirePayouts(admin);
  await forgetCards(admin);
  await sweep(admin);
  expect(await tablesWith(service, personal)).toEqual([]);
  const tables = await openedTables(service);
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  expect(service.logs.filter((line) => personal.test(line))).toEqual([]);
  figure(task, `0 of ${rows} rows in ${tables.length} tables; before it, rows in ${before.length} tables`);
});
