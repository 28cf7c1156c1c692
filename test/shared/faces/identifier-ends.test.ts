import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test } from '../../kit/test.ts';

const list = `query ($text: String!, $first: Int) {
  payments(filter: { search: $text }, first: $first) {
    nodes { paymentId } totalCount
  }
}`;

test('An object is found by the end of its identifier, over both APIs, by its merchant only', async ({
  client,
  graphqlAs,
  service,
  shop,
}) => {
  const paymentId = 'pay_01M7X0V0G7N4S8X2T6W9Y3K7QF';
  await shop.payment({ payment_id: paymentId });
  await shop.payment({ payment_id: 'pay_01M7X0V0G7N4S8X2T6W9Y3AAAA', description: 'K7QF' });
  await shop.payment({ payment_id: 'k7qf_short' });
  const refundId = await shop.refund(paymentId);
  const find = async (text: string, key = shop.key, first = 10) => {
    const { payments } = await graphqlAs(key).data(list, { text, first });
    return [payments.nodes.map(({ paymentId: id }: { paymentId: string }) => id), payments.totalCount];
  };
  for (const text of ['y3k7qf', 'Y3K7QF', '…Y3K7QF', paymentId.slice(-8), paymentId.slice(-20), paymentId]) {
    expect([text, await find(text)]).toEqual([text, [[paymentId], 1]]);
  }
  // A word that begins one text and ends an identifier finds both, whatever the page size.
  expect((await find('K7QF'))[1]).toBe(3);
  expect((await find('K7QF', shop.key, 1))[0]).toHaveLength(1);
  for (const text of ['7QF', 'K7QE', 'Y3K7QF Y3K7QF'])
    expect([text, (await find(text))[1]]).toEqual([text, 0]);

  const byRest = await client.get(`/refunds?search=${refundId.slice(-6)}`, { key: shop.key });
  expect(byRest.body.data.map(({ refund_id }: { refund_id: string }) => refund_id)).toEqual([refundId]);
  const masked = await shop.apiKey({ permissions: ['payments:read'] });
  expect((await find('y3k7qf', masked))[1]).toBe(1);
  const other = await seedMerchant(service);
  expect((await find('y3k7qf', other.key))[1]).toBe(0);
});
