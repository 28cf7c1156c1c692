import pg from 'pg';
import { expect } from 'vitest';
import { Customer } from '../../../src/core/entities/customer.ts';
import { Dispute } from '../../../src/core/entities/dispute.ts';
import { Payment } from '../../../src/core/entities/payment.ts';
import { Payout } from '../../../src/core/entities/payout.ts';
import { Refund } from '../../../src/core/entities/refund.ts';
import { type DescribedClass, resourceOf } from '../../../src/core/model/index.ts';
import {
  conditionsOf,
  type FilterValue,
  type PageRequest,
  pageStatement,
} from '../../../src/core/reads/index.ts';
import { soughtEverywhere } from '../../../src/dashboard/app/sought-everywhere.ts';
import { ownerUrl } from '../../kit/database.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { testApart as base } from '../../kit/test.ts';

const PAYMENTS = 8_000;

const test = base
  /** Two merchants with payments whose values are realistically rare, and fresh statistics. */
  .extend('planned', { scope: 'file' }, async ({ service, shared }) => {
    const [shop, other] = [await seedMerchant(service), await seedMerchant(service)];
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await owner.connect();
    try {
      await owner.query(`select set_config('switchyard.merchant_id', '*', false)`);
      for (const { merchantId } of [shop, other]) {
        await owner.query(
          `insert into payments (merchant_id, payment_id, status, amount, net_amount, amount_received, currency,
             client_secret, created, updated, expires_on, payment_method_data, payment_method_type, billing,
             unified_code, metadata)
           select $1, 'pay_' || i, 'succeeded', i % 997, i % 997 + 1, i % 997 + 1, 'EUR', 'secret',
             t, t + i % 61 * interval '1 hour', t,
             jsonb_build_object('card', jsonb_build_object('card_network', (array['Visa', 'Mastercard', 'Amex'])[1 + i % 3],
               'last4', lpad((i % 4999)::text, 4, '0'), 'card_isin', (400000 + i % 499)::text)),
             (array['credit', 'debit', 'prepaid'])[1 + i % 3],
             jsonb_build_object('address', jsonb_build_object('country', (array['DE', 'FR', 'IT', 'ES', 'NL'])[1 + i % 5])),
             case when i % 50 = 0 then 'UE_' || i % 7 end,
             jsonb_build_object('order', i, 'channel', 'web')
           from generate_series(1, $2::int) i, lateral (select now() - i * interval '1 minute') as at(t)`,
          [merchantId, PAYMENTS],
        );
        await owner.query(
          `insert into refunds (merchant_id, refund_id, payment_id, customer_id, amount, currency, status, created_at, updated_at)
           select merchant_id, 'ref_' || payment_id, payment_id, 'cus_' || net_amount % 101, 1, currency, 'succeeded', created, updated
           from payments where merchant_id = $1 and net_amount % 17 = 0`,
          [merchantId],
        );
        await owner.query(
          `insert into disputes (merchant_id, dispute_id, payment_id, amount, currency, dispute_stage, dispute_status,
             created_at, updated_at, challenge_required_by)
           select merchant_id, 'dsp_' || payment_id, payment_id, 1, currency, 'dispute', 'dispute_opened', created, updated,
             case when net_amount % 2 = 0 then updated end
           from payments where merchant_id = $1 and net_amount % 29 = 0`,
          [merchantId],
        );
      }
      await owner.query(
        `insert into attempts (merchant_id, attempt_id, payment_id, status, amount, created_at, modified_at)
         select merchant_id, payment_id || '_1', payment_id, 'charged', amount, created, updated from payments`,
      );
      await owner.query(
        `insert into captures (merchant_id, capture_id, payment_id, status, amount, authorized_attempt_id,
           capture_sequence, created_at, modified_at)
         select merchant_id, 'cap_' || payment_id, payment_id, 'charged', amount, payment_id || '_1', 1, created, updated
         from payments`,
      );
      await owner.query('analyze payments, payment_metadata, attempts, captures, refunds, disputes');
    } finally {
      await owner.end();
    }
    return shop.merchantId;
  })
  /** The plan of a page for the serving role, in a session with the service's settings. */
  .extend(
    'plan',
    ({ planned, shared }) =>
      async (
        target: DescribedClass,
        filter: FilterValue,
        request: Partial<PageRequest> = {},
      ): Promise<string> => {
        const session = new pg.Client({ connectionString: shared.databaseUrl });
        await session.connect();
        try {
          await session.query(`select set_config('switchyard.merchant_id', $1, false)`, [planned]);
          // Small tables are scanned completely, whatever the index.
          if (target !== Payment) await session.query('set enable_seqscan = off');
          const page = {
            columns: [],
            take: 'first',
            limit: 20,
            where: conditionsOf(target, filter),
          } as const;
          const { text } = pageStatement(resourceOf(target), planned, { ...page, ...request });
          const { rows } = await session.query(`explain (generic_plan, costs off) ${text}`);
          return rows.map((row) => row['QUERY PLAN']).join('\n');
        } finally {
          await session.end();
        }
      },
  );

