import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

test('Payments are found by the search tags of their feature metadata', async ({ api, graphql, shop }) => {
  const tagged = await shop.payment({ status: 'requires_payment_method', amount_received: 0 });
  const other = await shop.payment({ description: 'Black shoes' });
  const feature_metadata = { search_tags: ['Black-Friday', 'éclair'] };
  expect((await api.post(`/payments/${tagged}`, { feature_metadata })).body).toMatchObject({
    feature_metadata,
  });
  const found = async (search: string) => {
    const query =
      'query ($search: String!) { payments(filter: { search: $search }) { nodes { paymentId } } }';
    const { payments } = await graphql.data(query, { search });
    return payments.nodes.map(({ paymentId }: { paymentId: string }) => paymentId);
  };
  expect(await found('black-friday')).toEqual([tagged]);
  expect(await found('Éclair')).toEqual([tagged]);
  expect((await found('black')).sort()).toEqual([other, tagged].sort());
  await api.post(`/payments/${tagged}`, { feature_metadata: { search_tags: ['cyber'] } });
  expect(await found('friday')).toEqual([]);
});
