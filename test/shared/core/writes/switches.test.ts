import { expect } from 'vitest';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import type { Values } from '../../../kit/insert.ts';
import { mutate } from '../../../kit/mutate.ts';
import { test as base } from '../../../kit/test.ts';
import { type EventShop, eventShop } from './event-shop.ts';

const OWN = 'https://hooks.example.com/own';
const SHARED = 'https://hooks.example.com/shared';
const KEY = 'a-key-to-sign-with';
const open = (shop: EventShop) => shop.run('createPayment', { amount: 1000, currency: 'USD' });

const test = base
  .extend('shop', ({ service }) => eventShop(service))
  .extend(
    'change',
    ({ service }) =>
      async (shop: EventShop, mutation: string, input: Values): Promise<void> => {
        const selection = mutation.endsWith('Profile')
          ? 'businessProfile { profileId }'
          : 'merchantAccount { id }';
        const { errors, userErrors } = await mutate(service, shop.key, mutation, input, selection);
        expect([errors, userErrors]).toEqual([[], []]);
      },
  )
  .extend(
    'setProfile',
    ({ change }) =>
      ({ profileId, ...shop }: EventShop, webhookDetails: object | null) =>
        change({ profileId, ...shop }, 'updateBusinessProfile', {
          profileId,
          paymentResponseHashKey: KEY,
          webhookDetails,
        }),
  )
  .extend(
    'setAccount',
    ({ change }) =>
      (shop: EventShop, webhookDetails: object | null) =>
        change(shop, 'updateMerchantAccount', { merchantId: shop.merchantId, webhookDetails }),
  )
  .extend('queued', ({ service }) => async ({ merchantId }: EventShop) => {
    const text = `select d.event_type, event_id, d.object_id, d.payment_id, d.profile_id, status, attempt_count, d.created_at,
                  next_attempt_at
                from webhook_deliveries d join events e using (merchant_id, event_id) where merchant_id = $1
                order by e.sequence`;
    const rows = await service.database.rows.query({ text, values: [merchantId] }, merchantId);
    const moment = (value: unknown) => new Date(value as string | Date).toISOString();
    return rows.map((row) => ({
      ...row,
      created_at: moment(row.created_at),
      next_attempt_at: moment(row.next_attempt_at),
    }));
  })
  .extend(
    'typesQueued',
    ({ queued }) =>
      async (shop: EventShop) =>
        (await queued(shop)).map((row) => (row as Values).event_type),
  );

test("A delivery is queued with each event, due at once, to the profile's endpoint", async ({
  queued,
  setProfile,
  shop,
}) => {
  await setProfile(shop, { webhookUrl: OWN });
  const paymentId = await shop.pay(testCards[1]);
  const events = await shop.events();
  expect(await queued(shop)).toEqual(
    events.map((event) => ({
      event_type: event.event_type,
      event_id: event.event_id,
      object_id: paymentId,
      payment_id: paymentId,
      profile_id: shop.profileId,
      status: 'pending',
      attempt_count: 0,
      created_at: event.created_at,
      next_attempt_at: event.created_at,
    })),
  );
  expect(events.map(({ event_type: type }) => type)).toEqual(['payment_created', 'payment_succeeded']);
});

test("A delivery is queued to the merchant account's endpoint if the profile has none", async ({
  setAccount,
  setProfile,
  shop,
  typesQueued,
}) => {
  await setProfile(shop, null);
  await setAccount(shop, { webhookUrl: SHARED });
  await open(shop);
  expect(await typesQueued(shop)).toEqual(['payment_created']);
});

test('Without an endpoint an event is recorded but no delivery is queued', async ({
  queued,
  setProfile,
  shop,
}) => {
  await open(shop);
  await setProfile(shop, { paymentCreatedEnabled: true });
  await open(shop);
  expect([await shop.types(), await queued(shop)]).toEqual([['payment_created', 'payment_created'], []]);
});

