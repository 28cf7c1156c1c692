import fc from 'fast-check';
import pg from 'pg';
import { expect } from 'vitest';
import { Payment } from '../../../../src/core/entities/payment.ts';
import {
  allResources,
  entryColumns,
  hasEntries,
  personalEntryColumns,
  resourceOf,
} from '../../../../src/core/model/index.ts';
import { pageStatement } from '../../../../src/core/reads/index.ts';
import { ownerUrl } from '../../../kit/database.ts';
import { followDerived } from '../../../kit/derived.ts';
import { budget } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { testApart as base } from '../../../kit/test.ts';

const words = ['gold', 'golden', 'steel', 'rare'];
const START = Date.UTC(2026, 0, 1);

const list = `query ($filter: PaymentFilter, $orderBy: PaymentOrder, $first: Int, $after: String, $last: Int, $before: String) {
  payments(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    nodes { paymentId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount count(limit: 7) { count }
  }
}`;

const PAGES_MAX = 4;

interface Page {
  readonly nodes: { paymentId: string }[];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string;
    endCursor: string;
  };
  readonly totalCount: number;
  readonly count: { count: number };
}

interface Found {
  readonly payment_id: string;
  readonly created: Date;
  readonly amount: number;
  readonly status: string;
  readonly description: string;
}

const test = base
  /** A merchant with more payments than a small page scans; the oldest few have the rare word. */
  .extend('payments', { scope: 'file' }, async ({ service }) => {
    const merchant = await seedMerchant(service);
    const payments: Found[] = [];
    for (let i = 0; i < 450; i += 1) {
      const payment = {
        payment_id: `p${String(i).padStart(3, '0')}`,
        // Several have the same time.
        created: new Date(START + Math.floor(i / 3) * 60_000),
        amount: (i * 7) % 50,
        status: i % 4 === 0 ? 'failed' : 'succeeded',
        description: i < 5 ? 'Rare gold' : words[i % 3]!,
      };
      await merchant.payment(payment);
      payments.push(payment);
      // The changes of the last ones stay queued.
      if (i === 400) await followDerived(service);
    }
    // As autovacuum does within a minute: without statistics every index of payments seems to have one row.
    const owner = new pg.Client({ connectionString: ownerUrl(service.database.url) });
    await owner.connect();
    await owner.query('analyze payments').finally(() => owner.end());
    return { merchant, payments };
  })
  /** Reads the first pages of results, from either end. */
  .extend(
    'walk',
    ({ graphqlAs }) =>
      async (key: string, variables: object, from: 'first' | 'last', size: number) => {
        const seen: string[] = [];
        let cursor: string | undefined;
        for (let page = 1; ; page += 1) {
          const place = from === 'first' ? { after: cursor } : { before: cursor };
          const answer = await graphqlAs(key).data(list, { ...variables, [from]: size, ...place });
          const { count, nodes, pageInfo, totalCount } = answer.payments as Page;
          const ids = nodes.map(({ paymentId }) => paymentId);
          if (from === 'first') seen.push(...ids);
          else seen.unshift(...ids);
          const more = from === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
          if (!more || page === PAGES_MAX) return { seen, more, totalCount, count: count.count };
          cursor = from === 'first' ? pageInfo.endCursor : pageInfo.startCursor;
        }
      },
  )
  .extend('explain', ({ service }) => async (merchantId: string | null, sought: string) => {
    const { text, values } = pageStatement(resourceOf(Payment), merchantId, {
      ...{ columns: ['payment_id'], where: [{ search: sought }], take: 'first', limit: 1 },
    });
    const rows = await service.database.rows.query({ text: `explain (analyze) ${text}`, values }, merchantId);
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  });

