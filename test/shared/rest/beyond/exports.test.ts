import { get } from 'node:http';
import { expect } from 'vitest';
import { Capture } from '../../../../src/core/entities/capture.ts';
import { Dispute } from '../../../../src/core/entities/dispute.ts';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { Payout } from '../../../../src/core/entities/payout.ts';
import { Refund } from '../../../../src/core/entities/refund.ts';
import { resourceOf } from '../../../../src/core/model/index.ts';
import { csvRows } from '../../../kit/csv.ts';
import { figure, isFullRun } from '../../../kit/figure.ts';
import { testApart as base } from '../../../kit/test.ts';

/** Rows of the large export: in the full run, those of a year's list. */
const MANY = isFullRun ? 100_000 : 3_000;

interface Exported {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly rows: readonly Record<string, string>[];
}

const test = base
  .extend(
    'exported',
    ({ service, shop }) =>
      async (list: string, query: Record<string, string> = {}, key = shop.key): Promise<Exported> => {
        const url = `${service.url}/exports/${list}.csv?${new URLSearchParams(query)}`;
        const response = await fetch(url, { headers: { 'api-key': key } });
        const text = await response.text();
        const rows = response.ok ? csvRows(text) : [];
        return { status: response.status, headers: response.headers, text, rows };
      },
  )
  .extend('refusal', ({ exported }) => async (query: Record<string, string>) => {
    const { status, text } = await exported('payments', query);
    const { error } = JSON.parse(text);
    return [status, error.code, error.param];
  })
  /** Copies a payment, with consecutive identifiers and amounts. Each takes three kilobytes of an export. */
  .extend('multiply', ({ service, shop }) => async (count: number) => {
    const description = 'x'.repeat(3_000);
    const first = await shop.payment({
      ...{ payment_id: `${shop.merchantId}_0`, amount: 1_000_000, description },
    });
    const columns = `merchant_id, description, status, net_amount, amount_capturable, amount_received, client_secret, created, updated,
                     currency, expires_on`;
    const text = `insert into payments (payment_id, amount, ${columns})
                  select payment_id || '_' || n, n, ${columns} from payments, generate_series($3::int, $4::int) n
                  where merchant_id = $1 and payment_id = $2`;
    // A statement may take five seconds.
    for (let n = 1; n < count; n += 1_000) {
      const values = [shop.merchantId, first, n, Math.min(n + 999, count - 1)];
      await service.database.rows.query({ text, values }, null);
    }
  });

test('An export starts with a byte order mark only on request', async ({ service, shop }) => {
  await shop.customer({ customer_id: 'andre', name: 'André Ñandú' });
  const bytesOf = async (query: string) => {
    const url = `${service.url}/exports/customers.csv?columns=customer_id,name${query}`;
    const response = await fetch(url, { headers: { 'api-key': shop.key } });
    return Buffer.from(await response.arrayBuffer());
  };
  const plain = await bytesOf('');
  expect(plain.toString()).toBe('customer_id,name\r\nandre,André Ñandú\r\n');
  expect(await bytesOf('&bom=false')).toEqual(plain);
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  expect(await bytesOf('&bom=true')).toEqual(Buffer.concat([mark, plain]));
});

test('Each amount of an export is followed by its major units and its currency', async ({
  exported,
  shop,
}) => {
  await shop.payment();
  for (const target of [Payment, Capture, Refund, Dispute, Payout]) {
    const { fields, table } = resourceOf(target);
    const { text } = await exported(table);
    const columns = text.split('\r\n')[0]!.split(',');
    const amounts = fields.filter(({ kind, visibility }) => kind === 'amount' && visibility !== 'nowhere');
    expect(amounts.length).toBeGreaterThan(0);
    for (const { currencyIn, name } of amounts) {
      const missing = [name, `${name}_major`, currencyIn ?? 'currency'].filter(
        (one) => !columns.includes(one),
      );
      expect([table, name, missing]).toEqual([table, name, []]);
    }
  }
});

