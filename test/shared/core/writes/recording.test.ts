import fc from 'fast-check';
import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { ErrorMapping } from '../../../../src/core/entities/error-mapping.ts';
import { eventTypeOf } from '../../../../src/core/entities/event-types.ts';
import { Payout } from '../../../../src/core/entities/payout.ts';
import { payoutStates } from '../../../../src/core/entities/states/payout-states.ts';
import type { Context, WritingContext } from '../../../../src/core/foundation/context.ts';
import { mailText } from '../../../../src/core/foundation/mail-text.ts';
import type { ChangeNotification } from '../../../../src/core/foundation/ports/change-notification.ts';
import type { Message } from '../../../../src/core/foundation/ports/mail.ts';
import { createPayment } from '../../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../../src/core/payments/payment-inputs.ts';
import { cancelPayment } from '../../../../src/core/payments/void/cancel-payment.ts';
import { changeStatus } from '../../../../src/core/writes/apply-changes.ts';
import { inTransaction, lock } from '../../../../src/core/writes/transactions.ts';
import { budget } from '../../../kit/figure.ts';
import { insertRow } from '../../../kit/insert.ts';
import { mutate, mutationError } from '../../../kit/mutate.ts';
import { seed } from '../../../kit/property.ts';
import { CVC, graphqlCardOf, setColumns } from '../../../kit/sandbox-shop.ts';
import { leakedSecrets } from '../../../kit/secrets.ts';
import { testApart as base } from '../../../kit/test.ts';
import { type EventShop, eventShop } from './event-shop.ts';

const input: PaymentCreation = { amount: 1000, currency: 'EUR' } as PaymentCreation;

/** A merchant's context that collects its change notifications. */
function contextWithNotifications(of: EventShop): { ctx: Context; announced: ChangeNotification[] } {
  const announced: ChangeNotification[] = [];
  const ctx = of.context();
  const notify = (one: ChangeNotification) => void announced.push(one);
  return { announced, ctx: { ...ctx, ports: { ...ctx.ports, notify } } };
}

const test = base
  .extend('shop', ({ service }) => eventShop(service))
  .extend(
    'query',
    ({ service }) =>
      (text: string, ...values: unknown[]) =>
        service.database.rows.query({ text, values }, null),
  );

test('A transaction that rolls back records and announces nothing', async ({ query, shop }) => {
  const { announced, ctx } = contextWithNotifications(shop);
  const fails = inTransaction(ctx, async (tx) => {
    const { paymentId } = await createPayment(tx, input);
    await cancelPayment(tx, paymentId, null);
    throw new Error('It fails after it has changed something.');
  });
  await expect(fails).rejects.toThrow('It fails after');
  expect(await shop.events()).toEqual([]);
  for (const table of ['payments', 'status_changes', 'webhook_deliveries', 'updates']) {
    const left = await query(`select 1 as left from ${table} where merchant_id = $1`, shop.merchantId);
    expect([table, left]).toEqual([table, []]);
  }
  expect(announced).toEqual([]);
});

test('Mail is sent after the commit, and never from a rolled-back transaction', async ({ query, shop }) => {
  const sent: string[] = [];
  let isCommitted: unknown;
  const ctx = shop.context();
  const text = 'select from payments where merchant_id = $1';
  const post = ({ subject }: Message) => {
    sent.push(subject);
    isCommitted = query(text, shop.merchantId).then((found) => found.length === 1);
  };
  const mailing = { ...ctx, ports: { ...ctx.ports, mail: { post } } };
  const message = { to: 'ada@example.com', before: mailText``, link: '', after: mailText`` };
  const fails = inTransaction(mailing, async (tx) => {
    tx.transaction.outbox.mails.push({ ...message, subject: mailText`never` });
    throw new Error('It fails after it has written to somebody.');
  });
  await expect(fails).rejects.toThrow('It fails after');
  await inTransaction(mailing, async (tx) => {
    await createPayment(tx, input);
    // A command within another: one transaction, one commit.
    await inTransaction(
      tx,
      async (inner) => void inner.transaction.outbox.mails.push({ ...message, subject: mailText`once` }),
    );
  });
  expect(sent).toEqual(['once']);
  expect(await isCommitted).toBe(true);
});

test('A command rejected midway records no event', async ({ service }) => {
  const without = await eventShop(service, 'unheard_of');
  const refusal = await mutationError(
    service,
    without.key,
    'createPayment',
    {
      amount: 1,
      currency: 'USD',
      confirm: true,
      paymentMethodData: { card: graphqlCardOf(testCards[1]) },
    },
    'payment { paymentId }',
  );
  expect(refusal[0]).toBe('no_connector_available');
  expect(await without.events()).toEqual([]);
});