test('For a stopped endpoint an event is recorded but no delivery is queued', async ({
  queued,
  service,
  setProfile,
  shop,
}) => {
  await setProfile(shop, { webhookUrl: OWN });
  const text =
    'insert into webhook_endpoint_states (merchant_id, endpoint_id, profile_id, stopped_at) values ($1, $2, $2, now())';
  const values = [shop.merchantId, shop.profileId];
  await service.database.rows.query({ text, values }, shop.merchantId);
  await open(shop);
  expect([await shop.types(), await queued(shop)]).toEqual([['payment_created'], []]);
});

type Switch = boolean | null;
const settings: readonly Switch[] = [true, false, null];

const cases = settings.flatMap((own) =>
  settings.map((shared): [Switch, Switch, boolean] => [own, shared, (own ?? shared) !== false]),
);

test.for(cases)(
  'A profile switch of %s and an account switch of %s queue deliveries: %s',
  async ([own, shared, isQueued], { setAccount, setProfile, shop, typesQueued }) => {
    const switches = (state: Switch) => ({ paymentCreatedEnabled: state, paymentFailedEnabled: state });
    await setProfile(shop, { webhookUrl: OWN, ...switches(own) });
    await setAccount(shop, { webhookUrl: SHARED, ...switches(shared) });
    await shop.pay(testCards.card_declined);
    expect(await shop.types()).toEqual(['payment_created', 'payment_failed']);
    expect(await typesQueued(shop)).toEqual(isQueued ? ['payment_created', 'payment_failed'] : []);
  },
);

test("A profile's switch also applies to the merchant account's endpoint", async ({
  setAccount,
  setProfile,
  shop,
  typesQueued,
}) => {
  await setProfile(shop, { paymentCreatedEnabled: false });
  await setAccount(shop, { webhookUrl: SHARED, paymentCreatedEnabled: true });
  await open(shop);
  expect([await shop.types(), await typesQueued(shop)]).toEqual([['payment_created'], []]);
});

test('A switch suppresses the one event type it names', async ({ service, setProfile, typesQueued }) => {
  const all = { paymentCreatedEnabled: 'payment_created', paymentSucceededEnabled: 'payment_succeeded' };
  for (const [name, type] of Object.entries(all)) {
    const shop = await eventShop(service);
    await setProfile(shop, { webhookUrl: OWN, [name]: false });
    const paymentId = await shop.pay(testCards[1]);
    await shop.run('createRefund', { paymentId });
    const rest = ['payment_created', 'payment_succeeded', 'refund_succeeded'].filter((one) => one !== type);
    expect(await typesQueued(shop)).toEqual(rest);
  }
});

test('Event types without a switch are always delivered', async ({ setProfile, shop, typesQueued }) => {
  const off = { paymentCreatedEnabled: false, paymentSucceededEnabled: false, paymentFailedEnabled: false };
  await setProfile(shop, { webhookUrl: OWN, ...off });
  await shop.run('cancelPayment', { paymentId: await open(shop) });
  await shop.payOut(testCards[1]);
  expect(await typesQueued(shop)).toEqual(['payment_cancelled', 'payout_initiated', 'payout_success']);
});

test('Lists of statuses limit the events sent for a payment, refund or payout', async ({
  setAccount,
  setProfile,
  shop,
  typesQueued,
}) => {
  const shared = { paymentStatusesEnabled: ['failed'], refundStatusesEnabled: null };
  await setAccount(shop, { webhookUrl: SHARED, ...shared });
  const own = { paymentStatusesEnabled: ['succeeded'], payoutStatusesEnabled: ['success'] };
  await setProfile(shop, { webhookUrl: OWN, ...own });
  const paymentId = await shop.pay(testCards[1]);
  await shop.run('createRefund', { paymentId });
  await shop.payOut(testCards[1]);
  await shop.pay(testCards.card_declined);
  // A created payment has a separate switch.
  const expected = ['payment_created', 'payment_succeeded', 'refund_succeeded', 'payout_success'];
  expect(await typesQueued(shop)).toEqual([...expected, 'payment_created']);
  await setProfile(shop, null);
  await shop.pay(testCards.card_declined);
  expect((await typesQueued(shop)).slice(5)).toEqual(['payment_created', 'payment_failed']);
});
