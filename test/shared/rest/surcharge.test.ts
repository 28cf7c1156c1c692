import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('confirm', ({ api, shop }) => async (more: object) => {
    const id = await shop.open({ amount: 1000, net_amount: 1000 });
    const card = { payment_method_data: { card: cardOf(cards.good) } };
    const surcharge_details = { surcharge_amount: 40, tax_amount: 8 };
    return (await api.post(`/payments/${id}`, { confirm: true, ...card, surcharge_details, ...more })).body;
  });

test('The surcharge and its tax are authorized, captured and refunded with the amount', async ({
  confirm,
  graphql,
}) => {
  const paid = await confirm({});
  expect(paid).toMatchObject({ status: 'succeeded', amount: 1000, net_amount: 1048, amount_received: 1048 });
  const refund = async (amount: number) => {
    const input = { paymentId: paid.payment_id, amount };
    return graphql.mutate('createRefund', input, 'refund { status amount }');
  };
  expect((await refund(1049)).userErrors).toMatchObject([{ code: 'amount_exceeds_available' }]);
  expect((await refund(1048)).userErrors).toEqual([]);
  expect((await refund(1)).userErrors).not.toEqual([]);

  const held = await confirm({ capture_method: 'manual' });
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 1048 });
  expect(held.attempts).toMatchObject([{ amount: 1048 }]);
});
