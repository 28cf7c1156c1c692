import { expect } from 'vitest';
import { BusinessProfile } from '../../../../src/core/entities/business-profile.ts';
import { Payment } from '../../../../src/core/entities/payment.ts';
import type { CardTestingGuardConfig } from '../../../../src/core/entities/values/profile-settings.ts';
import type { Context, WritingContext } from '../../../../src/core/foundation/context.ts';
import { giveBack, reserveFailure } from '../../../../src/core/payments/authorize/card-testing-guard.ts';
import { inTransaction as runInTransaction } from '../../../../src/core/writes/transactions.ts';
import { testApart as base } from '../../../kit/test.ts';

/** The failures of cards under a guard, on a clock the test sets. */
const test = base.extend('guarded', ({ service, shop }) => (config: CardTestingGuardConfig) => {
  const caller = { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId } as const;
  let ctx: Context = service.contextFor(caller, 'req_test');
  const start = Date.now();
  const profile = Object.assign(new BusinessProfile(), {
    merchant_id: shop.merchantId,
    profile_id: shop.profileId,
    card_testing_guard_config: config,
  });
  const payment = (values: object = {}) =>
    Object.assign(new Payment(), { merchant_id: shop.merchantId, fingerprint: 'fp_1', ...values });
  const fail = (of: Payment) => runInTransaction(ctx, (tx) => reserveFailure(tx, profile, of));
  return {
    profile,
    payment,
    from: (address: string, values: object = {}) =>
      payment({ browser_info: { ip_address: address }, ...values }),
    check: (of: Payment) =>
      runInTransaction(ctx, async (tx) => {
        await reserveFailure(tx, profile, of);
        await giveBack(tx, profile, of, tx.ports.now());
      }),
    fail,
    failTimes: async (of: Payment, times: number) => {
      for (let i = 0; i < times; i++) await fail(of);
    },
    inTransaction: (work: (tx: WritingContext) => Promise<void>) => runInTransaction(ctx, work),
    setSeconds: (seconds: number) => {
      ctx = { ...ctx, ports: { ...ctx.ports, now: () => new Date(start + seconds * 1000) } };
    },
  };
});
const blocked = { code: 'blocked' };

const cardIp: CardTestingGuardConfig = {
  card_ip_blocking_status: 'enabled',
  card_ip_blocking_threshold: 3,
  card_testing_guard_expiry: 60,
};

test('A disabled card testing guard makes no database query', async ({ guarded, service }) => {
  const { from, inTransaction, profile } = guarded({
    card_ip_blocking_status: 'disabled',
    card_ip_blocking_threshold: 1,
  });
  await inTransaction(async (tx) => {
    const before = service.statements.length;
    await reserveFailure(tx, profile, from('192.0.2.1'));
    await giveBack(tx, profile, from('192.0.2.1'), tx.ports.now());
    expect(service.statements.length).toBe(before);
  });
});

test('The guard blocks a card from one IP address after the configured number of failures', async ({
  guarded,
}) => {
  const { check, fail, failTimes, from, payment } = guarded(cardIp);
  await failTimes(from('192.0.2.1'), 2);
  await check(from('192.0.2.1'));
  await fail(from('192.0.2.1'));
  await expect(check(from('192.0.2.1'))).rejects.toMatchObject(blocked);

  await check(from('192.0.2.2'));
  await check(from('192.0.2.1', { fingerprint: 'fp_2' }));
  // A failure without an IP address is not counted.
  await failTimes(payment(), 3);
  await check(payment());
});

test("The guard blocks a guest's card regardless of the IP address", async ({ guarded }) => {
  const { check, fail, from, payment } = guarded({
    guest_user_card_blocking_status: 'enabled',
    guest_user_card_blocking_threshold: 2,
  });
  await fail(from('192.0.2.1'));
  await fail(from('192.0.2.2'));
  await expect(check(from('192.0.2.3'))).rejects.toMatchObject(blocked);
  await check(payment({ customer_id: 'cus_1' }));
});

test('The guard blocks a customer regardless of the card', async ({ guarded }) => {
  const { check, fail, payment } = guarded({
    customer_id_blocking_status: 'enabled',
    customer_id_blocking_threshold: 2,
  });
  await fail(payment({ customer_id: 'cus_1', fingerprint: 'fp_1' }));
  await fail(payment({ customer_id: 'cus_1', fingerprint: null }));
  await expect(check(payment({ customer_id: 'cus_1', fingerprint: 'fp_9' }))).rejects.toMatchObject(blocked);
  await check(payment({ customer_id: 'cus_2' }));
  await check(payment());
});

test('The guard forgets failures after its expiry', async ({ guarded }) => {
  const { check, fail, failTimes, from, setSeconds } = guarded(cardIp);
  setSeconds(0);
  await failTimes(from('192.0.2.1'), 2);
  setSeconds(59);
  await fail(from('192.0.2.1'));
  await expect(check(from('192.0.2.1'))).rejects.toMatchObject(blocked);
  setSeconds(60);
  await check(from('192.0.2.1'));
  await fail(from('192.0.2.1'));
  await check(from('192.0.2.1'));
});

test('A threshold of zero blocks only after a first failure', async ({ guarded }) => {
  const { check, fail, from } = guarded({ ...cardIp, card_ip_blocking_threshold: 0 });
  await check(from('192.0.2.1'));
  await fail(from('192.0.2.1'));
  await expect(check(from('192.0.2.1'))).rejects.toMatchObject(blocked);
});

test('Concurrent failures are all counted', async ({ guarded, service, shop }) => {
  const { check, fail, from } = guarded({
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
    { kind: 'card', failures: 20 },
    { kind: 'card_ip', failures: 20 },
    { kind: 'guest_user_card', failures: 20 },
    { kind: 'ip', failures: 20 },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/fp_1|192\.0/);
});

test('Failures are counted separately per merchant and profile', async ({
  guarded,
  otherShop,
  service,
  shop,
}) => {
  const { check, failTimes, from, profile } = guarded(cardIp);
  await failTimes(from('192.0.2.1'), 3);
  const rows = await service.database.rows.query(
    { text: 'select kind from card_testing_counters', values: [] },
    otherShop.merchantId,
  );
  expect(rows).toEqual([]);
  profile.profile_id = await shop.profile({ profile_name: 'other' });
  await check(from('192.0.2.1'));
});
