import { expect } from 'vitest';
import { openConnectorAccount } from '../../../../src/core/connector-calls/call-connector.ts';
import { BusinessProfile } from '../../../../src/core/entities/business-profile.ts';
import { type Context, withinMerchant } from '../../../../src/core/foundation/context.ts';
import { NotifiedCache } from '../../../../src/core/foundation/notified-cache.ts';
import { findOneSettings, readSettings } from '../../../../src/core/reads/index.ts';
import { inTransaction, lock } from '../../../../src/core/writes/transactions.ts';
import { test as base } from '../../../kit/test.ts';

const test = base
  .extend('kept', () => [] as unknown[])
  /** A context whose cache keeps everything until a change notification. */
  .extend('ctx', ({ kept, service, shop }): Context => {
    const { merchantId, keyId } = shop;
    const made = service.contextFor({ kind: 'api_key', merchantId, keyId }, 'req_test');
    const settings = new NotifiedCache({ max: 100, now: () => new Date(0), isNotified: () => true });
    const find: NotifiedCache['find'] = (key, read, ownerOf) =>
      NotifiedCache.prototype.find.call(settings, key, read, (value) => {
        kept.push(value);
        return ownerOf(value as never);
      }) as never;
    return {
      ...made,
      ports: {
        ...made.ports,
        settings: Object.assign(Object.create(settings), { find }),
        notify: (change) => {
          settings.forget(change.settingsOf ?? new Set());
          made.ports.notify(change);
        },
      },
    };
  })
  .extend(
    'expiryOf',
    ({ shop: { merchantId, profileId } }) =>
      (ctx: Context): Promise<number | undefined> => {
        const key = { merchant_id: merchantId, profile_id: profileId };
        return inTransaction(
          ctx,
          async (tx) => (await findOneSettings(tx, BusinessProfile, key))?.session_expiry,
        );
      },
  )
  .extend(
    'changeExpiry',
    ({ ctx, shop: { profileId } }) =>
      (seconds: number, then = async () => {}) =>
        inTransaction(ctx, async (tx) => {
          const profile = await lock(tx, BusinessProfile, profileId);
          profile.session_expiry = seconds;
          await tx.transaction.em.flush();
          await then();
        }),
  );

test('Settings are read once until a commit changes them', async ({
  changeExpiry,
  ctx,
  expiryOf,
  service,
}) => {
  const before = await expiryOf(ctx);
  const sent = service.statements.length;
  expect(await expiryOf(ctx)).toBe(before);
  expect(service.statements.slice(sent).filter((text) => /business_profiles/.test(text))).toEqual([]);
  await changeExpiry(1_234);
  expect(await expiryOf(ctx)).toBe(1_234);
});

test('A transaction that changes settings sees them; others only after its commit', async ({
  changeExpiry,
  ctx,
  expiryOf,
  shop: { merchantId, profileId },
}) => {
  const before = await expiryOf(ctx);
  const key = { merchant_id: merchantId, profile_id: profileId };
  const failed = inTransaction(ctx, async (tx) => {
    (await lock(tx, BusinessProfile, profileId)).session_expiry = 777;
    expect((await findOneSettings(tx, BusinessProfile, key))?.session_expiry).toBe(777);
    expect(await expiryOf(ctx)).toBe(before);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await expiryOf(ctx)).toBe(before);
  await changeExpiry(888, async () => expect(await expiryOf(ctx)).toBe(before));
  expect(await expiryOf(ctx)).toBe(888);
});

test("A cache with one merchant's settings returns them to no other", async ({
  ctx,
  expiryOf,
  otherShop,
}) => {
  expect(await expiryOf(ctx)).toBeTypeOf('number');
  expect(await expiryOf(withinMerchant(ctx, otherShop.merchantId))).toBeUndefined();
});

test('Cached settings cannot be modified', async ({ ctx, shop: { merchantId, profileId } }) => {
  const key = { merchant_id: merchantId, profile_id: profileId };
  const profile = await inTransaction(ctx, (tx) => findOneSettings(tx, BusinessProfile, key));
  expect(() => Object.assign(profile!, { session_expiry: 1 })).toThrow(TypeError);
  const read = () => readSettings(ctx, merchantId, ['nested'], async () => ({ list: [{ name: 'a' }] }));
  const { list } = await read();
  expect(() => list.push({ name: 'b' })).toThrow(TypeError);
  expect(() => Object.assign(list[0]!, { name: 'b' })).toThrow(TypeError);
  expect(await read()).toEqual({ list: [{ name: 'a' }] });
});

test('Credentials are cached encrypted and decrypted for each call', async ({ ctx, kept, shop }) => {
  const secret = 'a-credential-to-look-for';
  const id = await shop.connector({ connector_account_details: { api_key: secret } });
  const account = { merchant_id: shop.merchantId, merchant_connector_id: id };
  for (let i = 0; i < 2; i++) {
    const opened = await openConnectorAccount(ctx, account);
    expect(opened?.access.credentials).toEqual({ api_key: secret });
    // One call's use of its credentials does not affect the next.
    Object.assign(opened!.access, { credentials: {} });
  }
  expect(kept).toHaveLength(1);
  const text = Buffer.from(JSON.stringify(kept)).toString();
  expect(text).not.toContain(secret);
  const { data } = (kept[0] as { connector_account_details: Buffer }).connector_account_details.toJSON();
  expect(Buffer.from(data).includes(secret)).toBe(false);
});
