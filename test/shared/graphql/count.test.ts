import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

const query = `query ($limit: Int, $status: PaymentStatus) {
  payments(first: 1, filter: { status: { eq: $status } }) { count(limit: $limit) { count precision } }
}`;

test('count is exact below its limit, and stops there above it', async ({ shop, graphqlAs, service }) => {
  for (let i = 0; i < 5; i += 1) await shop.payment();
  await shop.payment({ status: 'failed' });
  const counted = async (variables: Record<string, unknown>) =>
    (await graphqlAs(shop.key).data(query, variables)).payments.count;

  expect(await counted({})).toEqual({ count: 6, precision: 'EXACT' });
  expect(await counted({ limit: 6 })).toEqual({ count: 6, precision: 'EXACT' });
  const before = service.statements.length;
  expect(await counted({ limit: 3 })).toEqual({ count: 3, precision: 'AT_LEAST' });
  expect(service.statements.slice(before)).toEqual([expect.stringContaining('limit $')]);
  const again = service.statements.length;
  expect(await counted({ limit: 2 })).toEqual({ count: 2, precision: 'AT_LEAST' });
  expect(service.statements.length).toBe(again);
  expect(await counted({ limit: 6 })).toEqual({ count: 6, precision: 'EXACT' });
  expect(await counted({ limit: 3, status: 'failed' })).toEqual({ count: 1, precision: 'EXACT' });
});

test('count rejects a limit that is out of range', async ({ shop, graphqlAs }) => {
  for (const limit of [0, -1, 100_001]) {
    expect(await graphqlAs(shop.key).refusal(query, { limit })).toMatchObject({
      code: 'invalid_parameter',
      param: 'limit',
    });
  }
});