test("An export accepts the REST list's filters as well as GraphQL's", async ({ api, exported, shop }) => {
  const times = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => `${day}T00:00:00.000Z`);
  for (const [i, created] of times.entries()) {
    const currency = i === 1 ? 'EUR' : 'USD';
    await shop.payment({ created, currency, amount: 1_000 * (i + 1), connector: 'sandbox' });
  }
  for (const query of [
    { created_gte: times[1]! },
    { created: times[0]! },
    { created_gt: times[0]!, currency: 'EUR' },
    { amount_lte: '2000', connector: 'sandbox' },
    { currency: 'GBP' },
  ] as Record<string, string>[]) {
    const { body } = await api.get(`/payments?${new URLSearchParams(query)}`);
    const { rows } = await exported('payments', { ...query, columns: 'payment_id' });
    expect(rows.map(({ payment_id }) => payment_id)).toEqual(
      body.data.map(({ payment_id }: { payment_id: string }) => payment_id),
    );
  }
  const filter = JSON.stringify({ amount: { gte: 3_000 } });
  expect((await exported('payments', { filter, created_gte: times[1]! })).rows).toHaveLength(1);
  expect((await exported('payments', { filter, created_lt: times[1]! })).rows).toHaveLength(0);
});

test('An export contains exactly the rows of the GraphQL list with the same filter and order', async ({
  exported,
  graphql,
  otherShop,
  shop,
}) => {
  await otherShop.payment({ amount: 3_000 });
  for (const [amount, currency] of [
    [500, 'USD'],
    [1_500, 'USD'],
    [2_500, 'EUR'],
    [3_500, 'USD'],
  ] as const) {
    await shop.payment({ amount, currency });
  }
  const filter = { or: [{ amount: { gte: 3_000 } }, { not: { currency: { in: ['USD', 'GBP'] } } }] };
  const order = { field: 'AMOUNT', direction: 'ASC' };
  const { payments } = await graphql.data(
    `query ($filter: PaymentFilter, $order: PaymentOrder) {
       payments(filter: $filter, orderBy: $order) { nodes { paymentId amount } } }`,
    { filter, order },
  );
  const { headers, rows } = await exported('payments', {
    filter: JSON.stringify(filter),
    order: JSON.stringify(order),
    columns: 'payment_id,amount',
  });
  expect(rows).toEqual(
    payments.nodes.map(({ amount, paymentId }: { amount: number; paymentId: string }) => ({
      payment_id: paymentId,
      amount: String(amount),
    })),
  );
  expect(rows).toHaveLength(2);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('content-disposition')).toBe('attachment; filename="payments.csv"');
  expect([headers.get('x-total-count'), headers.get('x-total-count-precision')]).toEqual(['2', 'exact']);
});

test('Amounts appear in minor and major units, with the decimals of the currency', async ({
  exported,
  shop,
}) => {
  await shop.payment({ amount: 6_540, currency: 'USD' });
  await shop.payment({ amount: 6_540, currency: 'JPY' });
  await shop.payment({ amount: 5, currency: 'KWD' });
  const { rows } = await exported('payments', { columns: 'currency,amount,amount_major' });
  expect(rows).toEqual(
    expect.arrayContaining([
      { currency: 'USD', amount: '6540', amount_major: '65.40' },
      { currency: 'JPY', amount: '6540', amount_major: '6540' },
      { currency: 'KWD', amount: '5', amount_major: '0.005' },
    ]),
  );
});

test('Cells that a spreadsheet would treat as a formula start with an apostrophe, and quoting keeps every character', async ({
  exported,
  shop,
}) => {
  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
  const plain = 'a "quoted", line\r\nand another';
  for (const description of [...dangerous, plain]) await shop.payment({ description });
  const { rows, text } = await exported('payments', { columns: 'description' });
  expect(new Set(rows.map(({ description }) => description))).toEqual(
    new Set([...dangerous.map((cell) => `'${cell}`), plain]),
  );
  expect(text.startsWith('description\r\n')).toBe(true);
});

test('An export never contains secrets, and nested objects only on request', async ({ exported, shop }) => {
  await shop.payment({ client_secret: 'a_secret_of_a_payment', metadata: { order: '17' } });
  const { text } = await exported('payments');
  expect(text).not.toContain('a_secret_of_a_payment');
  expect(text.split('\r\n')[0]).not.toMatch(/client_secret|metadata/);
  const { rows } = await exported('payments', { columns: 'metadata' });
  expect(rows.map(({ metadata }) => JSON.parse(metadata!))).toEqual([{ order: '17' }]);
});

