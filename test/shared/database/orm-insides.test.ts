import { expect, vi } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { Customer } from '../../../src/core/entities/customer.ts';
import { PaymentToken } from '../../../src/core/entities/payment-token.ts';
import type { EntityChange } from '../../../src/core/foundation/transaction.ts';
import { PendingWritesDriver } from '../../../src/database/orm-driver.ts';
import { test } from '../../kit/test.ts';

/*
 * Undocumented MikroORM behaviour that writes depend on. Any release may change it, so its version is pinned, and these
 * tests name the places to check when raising it.
 */

test('MikroORM is pinned to one version', () => {
  const { dependencies } = manifest;
  const versions = Object.entries(dependencies).filter(([name]) => name.startsWith('@mikro-orm/'));
  expect(new Set(versions.map(([, version]) => version)).size).toBe(1);
  expect(versions[0]![1]).toMatch(/^\d+\.\d+\.\d+$/);
});

test('Only a flush passes convertCustomTypes: false to the driver, and its entities are in the identity map', async ({
  service,
  shop: { merchantId },
}) => {
  const insertMany = vi.spyOn(PendingWritesDriver.prototype, 'nativeInsertMany');
  const update = vi.spyOn(PendingWritesDriver.prototype, 'nativeUpdate');
  try {
    const key = { merchant_id: merchantId, customer_id: 'cus_of_insides' };
    const seen = await service.database.transact(merchantId, async ({ changes, em }) => {
      const created_at = new Date();
      const customer = Object.assign(new Customer(), {
        ...key,
        created_at,
        modified_at: created_at,
        name: 'Ada',
      });
      await em.persist(customer).flush();
      customer.name = 'Grace';
      await em.flush();
      await em.nativeUpdate(Customer, key, { name: 'Edith' });
      const map = em.getUnitOfWork();
      return {
        isMapped: [...map.getIdentityMap()].includes(customer),
        byId: map.tryGetById(Customer, key as never, undefined, false) === customer,
        change: changes.get(customer) as EntityChange,
      };
    });
    expect(seen).toMatchObject({ isMapped: true, byId: true, change: { before: null, deleted: false } });
    expect([...seen.change.columns]).toEqual(expect.arrayContaining(['customer_id', 'name']));
    expect(insertMany.mock.calls.map(([, , options]) => options?.convertCustomTypes)).toEqual([false]);
    const ofUpdates = update.mock.calls.map(([, , , options]) => options?.convertCustomTypes);
    expect(ofUpdates[0]).toBe(false);
    expect(ofUpdates.at(-1)).not.toBe(false);
    expect(ofUpdates).toHaveLength(2);
  } finally {
    insertMany.mockRestore();
    update.mockRestore();
  }
});

test("MikroORM's query builders touch their entities' tables, and its other statements any table", async ({
  service: { database, statements },
  shop: { merchantId: merchant_id },
}) => {
  await database.transact(merchant_id, async ({ em, writes }) => {
    const pending = async (customer_id: string) => {
      const created_at = new Date();
      await em
        .persist(
          Object.assign(new Customer(), { merchant_id, customer_id, created_at, modified_at: created_at }),
        )
        .flush();
    };
    const sends = async (run: () => Promise<unknown>) => {
      const before = statements.length;
      await run();
      return statements.slice(before).some((text) => text.startsWith('insert into "customers"'));
    };
    await pending('cus_1');
    expect(await sends(() => em.find(PaymentToken, { merchant_id }))).toBe(false);
    expect(await sends(() => em.count(PaymentToken, { merchant_id }))).toBe(false);
    expect(await sends(() => em.count(Customer, { merchant_id }))).toBe(true);
    expect(writes.isBypassed('customers')).toBe(false);
    await pending('cus_2');
    expect(await sends(() => em.nativeDelete(PaymentToken, { merchant_id }))).toBe(true);
    expect(writes.isBypassed('payment_tokens')).toBe(true);
    expect(writes.isBypassed('customers')).toBe(false);
    await pending('cus_3');
    expect(await sends(() => em.execute('select 1'))).toBe(true);
    expect(writes.isBypassed('customers')).toBe(true);
  });
});