test.for([
  [Payment, { cardNetwork: { eq: 'Visa' } }, 'payments_by_card_network', 'card_network = '],
  [Payment, { cardLast4: { eq: '4242' } }, 'payments_by_card_last4', 'card_last4 = '],
  [Payment, { cardBin: { eq: '424242' } }, 'payments_by_card_bin', 'card_bin = '],
  [
    Payment,
    { paymentMethodType: { eq: 'debit' } },
    'payments_by_payment_method_type',
    'payment_method_type = ',
  ],
  [Payment, { billingCountry: { eq: 'DE' } }, 'payments_by_billing_country', 'billing_country = '],
  // Columns in which every row has the same value.
  [Payment, { status: { eq: 'failed' } }, 'payments_by_status', 'status = '],
  [Payment, { currency: { eq: 'KWD' } }, 'payments_by_currency', 'currency = '],
  [Refund, { currency: { eq: 'KWD' } }, 'refunds_by_currency', 'currency = '],
  [Dispute, { disputeStage: { eq: 'dispute' } }, 'disputes_by_dispute_stage', 'dispute_stage = '],
  [Payment, { unifiedCode: { eq: 'UE_1' } }, 'payments_by_unified_code', 'unified_code = '],
  [Payment, { refunded: { eq: true } }, 'payments_refunded', 'merchant_id = '],
  [Payment, { disputed: { eq: true } }, 'payments_disputed', 'merchant_id = '],
  [Payment, { metadata: [{ key: 'order', value: '17' }] }, 'payment_metadata_pkey', 'entry = '],
  [Refund, { customerId: { eq: 'cus_1' } }, 'refunds_by_customer_id', 'customer_id = '],
] as const)(
  'A page of %o with %j is read from its index, in order',
  async ([target, filter, index, condition], { plan }) => {
    const text = await plan(target, filter as never);
    expect(text).toContain(index);
    expect(text).toMatch(new RegExp(`Index Cond: .*${condition}`));
    expect(text).not.toMatch(/(?<!Merge )Append|-> +Sort\b/);
    // Only rows of the same time are sorted.
    if (text.includes('Incremental Sort')) expect(text).toMatch(/Presorted Key: t\.created/);
  },
);

test.for<[found: string, filter: FilterValue]>([
  ['no', { amount: { gte: 10_000 } }],
  ['few', { amount: { gte: 995, lt: 996 } }],
  ['many', { amount: { gte: 1 } }],
  ['no', { updated: { lt: '1990-01-01T00:00:00.000Z' } }],
  ['many', { updated: { gte: '1990-01-01T00:00:00.000Z' } }],
  ['no', { amount: { lte: -1 }, status: { eq: 'succeeded' } }],
])(
  'A page of %s payments by %j reads few rows, in the order of the list',
  async ([found, filter], { planned, shared }) => {
    const session = new pg.Client({ connectionString: shared.databaseUrl });
    await session.connect();
    try {
      await session.query(`select set_config('switchyard.merchant_id', $1, false)`, [planned]);
      await session.query('set enable_seqscan = off; set plan_cache_mode = force_generic_plan');
      const page = {
        columns: ['payment_id'],
        take: 'first',
        limit: 20,
        where: conditionsOf(Payment, filter),
      } as const;
      const { text, values } = pageStatement(resourceOf(Payment), planned, page);
      await session.query(`prepare page as ${text}`);
      const given = values.map((value) => pg.escapeLiteral(String(value))).join(', ');
      const { rows } = await session.query(`execute page(${given})`);
      const count = { no: 0, few: 8, many: 21 }[found];
      expect(rows).toHaveLength(count!);
      const created = rows.map((row) => String(row.created));
      expect(created).toEqual(created.toSorted().reverse());
      const explained = await session.query(
        `explain (analyze, costs off, timing off) execute page(${given})`,
      );
      const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
      const passedOver = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
      expect(
        passedOver.reduce((sum, rows) => sum + rows, 0),
        plan,
      ).toBeLessThan(100);
    } finally {
      await session.end();
    }
  },
);