test('Every list can be exported', async ({ exported, shop }) => {
  const payment = await shop.payment();
  const ids = {
    payments: ['payment_id', payment],
    refunds: ['refund_id', await shop.refund(payment)],
    disputes: ['dispute_id', await shop.dispute(payment)],
    payouts: ['payout_id', await shop.payout()],
    customers: ['customer_id', await shop.customer()],
  };
  for (const [list, [column, id]] of Object.entries(ids)) {
    const { rows } = await exported(list);
    expect(
      rows.map((row) => row[column!]),
      list,
    ).toEqual([id]);
  }
});

test('Errors name bad filters, orders and columns', async ({ refusal }) => {
  const bad = (filter: object) => refusal({ filter: JSON.stringify(filter) });
  const at = (param: string) => [400, 'invalid_parameter', param];
  expect(await refusal({ filter: '{' })).toEqual(at('filter'));
  expect(await bad({ nothing: { eq: 1 } })).toEqual([400, 'unknown_parameter', 'filter.nothing']);
  expect(await bad({ amount: { gte: 'much' } })).toEqual(at('filter.amount.gte'));
  expect(await bad({ amount: { in: [1, 'x'] } })).toEqual(at('filter.amount.in[1]'));
  expect(await bad({ status: { eq: 'lost' } })).toEqual(at('filter.status.eq'));
  expect(await bad({ created: { gte: 'yesterday' } })).toEqual(at('filter.created.gte'));
  expect(await bad({ or: {} })).toEqual(at('filter.or'));
  expect(await bad({ not: { not: { not: { not: {} } } } })).toEqual(at('filter'));
  expect(await refusal({ order: '{"field":"EMAIL"}' })).toEqual(at('order'));
  expect(await refusal({ order: '{"field":"AMOUNT","direction":"UP"}' })).toEqual(at('order.direction'));
  expect(await refusal({ columns: 'payment_id,client_secret' })).toEqual(at('columns'));
  expect(await refusal({ columns: 'amount,amount' })).toEqual(at('columns'));
});

test('A long list is exported completely, with each row once and in order', async ({
  exported,
  multiply,
  task,
}) => {
  await multiply(MANY);
  const { headers, rows } = await exported('payments', {
    columns: 'payment_id,amount',
    order: '{"field":"AMOUNT","direction":"ASC"}',
  });
  expect(headers.get('x-total-count')).toBe(String(MANY));
  expect(rows.map(({ amount }) => Number(amount))).toEqual([
    ...Array.from({ length: MANY - 1 }, (_, i) => i + 1),
    1_000_000,
  ]);
  figure(task, `${rows.length} rows in one export`);
});

test.runIf(isFullRun)(
  'An export is read only as fast as its client reads, and stops when it hangs up',
  async ({ exported, multiply, otherShop, service, shop }) => {
    await multiply(20_000);
    await otherShop.payment();
    const pages = () => service.statements.filter((text) => text.includes('from "payments" t')).length;
    /** Reads as many single pages as the large export has. */
    const readOthers = async () => {
      for (let i = 0; i < 20; i += 1) await exported('payments', {}, otherShop.key);
    };
    const start = pages();
    await readOthers();
    const before = pages();
    const others = before - start;
    await new Promise<void>((resolve, reject) => {
      const headers = { 'api-key': shop.key };
      const request = get(`${service.url}/exports/payments.csv`, { headers }, (response) => {
        response.once('data', () => {
          response.pause();
          resolve(readOthers().then(() => void request.destroy()));
        });
        response.on('error', () => {});
      });
      request.on('error', reject);
    });
    const ended = () =>
      service.logs.some((line) => line.includes('broken off') && line.includes(shop.merchantId));
    await expect.poll(ended).toBe(true);
    const read = pages() - before - others;
    // The buffers between the database and the client hold tens of megabytes at most, and the 20 pages more than 60.
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(20);
    await readOthers();
    expect(pages() - before - 2 * others).toBe(read);
  },
);