test('A search finds the same rows in the same order as a full scan, with any other filters', async ({
  payments: { merchant, payments },
  walk,
}) => {
  const asked = fc.record({
    search: fc.constantFrom('gold', 'golden', 'steel', 'rare', 'rare gold', 'gol', 'p25', 'nothing'),
    status: fc.constantFrom(null, 'failed', 'succeeded'),
    field: fc.constantFrom('created' as const, 'amount' as const),
    direction: fc.constantFrom('ASC', 'DESC'),
    from: fc.constantFrom('first' as const, 'last' as const),
    size: fc.constantFrom(1, 3, 40),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ direction, field, from, search, size, status }) => {
      const filter = { search, ...(status ? { status: { in: [status] } } : {}) };
      const orderBy = { field: field.toUpperCase(), direction };
      const sought = search.split(' ');
      const expected = payments
        .filter((payment) => status === null || payment.status === status)
        .filter(({ description, payment_id: id }) => {
          const has = `${description.toLowerCase()} ${id}`.split(' ');
          return sought.every((word) => has.some((known) => known.startsWith(word)));
        })
        .sort((a, b) => {
          const [x, y] = direction === 'ASC' ? [a, b] : [b, a];
          return Number(x[field]) - Number(y[field]) || (x.payment_id < y.payment_id ? -1 : 1);
        })
        .map(({ payment_id: id }) => id);
      const found = await walk(merchant.key, { filter, orderBy }, from, size);
      const seen = from === 'first' ? expected.slice(0, PAGES_MAX * size) : expected.slice(-PAGES_MAX * size);
      const more = seen.length < expected.length;
      const count = Math.min(7, expected.length);
      expect(found).toEqual({ seen, more, totalCount: expected.length, count });
    }),
    { seed, numRuns: budget(60, 20) },
  );
});

// Citus cannot explain a statement whose function queries the nodes.
test.skipIf(process.env.TEST_CITUS_URL)(
  'A rare word is found without scanning the list',
  async ({ explain, payments: { merchant } }) => {
    for (const merchantId of [merchant.merchantId, null]) {
      const plan = await explain(merchantId, 'rare');
      const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(0, ...removed)).toBeLessThanOrEqual(2 * 200);
      expect(plan).toMatch(/Function Scan on find_searched .*rows=/);
    }
  },
);

test('A search stops once its page is full', async ({ explain, payments: { merchant }, service }) => {
  await followDerived(service);
  expect(await explain(merchant.merchantId, 'gold')).toMatch(
    /Function Scan on find_searched.*\(never executed\)/,
  );
});

test('Changing or deleting an object updates its search words', async ({ graphqlAs, service, shop }) => {
  const id = await shop.payment({ description: 'before' });
  const found = async (search: string) =>
    (
      await graphqlAs(shop.key).data(
        'query ($s: String) { payments(filter: { search: $s }) { totalCount } }',
        { s: search },
      )
    ).payments.totalCount;
  const run = (text: string) => service.database.rows.query({ text, values: [id] }, shop.merchantId);
  expect([await found('before'), await found('after')]).toEqual([1, 0]);
  await run(`update payments set description = 'after' where payment_id = $1`);
  expect([await found('before'), await found('after')]).toEqual([0, 1]);
  await run('delete from payments where payment_id = $1');
  expect(await found('after')).toBe(0);
});

test("The owner's search functions find exactly the rows that the session may see", async ({
  service,
  shop,
}) => {
  const other = await seedMerchant(service);
  const mine = await shop.payment({ description: 'unheardof' });
  const theirs = await other.payment({ description: 'unheardof' });
  await followDerived(service);
  const client = await service.database.openSession();
  try {
    const foundAs = async (scope: string) => {
      await client.query(`select set_config('switchyard.merchant_id', $1, false)`, [scope]);
      const { rows } = await client.query<{ object_id: string }>(
        `select * from find_searched('payments', 'unheardof')`,
      );
      const { rows: first } = await client.query(
        `select * from find_searched('payments', 'unheardof', at_most => 9)`,
      );
      const { rows: counted } = await client.query(
        `select count_searched('payments', 'unheardof')::int as count`,
      );
      const { rows: limited } = await client.query(
        `select count_searched('payments', 'unheardof', 9)::int as count`,
      );
      expect([first.length, counted[0].count, limited[0].count]).toEqual(Array(3).fill(rows.length));
      return rows.map((row) => row.object_id).sort();
    };
    expect(await foundAs(shop.merchantId)).toEqual([mine]);
    expect(await foundAs(other.merchantId)).toEqual([theirs]);
    expect(await foundAs('*')).toEqual([mine, theirs].sort());
    expect(await foundAs('')).toEqual([]);
    expect(await foundAs(`${shop.merchantId}' | 'payments/${other.merchantId}`)).toEqual([]);
  } finally {
    await client.end();
  }
});