/** The conditions of a global search for a text. */
const sought = (text: string) => soughtEverywhere(text, () => true);

test.for<[found: string, filter: FilterValue, order: PageRequest['order'], index: RegExp]>([
  ['last four', { cardLast4: { eq: sought('4242').digits } }, undefined, /payments_by_card_last4/],
  ['BIN', { cardBin: { eq: sought('400017').digits } }, undefined, /payments_by_card_bin/],
  [
    'amount',
    sought('17,00').amounts as FilterValue,
    { field: 'amount', direction: 'desc' },
    /Index Cond: .*amount = ANY/,
  ],
  ['charged amount', sought('17,00').charged as FilterValue, undefined, /Index Cond: .*created >= /],
])('The global search finds a payment by its %s in an index', async ([, filter, order, index], { plan }) => {
  const text = await plan(Payment, filter, { limit: 5, ...(order ? { order } : {}) });
  expect(text).toMatch(index);
  expect(text).not.toContain('Seq Scan');
  expect(text.match(/Index Cond|Index Scan|Bitmap/g)).not.toBeNull();
});

test.for([Payment, Customer, Refund, Dispute, Payout])(
  'The global search finds words of a %o in the word index and reads only those rows',
  async (target, { plan }) => {
    const { text: search } = sought('lovelace');
    const text = await plan(target, { search }, { limit: 5 });
    expect(text).toContain('Function Scan on find_searched');
    expect(text).toMatch(/Index (Only )?Scan (Backward )?using/);
    expect(text).not.toContain('Seq Scan');
  },
);

const at = '2026-01-31T09:30:00.000Z';

test.for([
  [Payment, 'updated', 'payments_by_updated', [at, 'pay_1']],
  [Payment, 'amount', 'payments_by_amount', [100, 'pay_1']],
  [Refund, 'updated_at', 'refunds_by_updated_at', [at, 'ref_1']],
  [Refund, 'amount', 'refunds_by_amount', [100, 'ref_1']],
  [Dispute, 'deadline', 'disputes_by_deadline', [at, 'dsp_1']],
  [Dispute, 'updated_at', 'disputes_by_updated_at', [at, 'dsp_1']],
] as const)(
  'A page of %o by %s begins at its cursor, in either direction',
  async ([target, field, index, after], { plan }) => {
    for (const direction of ['asc', 'desc'] as const) {
      for (const take of ['first', 'last'] as const) {
        const place = take === 'first' ? { after } : { before: after };
        const text = await plan(target, {}, { order: { field, direction }, take, ...place });
        expect(text).toContain(index);
        // An index that ends with the time begins at the cursor's time.
        const bound = field === 'updated' ? `\\b${field} [<>]= ` : 'ROW\\(';
        expect(text).toMatch(new RegExp(`Index Cond: .*${bound}`));
        expect(text).not.toMatch(/(?<!Incremental )Sort\b(?! Key)/);
      }
    }
  },
);

test('Each filter of an `or` is looked up in its own index', async ({ plan }) => {
  const text = await plan(Payment, { or: [{ cardLast4: { eq: '4242' } }, { cardBin: { eq: '400017' } }] });
  expect(text).toContain('BitmapOr');
  for (const index of ['payments_by_card_last4', 'payments_by_card_bin']) expect(text).toContain(index);
});

test('Each nested list of a page is looked up by the hash of its payment', async ({ plan }) => {
  const lists = ['attempts', 'captures', 'refunds', 'disputes'];
  const text = await plan(Payment, {}, { lists: lists.map((field) => ({ field, columns: ['created_at'] })) });
  for (const list of lists) {
    expect(text).toMatch(new RegExp(`Index Scan using ${list}_by_payment_hash on ${list}`));
  }
  expect(text.match(/Index Cond: \(payment_hash = /g)).toHaveLength(lists.length);
});