test('Several commands in one transaction record one event each, with the final state of the object', async ({
  shop,
}) => {
  const { announced, ctx } = contextWithNotifications(shop);
  await inTransaction(ctx, async (tx) => {
    const { paymentId } = await createPayment(tx, input);
    await cancelPayment(tx, paymentId, 'Changed our mind');
  });
  const events = await shop.events();
  expect(events.map(({ event_type: type }) => type)).toEqual(['payment_created', 'payment_cancelled']);
  for (const { body } of events) {
    expect(body.content.object).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'Changed our mind',
    });
  }
  expect(announced).toEqual([{ merchantIds: new Set([shop.merchantId]), deliveries: false }]);
});

test('A transaction records one update of an object, which names the deliveries that it queued', async ({
  query,
  shop,
}) => {
  const { announced, ctx } = contextWithNotifications(shop);
  const queued = Array.from({ length: 250 }, () => ctx.ports.ids.make('whd'));
  const paymentId = await inTransaction(ctx, async (tx) => {
    const created = await createPayment(tx, input);
    await cancelPayment(tx, created.paymentId, null);
    const twice = [...queued, ...queued].map((deliveryId) => ({ merchantId: shop.merchantId, deliveryId }));
    tx.transaction.outbox.queuedDeliveries.push(...twice);
    return created.paymentId;
  });
  const text =
    'select object_type, object_id, deliveries from updates where merchant_id = $1 order by sequence';
  const rows = await query(text, shop.merchantId);
  expect(rows.map((row) => row.object_type)).toEqual(['payment', 'webhook_delivery', 'webhook_delivery']);
  expect(rows[0]!.object_id).toBe(paymentId);
  const named = rows.flatMap((row, i) => [
    ...(i === 0 ? [] : [row.object_id]),
    ...((row.deliveries as string[] | null) ?? []),
  ]);
  expect(named).toEqual(queued);
  expect(announced).toEqual([{ merchantIds: new Set([shop.merchantId]), deliveries: true }]);
});

test('A decline followed by a successful retry records no failure event', async ({
  query,
  service,
  shop,
}) => {
  await shop.connector({
    connector_label: 'second',
    metadata: { decline: 'never' },
    test_mode: true,
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  await insertRow(service, ErrorMapping, {
    error_mapping_id: 'gsm_worth_a_retry',
    connector: 'sandbox',
    flow: 'payment',
    sub_flow: 'authorize',
    code: 'processing_error',
    message: '',
    status: 'Failure',
    decision: 'retry',
    step_up_possible: false,
    clear_pan_possible: false,
    created_at: new Date(),
    modified_at: new Date(),
  });
  const where = { merchant_id: shop.merchantId, profile_id: shop.profileId };
  const retries = { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 };
  await setColumns(service, 'business_profiles', where, retries);
  const paymentId = await shop.pay(testCards.processing_error);
  expect(await shop.types()).toEqual(['payment_created', 'payment_succeeded']);
  const text = `select status from attempts where merchant_id = $1 and payment_id = $2 order by attempt_id`;
  expect((await query(text, shop.merchantId, paymentId)).map(({ status }) => status)).toEqual([
    'failure',
    'charged',
  ]);
});

test('A payment that is processing only during a call records no processing event', async ({
  query,
  shop,
}) => {
  await shop.pay(testCards[1]);
  const text = `select to_status from status_changes where merchant_id = $1 and object_type = 'payment'`;
  expect((await query(text, shop.merchantId)).map(({ to_status: to }) => to)).toContain('processing');
  expect(await shop.types()).toEqual(['payment_created', 'payment_succeeded']);
});

test("An object's history starts with its status after its first transaction, those of its parts with their first change", async ({
  query,
  shop,
}) => {
  await shop.pay(testCards[1]);
  const text = `select object_type, from_status, to_status, cause from status_changes where merchant_id = $1 order by sequence`;
  const rows = await query(text, shop.merchantId);
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['payment', null, 'processing', 'confirm'],
    ['payment attempt', 'authorizing', 'charged', 'connector'],
    ['payment', 'processing', 'succeeded', 'connector'],
  ]);
});