test('Frequent words in a large table are counted up to a limit, in a few entries', async ({
  service,
  shop,
}) => {
  const owner = new pg.Client({ connectionString: ownerUrl(service.database.url) });
  await owner.connect();
  try {
    // About three entries per page: more pages than are ever read. Another merchant's come first.
    await owner.query('alter table search_entries set (fillfactor = 10)');
    const other = await seedMerchant(service);
    for (const merchantId of [other.merchantId, shop.merchantId]) {
      await owner.query(
        `insert into search_entries (merchant_id, object_table, object_id, listed_at, words)
         select $1, 'payments', 'many' || n, now(),
           array_to_tsvector(array['payments/', 'payments/' || $1, 'common', 'n' || n] || case when n % 5000 = 0 then '{scarce}'::text[] else '{}' end)
         from generate_series(1, 15000) n`,
        [merchantId],
      );
    }
    await owner.query(`select gin_clean_pending_list('search_entries_by_words')`);
    await owner.query('analyze search_entries');
    await owner.query(`select set_config('switchyard.merchant_id', $1, false)`, [shop.merchantId]);
    const counted = async (word: string, atMost: number) => {
      const text = `select count_searched('payments', $1::tsquery, $2)::int as count`;
      const read = `select coalesce(seq_tup_read, 0)::int as rows, coalesce(idx_tup_fetch, 0)::int as fetched
        from pg_stat_xact_user_tables where relname = 'search_entries'`;
      await owner.query('begin');
      const before = (await owner.query(read)).rows[0];
      const { count } = (await owner.query(text, [word, atMost])).rows[0];
      const after = (await owner.query(read)).rows[0];
      await owner.query('commit');
      return { count, fetched: after.fetched - before.fetched, few: after.rows - before.rows < 5_000 };
    };
    expect(await counted('common', 201)).toEqual({ count: 201, fetched: 0, few: true });
    expect(await counted('common', 14_000)).toMatchObject({ count: 14_000 });
    expect(await counted('common', 16_000)).toMatchObject({ count: 15_000 });
    expect(await counted('scarce', 11)).toEqual({ count: 3, fetched: 3, few: true });
    expect(await counted('n77', 1)).toMatchObject({ count: 1 });
    expect(await counted('none', 11)).toMatchObject({ count: 0 });
  } finally {
    await owner.query('alter table search_entries reset (fillfactor)');
    await owner.query(`delete from search_entries where object_id like 'many%'`);
    await owner.end();
  }
});

