import fc from 'fast-check';
import { expect } from 'vitest';
import { arbitraryText } from '../../kit/arbitraries.ts';
import { budget } from '../../kit/figure.ts';
import { seed } from '../../kit/property.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const list = `query ($filter: PaymentFilter, $first: Int) {
  payments(filter: $filter, first: $first, orderBy: { field: CREATED, direction: ASC }) {
    nodes { paymentId }
    totalCount
  }
}`;
const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms));
const moment = (ms: number) => at(ms).toISOString();

const test = base
  /** Set up once for the whole file. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    const profile = await shop.profile();
    await shop.customer({ customer_id: 'ann', name: 'Ann Öztürk-Smith', email: 'ann@mail.example' });
    await shop.customer({ customer_id: 'bob', name: 'Bob' });
    const payment = (i: number, row: object) =>
      shop.payment({ payment_id: `pay_${i}`, created: at(i), ...row });
    await payment(1, {
      amount: 100,
      currency: 'EUR',
      customer_id: 'ann',
      email: 'ann@mail.example',
      name: 'Ann Öztürk-Smith',
      description: 'Ten blue shirts',
      profile_id: shop.profileId,
    });
    await payment(2, { amount: 200, status: 'failed', error_code: 'card_declined', customer_id: 'ann' });
    await payment(3, { amount: 300, connector: 'sandbox', payment_method: 'card', profile_id: profile });
    await payment(4, {
      amount: 300,
      status: 'processing',
      description: 'Ten red shirts',
      customer_id: 'bob',
    });
    await payment(5, { amount: 999_999_999_999, merchant_order_reference_id: 'Order/2026-77' });
    return { shop, profile };
  })
  .extend('shop', ({ seeded }) => seeded.shop)
  .extend('profile', ({ seeded }) => seeded.profile)
  .extend('found', ({ graphql }) => async (filter: object | null) => {
    const { nodes, totalCount } = (await graphql.data(list, { filter })).payments;
    expect(totalCount).toBe(nodes.length);
    return nodes.map(({ paymentId }: { paymentId: string }) => Number(paymentId.slice(4))) as number[];
  });

test.for([
  ['eq', 300, [3, 4]],
  ['in', [100, 200, 7], [1, 2]],
  ['in', [], []],
  ['gt', 200, [3, 4, 5]],
  ['gte', 200, [2, 3, 4, 5]],
  ['lt', 200, [1]],
  ['lte', 200, [1, 2]],
  ['gte', 999_999_999_999, [5]],
  ['gt', -1, [1, 2, 3, 4, 5]],
] as const)('payments(filter:) compares amounts: %s %j', async ([comparison, value, expected], { found }) => {
  expect(await found({ amount: { [comparison]: value } })).toEqual(expected);
});

test.for([
  ['eq', moment(3), [3]],
  ['eq', '2026-01-31T10:30:00.003+01:00', [3]],
  ['in', [moment(1), moment(5)], [1, 5]],
  ['gt', moment(3), [4, 5]],
  ['gte', moment(3), [3, 4, 5]],
  ['lt', moment(3), [1, 2]],
  ['lte', moment(3), [1, 2, 3]],
] as const)('payments(filter:) compares dates: %s %j', async ([comparison, value, expected], { found }) => {
  expect(await found({ created: { [comparison]: value } })).toEqual(expected);
});

test.for([
  [{ status: { in: ['failed', 'processing'] } }, [2, 4]],
  [{ status: { eq: 'failed' } }, [2]],
  [{ status: { in: [] } }, []],
  [{ paymentMethod: { in: ['card'] } }, [3]],
  [{ customerId: { eq: 'ann' } }, [1, 2]],
  [{ customerId: { in: ['ann', 'bob'] } }, [1, 2, 4]],
  [{ customerId: { eq: 'an' } }, []],
  [{ currency: { eq: 'EUR' } }, [1]],
  [{ connector: { in: ['sandbox'] } }, [3]],
  [{ errorCode: { eq: 'card_declined' } }, [2]],
  [{ email: { eq: 'ann@mail.example' } }, [1]],
  [{ merchantOrderReferenceId: { eq: 'Order/2026-77' } }, [5]],
] as const)('payments(filter:) matches %j', async ([filter, expected], { found }) => {
  expect(await found(filter)).toEqual(expected);
});

test('payments(filter:) matches the business profile', async ({ found, profile, shop }) => {
  expect(await found({ profileId: { eq: profile } })).toEqual([3]);
  expect(await found({ profileId: { in: [profile, shop.profileId] } })).toEqual([1, 3]);
});

test.for([
  ['pay_4', [4]],
  ['pay', [1, 2, 3, 4, 5]],
  ['ann@mail.example', [1]],
  ['ann@ma', [1]],
  ['EXAMPLE', [1]],
  ['öztürk', [1]],
  ['ÖZT', [1]],
  ['smith ann', [1]],
  ['ten shirt', [1, 4]],
  ['ten shirts blue', [1]],
  ['2026-77', [5]],
  ['hirts', []],
  ['', []],
  ['%', []],
  ["it's & | ! ( ) : * \\ <->", []],
] as const)('payments(filter:) searches for %j', async ([search, expected], { found }) => {
  expect(await found({ search })).toEqual(expected);
});

test('payments(filter:) requires all of its conditions', async ({ found }) => {
  const range = { gte: moment(2), lt: moment(5) };
  expect(await found({ created: range, amount: { gt: 100, lte: 300 } })).toEqual([2, 3, 4]);
  const shirts = { search: 'shirts', customerId: { in: ['ann', 'bob'] } };
  expect(await found({ ...shirts, status: { in: ['processing'] } })).toEqual([4]);
  expect(await found({ ...shirts, amount: { eq: 100, in: [200] } })).toEqual([]);
});

test('payments(filter:) ignores null and empty conditions', async ({ found }) => {
  const all = [1, 2, 3, 4, 5];
  expect(await found(null)).toEqual(all);
  expect(await found({})).toEqual(all);
  expect(await found({ status: null, amount: {}, created: { eq: null, in: null }, search: null })).toEqual(
    all,
  );
});

test('connectorAccounts(filter:) matches flags and enums', async ({ graphql, shop }) => {
  await shop.connector({
    merchant_connector_id: 'mca_off',
    disabled: true,
    connector_type: 'payout_processor',
  });
  const on = await shop.connector();
  const connectors = async (filter: object) => {
    const query = `query ($filter: ConnectorAccountFilter) {
        connectorAccounts(filter: $filter) { nodes { merchantConnectorId } }
      }`;
    const { connectorAccounts } = await graphql.data(query, { filter });
    return connectorAccounts.nodes.map((node: { merchantConnectorId: string }) => node.merchantConnectorId);
  };
  expect(await connectors({ disabled: { eq: true } })).toEqual(['mca_off']);
  expect(await connectors({ disabled: { eq: false } })).toEqual([on]);
  expect(await connectors({ connectorType: { in: ['payout_processor'] } })).toEqual(['mca_off']);
});

test('payments(filter:) searches for any text without failing', async ({ graphql }) => {
  await fc.assert(
    fc.asyncProperty(arbitraryText(), async (search) => {
      const { errors } = await graphql.run(list, { filter: { search, email: { eq: search } } });
      expect(errors).toEqual([]);
    }),
    { seed, numRuns: budget(100, 20) },
  );
});

test('payments(filter:) finds a name by the beginning of any of its words, ignoring case', async ({
  graphqlAs,
  service,
}) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[a-zA-Z0-9äöüßéèñçøåłžŠαβγДжя]{1,12}$/), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.integer({ min: 1, max: 12 }),
      async (words, pick, length) => {
        const merchant = await seedMerchant(service);
        await merchant.payment({ payment_id: 'pay_named', name: words.join(' ') });
        const search = words[pick % words.length]!.slice(0, length);
        for (const text of [
          search,
          search.toUpperCase().length === search.length ? search.toUpperCase() : search,
        ]) {
          const data = await graphqlAs(merchant.key).data(list, { filter: { search: text } });
          expect(data.payments.nodes).toEqual([{ paymentId: 'pay_named' }]);
        }
      },
    ),
    { seed, numRuns: budget(100, 20) },
  );
});

test.for([
  [{ amount: { in: Array(101).fill(1) } }, 'filter.amount.in'],
  [{ customerId: { in: Array(101).fill('a') } }, 'filter.customerId.in'],
  [{ email: { eq: 'a\0' } }, 'filter.email.eq'],
  [{ email: { in: ['a\0'] } }, 'filter.email.in'],
  [{ search: 'a\0' }, 'filter.search'],
  [{ search: 'a'.repeat(256) }, 'filter.search'],
  [{ created: { gte: '0000-06-01T00:00:00Z' } }, 'filter.created.gte'],
  [{ created: { in: ['9999-12-31T23:59:59-14:00'] } }, 'filter.created.in[0]'],
  [{ created: { eq: 'yesterday' } }, 'filter.created.eq'],
  [{ created: { eq: '2026-01-31' } }, 'filter.created.eq'],
  [{ amount: { eq: '1' } }, 'filter.amount.eq'],
  [{ amount: { eq: 1.5 } }, 'filter.amount.eq'],
  [{ amount: { eq: 2 ** 53 } }, 'filter.amount.eq'],
  [{ status: { in: ['paid'] } }, 'filter.status.in[0]'],
  [{ status: { in: [null] } }, 'filter.status.in[0]'],
  [{ nothing: 1 }, 'filter.nothing', 'unknown_parameter'],
] as const)(
  'payments(filter:) rejects %j',
  async ([filter, param, code = 'invalid_parameter'], { graphql }) => {
    const refusal = await graphql.refusal(list, { filter });
    expect(refusal).toMatchObject({ code, param });
  },
);
