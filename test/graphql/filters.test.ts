import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arbitraryText } from '../kit/arbitraries.ts';
import { dataOf, errorOf, graphql } from '../kit/graphql.ts';
import { property } from '../kit/property.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const list = `query ($filter: PaymentFilter, $first: Int) {
  payments(filter: $filter, first: $first, orderBy: { field: CREATED, direction: ASC }) {
    nodes { paymentId }
    totalCount
  }
}`;

let service: TestService;
let shop: SeededMerchant;
let profile: string;

const at = (ms: number) => new Date(Date.UTC(2026, 0, 31, 9, 30, 0, ms));
const moment = (ms: number) => at(ms).toISOString();

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  profile = await shop.profile();
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
  await payment(4, { amount: 300, status: 'processing', description: 'Ten red shirts', customer_id: 'bob' });
  await payment(5, { amount: 999_999_999_999, merchant_order_reference_id: 'Order/2026-77' });
});

afterAll(() => service.close());

const found = async (filter: object | null) => {
  const { nodes, totalCount } = (await dataOf(service, shop.key, list, { filter })).payments;
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ paymentId }: { paymentId: string }) => Number(paymentId.slice(4))) as number[];
};

describe('a list is filtered by', () => {
  it.each([
    ['eq', 300, [3, 4]],
    ['in', [100, 200, 7], [1, 2]],
    ['in', [], []],
    ['gt', 200, [3, 4, 5]],
    ['gte', 200, [2, 3, 4, 5]],
    ['lt', 200, [1]],
    ['lte', 200, [1, 2]],
    ['gte', 999_999_999_999, [5]],
    ['gt', -1, [1, 2, 3, 4, 5]],
  ])('amounts: %s %j', async (comparison, value, expected) => {
    expect(await found({ amount: { [comparison]: value } })).toEqual(expected);
  });

  it.each([
    ['eq', moment(3), [3]],
    ['eq', '2026-01-31T10:30:00.003+01:00', [3]],
    ['in', [moment(1), moment(5)], [1, 5]],
    ['gt', moment(3), [4, 5]],
    ['gte', moment(3), [3, 4, 5]],
    ['lt', moment(3), [1, 2]],
    ['lte', moment(3), [1, 2, 3]],
  ])('dates: %s %j', async (comparison, value, expected) => {
    expect(await found({ created: { [comparison]: value } })).toEqual(expected);
  });

  it.each([
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
  ])('%j', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  it('the profile', async () => {
    expect(await found({ profileId: { eq: profile } })).toEqual([3]);
    expect(await found({ profileId: { in: [profile, shop.profileId] } })).toEqual([1, 3]);
  });

  it.each([
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
  ])('search: %j', async (search, expected) => {
    expect(await found({ search })).toEqual(expected);
  });

  it('several things at once, all of which must hold', async () => {
    const range = { gte: moment(2), lt: moment(5) };
    expect(await found({ created: range, amount: { gt: 100, lte: 300 } })).toEqual([2, 3, 4]);
    const shirts = { search: 'shirts', customerId: { in: ['ann', 'bob'] } };
    expect(await found({ ...shirts, status: { in: ['processing'] } })).toEqual([4]);
    expect(await found({ ...shirts, amount: { eq: 100, in: [200] } })).toEqual([]);
  });

  it('nothing where nothing is said', async () => {
    const all = [1, 2, 3, 4, 5];
    expect(await found(null)).toEqual(all);
    expect(await found({})).toEqual(all);
    expect(await found({ status: null, amount: {}, created: { eq: null, in: null }, search: null })).toEqual(
      all,
    );
  });

  it('a flag, and what other lists have', async () => {
    await shop.connector({
      merchant_connector_id: 'mca_off',
      disabled: true,
      connector_type: 'payout_processor',
    });
    const on = await shop.connector();
    const connectors = async (filter: object) => {
      const query = `query ($filter: ConnectorAccountFilter) {
        connectorAccounts(filter: $filter) { nodes { id } }
      }`;
      const { connectorAccounts } = await dataOf(service, shop.key, query, { filter });
      return connectorAccounts.nodes.map(({ id }: { id: string }) => id);
    };
    expect(await connectors({ disabled: { eq: true } })).toEqual(['mca_off']);
    expect(await connectors({ disabled: { eq: false } })).toEqual([on]);
    expect(await connectors({ connectorType: { in: ['payout_processor'] } })).toEqual(['mca_off']);
  });

  property('any text at all, without failing', arbitraryText(), async (search) => {
    const { errors } = await graphql(service, shop.key, list, { filter: { search, email: { eq: search } } });
    expect(errors).toEqual([]);
  });

  property(
    'the beginning of any word of a name',
    fc.array(fc.stringMatching(/^[a-zA-Z0-9äöüßéèñçøåłžŠαβγДжя]{1,12}$/), { minLength: 1, maxLength: 4 }),
    fc.nat(),
    fc.integer({ min: 1, max: 12 }),
    async (words, pick, length) => {
      const merchant = await seedMerchant(service);
      await merchant.payment({ payment_id: 'pay_named', name: words.join(' ') });
      const search = words[pick % words.length]!.slice(0, length);
      for (const given of [
        search,
        search.toUpperCase().length === search.length ? search.toUpperCase() : search,
      ]) {
        const data = await dataOf(service, merchant.key, list, { filter: { search: given } });
        expect(data.payments.nodes).toEqual([{ paymentId: 'pay_named' }]);
      }
    },
  );
});

describe('a filter refuses', () => {
  it.each([
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
  ])('%j', async (filter, param, code = 'invalid_parameter') => {
    const refusal = await errorOf(service, shop.key, list, { filter });
    expect(refusal).toMatchObject({ code, param });
  });
});