test('Only roles with the grant may search as the owner', async ({ service }) => {
  const owner = new pg.Client({ connectionString: ownerUrl(service.database.url) });
  await owner.connect();
  try {
    const { rows } = await owner.query(
      `select count(*)::int as count from pg_proc p, aclexplode(p.proacl) a
       where p.prosecdef and p.pronamespace = 'public'::regnamespace and a.grantee = 0`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  } finally {
    await owner.end();
  }
});

test('Every searchable list queues each change of a searched column, and erases with personal data', async ({
  service,
}) => {
  const text = `select c.relname as table, t.tgname as trigger, pg_get_triggerdef(t.oid) as definition, p.prosrc as body
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where t.tgname like 'entries\\_of\\_%' order by 1, 2`;
  const triggers = await service.database.rows.query<Record<string, string>>({ text, values: [] }, null);
  const searched = allResources().filter(hasEntries);
  expect(searched.length).toBeGreaterThan(10);
  expect(triggers.map(({ table, trigger }) => `${table} ${trigger}`)).toEqual(
    searched
      .flatMap(({ table }) =>
        ['deleted', 'inserted', 'updated'].map((event) => `${table} entries_of_${event}`),
      )
      .sort(),
  );
  for (const resource of searched) {
    const { body, definition } = triggers.find(
      ({ table, trigger }) => table === resource.table && trigger === 'entries_of_updated',
    )!;
    // A new searched field needs a migration that replaces the trigger: see Migration20261130021901_search_followed.
    const compared = [...definition!.matchAll(/\bold\.(\w+)/g)].map(([, column]) => column!);
    expect([resource.table, compared.toSorted()]).toEqual([
      resource.table,
      entryColumns(resource).toSorted(),
    ]);
    const erased = [...body!.matchAll(/old\.(\w+) is not null and/g)].map(([, column]) => column!);
    expect([resource.table, erased.toSorted()]).toEqual([
      resource.table,
      personalEntryColumns(resource).toSorted(),
    ]);
  }
});

/** Names by script, each with other spellings that also find it. */
const names: readonly (readonly [name: string, ...also: string[]])[] = [
  ['अनुष्का शर्मा', 'शर्मा'],
  ['বাংলা দেশি', 'বাংলা'],
  ['தமிழ்ச் செல்வி', 'செல்வி'],
  ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'ਸਿੰਘ'],
  ['สมชาย ใจดี', 'ใจดี'],
  ['မောင်မောင်'],
  ['İbrahim Yılmaz', 'ibrahim yilmaz', 'IBRAHIM YILMAZ', 'ıbrahım'],
  ['ΝΙΚΟΣ Παπαδόπουλος', 'νίκος', 'Νικοσ', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
  ['Иван Ёлкин', 'ИВАН', 'елкин'],
  ['José Müller-Straße', 'jose', 'MÜLLER', 'STRASSE'],
  ['Đặng Thùy Trâm', 'thuy'],
  ["Siobhán O'Neill", 'o’neill', 'neill'],
  ['محمد بن علي', 'علي'],
  ['דוד כהן', 'כהן'],
  ['王小明', '王小'],
  ['山田 ガ太郎', 'ｶﾞ太郎'],
  ['김철수', '김철'],
  ['ＡＬＩＣＥ', 'alice'],
];

test('Each name is found in its script, however it is typed and stored', async ({ graphql, shop }) => {
  const ids = new Map<string, string>();
  for (const [i, [name]] of names.entries()) {
    // Stored composed and decomposed in turn, and searched both ways.
    ids.set(name, await shop.customer({ name: name.normalize(i % 2 === 0 ? 'NFC' : 'NFD') }));
    await shop.payment({ payment_id: `${shop.merchantId}_n${i}`, name });
  }
  const document = `query ($search: String!) {
    customers(filter: { search: $search }) { nodes { customerId } }
    payments(filter: { search: $search }) { nodes { paymentId } totalCount }
  }`;
  for (const [i, [name, ...also]] of names.entries()) {
    for (const typed of [name, ...also].flatMap((each) => [each.normalize('NFC'), each.normalize('NFD')])) {
      const found = await graphql.data(document, { search: typed });
      expect([typed, found]).toEqual([
        typed,
        {
          customers: { nodes: [{ customerId: ids.get(name) }] },
          payments: { nodes: [{ paymentId: `${shop.merchantId}_n${i}` }], totalCount: 1 },
        },
      ]);
    }
  }
  for (const search of [' ', '·,', '%_', "'", '\\', ':*', '&|!']) {
    expect(await graphql.data(document, { search })).toEqual({
      customers: { nodes: [] },
      payments: { nodes: [], totalCount: 0 },
    });
  }
});

test('A phone number is found by its digits, in national and international notation', async ({
  graphql,
  shop,
}) => {
  const usual = [
    '+1 (555) 867-5309',
    '+15558675309',
    '15558675309',
    '001 555 867 5309',
    '5558675309',
    '(555) 867-5309',
    '555-867',
  ];
  const german = [
    '030 1234567',
    '0301234567',
    '301234567',
    '+49 30 1234567',
    '+49 (0)30 1234567',
    '0049301234567',
    '+4930',
  ];
  const rows = [
    [{ phone: '+1 (555) 867-5309' }, usual, ['+49 555 8675309', '+4', '8675309']],
    [{ phone: '5558675309', phone_country_code: '+1' }, usual, ['+49 555 8675309']],
    // Of no known country: any calling code may be a prefix.
    [{ phone: '555 867 5309' }, [...usual.slice(0, 2), ...usual.slice(4)], []],
    [{ phone: '030/1234567', phone_country_code: '+49' }, german, ['+39301234567']],
    [{ phone: '٠٣٠ ١٢٣٤٥٦٧', phone_country_code: '+49' }, german, []],
    [{ phone: '06 12345678', phone_country_code: '+39' }, ['+390612345678', '0612345678'], []],
  ] as const;
  const document =
    'query ($search: String!) { customers(filter: { search: $search }) { nodes { customerId } } }';
  const ids: string[] = [];
  for (const [values] of rows) ids.push(await shop.customer(values));
  const found = async (search: string): Promise<string[]> => {
    const { customers } = await graphql.data(document, { search });
    return customers.nodes.map(({ customerId }: { customerId: string }) => customerId);
  };
  for (const [i, [{ phone }, sought, others]] of rows.entries()) {
    for (const search of sought)
      expect([phone, search, (await found(search)).includes(ids[i]!)]).toEqual([phone, search, true]);
    for (const search of others)
      expect([phone, search, (await found(search)).includes(ids[i]!)]).toEqual([phone, search, false]);
  }
});

test("A payment or payout is found by its own phone number and its billing contact's", async ({
  graphql,
  service,
  shop,
}) => {
  const billing = { phone: { number: '(555) 867-5309', country_code: '+1' } };
  const shipping = { phone: { number: '06 12345678', country_code: '+31' } };
  const payment = await shop.payment({ phone: '030 1234567', billing, shipping });
  const payout = await shop.payout({ phone: '030 1234567', phone_country_code: '+49', billing });
  const found = async (search: string): Promise<unknown[]> => {
    const { payments, payouts } = await graphql.data(
      `query ($search: String!) {
        payments(filter: { search: $search }) { nodes { paymentId } totalCount }
        payouts(filter: { search: $search }) { nodes { payoutId } totalCount } }`,
      { search },
    );
    expect([payments.totalCount, payouts.totalCount]).toEqual([payments.nodes.length, payouts.nodes.length]);
    return [...payments.nodes, ...payouts.nodes].map((node) => node.paymentId ?? node.payoutId);
  };
  for (const typed of ['0301234567', '+49 30 1234567', '+15558675309', '555 867 5309']) {
    expect([typed, await found(typed)]).toEqual([typed, [payment, payout]]);
  }
  expect(await found('+39 30 1234567')).toEqual([payment]);
  expect(await found('+31612345678')).toEqual([payment]);
  const erase = (table: string, contacts: string) =>
    service.database.rows.query(
      {
        text: `update ${table} set phone = null, ${contacts} where merchant_id = $1`,
        values: [shop.merchantId],
      },
      shop.merchantId,
    );
  await erase('payments', 'billing = null, shipping = null');
  await erase('payouts', 'billing = null');
  expect([await found('0301234567'), await found('5558675309'), await found('0612345678')]).toEqual([
    [],
    [],
    [],
  ]);
});

test('Every identifier and text is found by searching for it, with any digits', async ({ service }) => {
  const identifier = fc
    .tuple(fc.constantFrom('pay', 'cus', 'ref', 'po'), fc.ulid())
    .map((parts) => parts.join('_'));
  const reference = fc.stringMatching(/^[A-Za-zé张ß]{0,3}[0-9]{4,9}[A-Za-zé张ß]{0,3}(-[0-9]{1,6}[a-z]?)?$/);
  const sought = fc.oneof(identifier, reference, fc.string(), fc.string({ unit: 'grapheme' }));
  const texts = fc.sample(
    sought.filter((text) => !text.includes('\0')),
    { seed, numRuns: budget(20_000, 2_000) },
  );
  const { rows } = service.database;
  const missed = await rows.query<{ text: string }>(
    {
      text: `select text from unnest($1::text[]) text
             where not (search_words(text, 'A') @@ sought_words(text, 'A'))`,
      values: [texts],
      touches: {},
    },
    null,
  );
  expect(missed.map(({ text }) => text)).toEqual([]);
});
