import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BusinessProfile } from '../../../src/core/entities/business-profile.ts';
import { Payment } from '../../../src/core/entities/payment.ts';
import type { CardTestingGuardConfig } from '../../../src/core/entities/values/profile-settings.ts';
import type { Context } from '../../../src/core/foundation/context.ts';
import { checkCardTestingGuard, countFailure } from '../../../src/core/payments/card-testing-guard.ts';
import { inTransaction } from '../../../src/core/writes/transactions.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { startTestService, type TestService } from '../../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;
let ctx: Context;
let profile: BusinessProfile;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await seedMerchant(service);
  const caller = { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId } as const;
  ctx = service.contextFor(caller, 'req_test');
});

function guard(config: CardTestingGuardConfig): void {
  const own = { merchant_id: shop.merchantId, profile_id: shop.profileId };
  profile = Object.assign(new BusinessProfile(), own, { card_testing_guard_config: config });
}
const payment = (values: object = {}) =>
  Object.assign(new Payment(), { merchant_id: shop.merchantId, fingerprint: 'fp_1', ...values });
const from = (address: string, values: object = {}) =>
  payment({ browser_info: { ip_address: address }, ...values });

const check = (of: Payment) => inTransaction(ctx, (tx) => checkCardTestingGuard(tx, profile, of));
const fail = (of: Payment) => inTransaction(ctx, (tx) => countFailure(tx, profile, of));
const failTimes = async (of: Payment, times: number) => {
  for (let i = 0; i < times; i++) await fail(of);
};
const blocked = { code: 'blocked' };

const cardIp: CardTestingGuardConfig = {
  card_ip_blocking_status: 'enabled',
  card_ip_blocking_threshold: 3,
  card_testing_guard_expiry: 60,
};

test('A disabled card testing guard makes no database query', async () => {
  guard({ card_ip_blocking_status: 'disabled', card_ip_blocking_threshold: 1 });
  await inTransaction(ctx, async (tx) => {
    const before = service.statements.length;
    await countFailure(tx, profile, from('192.0.2.1'));
    await checkCardTestingGuard(tx, profile, from('192.0.2.1'));
    expect(service.statements.length).toBe(before);
  });
});

test('The guard blocks a card from one IP address after the configured number of failures', async () => {
  guard(cardIp);
  await failTimes(from('192.0.2.1'), 2);
  await check(from('192.0.2.1'));
  await fail(from('192.0.2.1'));
  await expect(check(from('192.0.2.1'))).rejects.toMatchObject(blocked);

  await check(from('192.0.2.2'));
  await check(from('192.0.2.1', { fingerprint: 'fp_2' }));
  // What is not known cannot be counted.
  await failTimes(payment(), 3);
  await check(payment());
});

test("The guard blocks a guest's card regardless of the IP address", async () => {
  guard({ guest_user_card_blocking_status: 'enabled', guest_user_card_blocking_threshold: 2 });
  await fail(from('192.0.2.1'));
  await fail(from('192.0.2.2'));
  await expect(check(from('192.0.2.3'))).rejects.toMatchObject(blocked);
  await check(payment({ customer_id: 'cus_1' }));
});

test('The guard blocks a customer regardless of the card', async () => {
  guard({ customer_id_blocking_status: 'enabled', customer_id_blocking_threshold: 2 });
  await fail(payment({ customer_id: 'cus_1', fingerprint: 'fp_1' }));
  await fail(payment({ customer_id: 'cus_1', fingerprint: null }));
  await expect(check(payment({ customer_id: 'cus_1', fingerprint: 'fp_9' }))).rejects.toMatchObject(blocked);
  await check(payment({ customer_id: 'cus_2' }));
  await check(payment());
});

test('The guard forgets failures after its expiry', async () => {
  guard(cardIp);
  const start = Date.now();
  const at = (seconds: number) => {
    ctx = { ...ctx, now: () => new Date(start + seconds * 1000) };
  };
  at(0);
  await failTimes(from('192.0.2.1'), 2);
  at(59);
  await fail(from('192.0.2.1'));
  await expect(check(from('192.0.2.1'))).rejects.toMatchObject(blocked);
  at(60);
  await check(from('192.0.2.1'));
  await fail(from('192.0.2.1'));
  await check(from('192.0.2.1'));
});

test('A threshold of zero blocks only after a first failure', async () => {
  guard({ ...cardIp, card_ip_blocking_threshold: 0 });
  await check(from('192.0.2.1'));
  await fail(from('192.0.2.1'));
  await expect(check(from('192.0.2.1'))).rejects.toMatchObject(blocked);
});

test('Concurrent failures are all counted', async () => {
  guard({
    ...cardIp,
    card_ip_blocking_threshold: 20,
    guest_user_card_blocking_status: 'enabled',
    guest_user_card_blocking_threshold: 1000,
  });
  await Promise.all(Array.from({ length: 20 }, () => fail(from('192.0.2.1'))));
  await expect(check(from('192.0.2.1'))).rejects.toMatchObject(blocked);
  const rows = await service.database.rows.query(
    { text: 'select kind, failures, subject from card_testing_counters order by kind', values: [] },
    shop.merchantId,
  );
  expect(rows).toMatchObject([
    { kind: 'card_ip', failures: 20 },
    { kind: 'guest_user_card', failures: 20 },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/fp_1|192\.0/);
});

test('Failures are counted separately per merchant and profile', async () => {
  guard(cardIp);
  await failTimes(from('192.0.2.1'), 3);
  const other = await seedMerchant(service);
  const rows = await service.database.rows.query(
    { text: 'select kind from card_testing_counters', values: [] },
    other.merchantId,
  );
  expect(rows).toEqual([]);
  profile.profile_id = await shop.profile({ profile_name: 'other' });
  await check(from('192.0.2.1'));
});
