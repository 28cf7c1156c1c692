import { expect } from 'vitest';
import type { Row, RowSource } from '../../../src/core/foundation/transaction.ts';
import { test as base } from '../../kit/test.ts';

/** The merchants whose payments a statement reads without any condition. */
const merchantsIn = async (rows: RowSource, merchantId: string): Promise<unknown[]> => {
  const found = await rows.query(
    { text: 'select distinct merchant_id from payments', values: [], touches: { reads: ['payments'] } },
    merchantId,
  );
  return found.map((row: Row) => row.merchant_id);
};

/** Two merchants with a payment each. */
const test = base.extend('paid', async ({ otherShop, shop }) => {
  await otherShop.payment();
  await shop.payment();
});

test('A read without a condition sees only the rows of its merchant', async ({ paid: _, service, shop }) => {
  expect(await merchantsIn(service.database.rows, shop.merchantId)).toEqual([shop.merchantId]);
});

test("A statement without a condition in a transaction sees and changes only its merchant's rows", async ({
  otherShop,
  paid: _,
  service,
  shop,
}) => {
  const text = `update payments set description = 'changed' returning merchant_id`;
  await service.database.transact(shop.merchantId, async ({ rows }) => {
    expect(await merchantsIn(rows, shop.merchantId)).toEqual([shop.merchantId]);
    const changed = await rows.query({ text, values: [], touches: 'everything' }, shop.merchantId);
    expect(changed).toEqual([{ merchant_id: shop.merchantId }]);
  });
  const insert =
    'insert into customers (merchant_id, customer_id, created_at, modified_at) values ($1, $2, now(), now())';
  const inserted = service.database.transact(shop.merchantId, ({ rows }) =>
    rows.query(
      { text: insert, values: [otherShop.merchantId, 'planted'], touches: 'everything' },
      shop.merchantId,
    ),
  );
  await expect(inserted).rejects.toMatchObject({ code: '42501' });
});