test('Of several transitions in one transaction only the last status records an event, once', async ({
  query,
  shop,
}) => {
  const property = fc.asyncProperty(
    // The first possible step is often taken, so that a payout often returns to an earlier status.
    fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5), { minLength: 1, maxLength: 8 }),
    async (choices) => {
      const payoutId = await shop.payout({ status: 'requires_fulfillment' });
      let left = 'requires_fulfillment';
      await inTransaction(shop.context(), async (tx) => {
        const payout = await lock(tx, Payout, payoutId);
        for (const choice of choices) {
          const next = payoutStates.transitions[payout.status];
          if (next.length === 0) break;
          changeStatus(tx, payout, next[choice % next.length]!, 'connector');
        }
        left = payout.status;
      });
      const text = 'select event_type from events where merchant_id = $1 and object_id = $2';
      const types = (await query(text, shop.merchantId, payoutId)).map(({ event_type: type }) => type);
      expect(types).toEqual([eventTypeOf('payout', 'another', left)]);
    },
  );
  await fc.assert(property, { seed, numRuns: budget(100, 25) });
});

test('Events of one object are numbered in commit order despite concurrent changes', async ({ shop }) => {
  const payoutId = await shop.payout({ status: 'pending' });
  const turn = () =>
    inTransaction(shop.context(), async (tx: WritingContext) => {
      const payout = await lock(tx, Payout, payoutId);
      changeStatus(tx, payout, payout.status === 'pending' ? 'initiated' : 'pending', 'connector');
    });
  const turns = 40;
  await Promise.all(Array.from({ length: turns }, turn));
  const events = (await shop.events()).filter(({ object_id: id }) => id === payoutId);
  // Each sees its predecessor's changes, so they can only run in turn.
  const inTurn = Array.from({ length: turns }, (_, i) =>
    i % 2 === 0 ? 'payout_initiated' : 'payout_processing',
  );
  expect(events.map(({ event_type: type }) => type)).toEqual(inTurn);
  expect(events.map(({ body }) => body.content.object.status)).toEqual(
    inTurn.map((type) => (type === 'payout_initiated' ? 'initiated' : 'pending')),
  );
});

test('Of a concurrent capture and cancellation, only one records its events', async ({ service }) => {
  for (let round = 0; round < 5; round += 1) {
    const one = await eventShop(service);
    const paymentId = await one.pay(testCards[1], { captureMethod: 'manual' });
    const selection = 'payment { paymentId }';
    await Promise.all([
      mutate(service, one.key, 'capturePayment', { paymentId }, selection),
      mutate(service, one.key, 'cancelPayment', { paymentId }, selection),
    ]);
    const [created, authorized, ...rest] = await one.types();
    expect([created, authorized]).toEqual(['payment_created', 'payment_authorized']);
    expect([['payment_captured', 'payment_succeeded'], ['payment_cancelled']]).toContainEqual(rest);
  }
});

test('No event contains a secret', async ({ query, service, shop }) => {
  const secrets = { key: 'signing-key-of-this-profile-5501', password: 'password-of-the-endpoint-5501' };
  const { userErrors } = await mutate(
    service,
    shop.key,
    'updateBusinessProfile',
    {
      profileId: shop.profileId,
      paymentResponseHashKey: secrets.key,
      webhookDetails: {
        webhookUrl: 'https://hooks.example.com/',
        webhookUsername: 'ann',
        webhookPassword: secrets.password,
      },
    },
    'businessProfile { profileId }',
  );
  expect(userErrors).toEqual([]);
  const customer = { customer: { id: 'ann', name: 'Ann' } };
  const made = await mutate(
    service,
    shop.key,
    'createPayment',
    { amount: 1000, currency: 'USD', ...customer, paymentMethodData: { card: graphqlCardOf(testCards[1]) } },
    'payment { paymentId clientSecret ephemeralKey { secret } }',
  );
  const { clientSecret, ephemeralKey, paymentId } = made.payload.payment;
  await shop.run('confirmPayment', { paymentId });
  await shop.pay(testCards.card_declined);
  await shop.pay(testCards.challenge, { returnUrl: 'https://shop.example.com/done' });
  await shop.run('createRefund', { paymentId });
  const payoutId = await shop.payOut(testCards[2]);
  const [payout] = await query('select client_secret from payouts where payout_id = $1', payoutId);

  const events = await shop.events();
  expect(events.length).toBeGreaterThanOrEqual(8);
  const text = events.map((event) => event.text).join('\n');
  const never = [
    ...Object.values(testCards),
    ...Object.values(secrets),
    clientSecret,
    ephemeralKey.secret,
    String(payout!.client_secret),
    shop.key,
    shop.publishableKey,
    `"${CVC}"`,
  ];
  expect(never.filter((secret) => text.includes(secret))).toEqual([]);
  const nowhere = [...Object.values(testCards), ...Object.values(secrets), ephemeralKey.secret, shop.key];
  expect(await leakedSecrets(service, nowhere)).toEqual([]);
  for (const { body } of events) {
    const { client_secret: secret = null, ephemeral_key: key = null } = body.content.object;
    expect([secret, key]).toEqual([null, null]);
  }
});
