import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { expect } from 'vitest';
import openapi from '../../../schema/openapi.json' with { type: 'json' };
import { budget } from '../../kit/figure.ts';
import { seed } from '../../kit/property.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));

/** Both ends of the date range that both APIs accept, and dates in between. */
const dates = [
  '0001-01-01T00:00:00Z',
  '0001-01-01T14:00:00+14:00',
  '0001-01-01T00:00:00.001Z',
  '0001-01-08T00:00:00-12:00',
  '1969-12-31T23:59:59.999Z',
  '2026-03-04T10:00:00Z',
  '9999-12-25T00:00:00+13:45',
  '9999-12-31T23:59:59Z',
  '9999-12-31T09:59:59.999-14:00',
];
/** Invalid dates, or dates beyond those ends. */
const noDates = [
  '0000-06-01T00:00:00Z',
  '0001-01-01T00:00:00+00:01',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-00:01',
  '+010000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '294277-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
];
const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'America/New_York',
  'Asia/Kathmandu',
  'Africa/Monrovia',
];

const date = fc.constantFrom(...dates);
const anyDate = fc.oneof({ weight: 4, arbitrary: date }, fc.constantFrom(...noDates));
const comparisons = fc.oneof(
  fc.record({ gt: date, gte: date, lt: date, lte: date, eq: date }, { requiredKeys: [] }),
  fc.record({ in: fc.array(date, { maxLength: 3 }) }),
);

/** The time comparisons of an argument, by path. */
function timesOf(argument: GraphQLArgument): (readonly string[])[] {
  const type = getNamedType(argument.type);
  if (!isInputObjectType(type)) return [];
  if (type.name === 'DateTimeFilter') return [[argument.name]];
  const fields = Object.values(type.getFields());
  return fields.flatMap((field) =>
    getNamedType(field.type).name === 'DateTimeFilter' ? [[argument.name, field.name]] : [],
  );
}

/** A query that can be limited by time, with all ways to do that. */
interface TimedQuery {
  readonly field: GraphQLField<unknown, unknown>;
  readonly times: readonly (readonly string[])[];
}

const timed: readonly TimedQuery[] = Object.values(schema.getQueryType()!.getFields())
  .map((field) => ({ field, times: field.args.flatMap(timesOf) }))
  .filter(({ times }) => times.length > 0);

function documentOf({ field, times }: TimedQuery): string {
  const given = ['interval', 'timeZone', ...times.map(([argument]) => argument)];
  const args = field.args.filter(({ name }) => given.includes(name));
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const type = getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`${field.name} returns no object.`);
  const selection = type.name.endsWith('Connection')
    ? 'nodes { __typename } totalCount pageInfo { endCursor }'
    : Object.values(type.getFields())
        .filter(({ type }) => !isObjectType(getNamedType(type)))
        .map(({ name }) => name)
        .join(' ');
  return `query (${declared}) { rows: ${field.name}(${passed}) { ${selection} } }`;
}

/** The variables of a query: time conditions, and intervals and zones if supported. */
const variablesOf = ({ field, times }: TimedQuery): fc.Arbitrary<Record<string, unknown>> => {
  const takes = (name: string) => field.args.some((argument) => argument.name === name);
  const bounds = fc.tuple(...times.map((path) => fc.option(comparisons).map((value) => ({ path, value }))));
  const buckets = fc.record({
    interval: fc.option(fc.constantFrom('HOUR', 'DAY', 'WEEK', 'MONTH')),
    timeZone: fc.constantFrom(...zones),
  });
  return fc.tuple(bounds, buckets).map(([conditions, { interval, timeZone }]) => {
    const variables: Record<string, Record<string, unknown> | string> = {};
    for (const { path, value } of conditions) {
      const [argument, name] = path as [string, string | undefined];
      if (value === null || (argument === 'comparedTo' && interval !== null)) continue;
      if (name === undefined) variables[argument] = value;
      else variables[argument] = { ...(variables[argument] as object | undefined), [name]: value };
    }
    return {
      ...variables,
      ...(takes('interval') && interval ? { interval } : {}),
      ...(takes('timeZone') ? { timeZone } : {}),
    };
  });
};

/** The parameter that an alias sets. */
const otherName = /^Alias of `(\w+)`/;

/** Each list of the REST API with its date parameters, and the field set by each. */
const lists = Object.entries(openapi.paths).flatMap(([path, operations]) => {
  const parameters = ('get' in operations && operations.get.parameters) || [];
  const names = parameters.flatMap((parameter) =>
    'name' in parameter && JSON.stringify(parameter.schema).includes('"date-time"')
      ? [[parameter.name, otherName.exec(parameter.description ?? '')?.[1] ?? parameter.name] as const]
      : [],
  );
  return names.length > 0 ? [{ path, names: new Map(names) }] : [];
});
/** The list whose entries are listed. */
const LIST = 'list_dates';
const exports = Object.keys(openapi.paths).filter((path) => /^\/exports\/\w+\.csv$/.test(path));

const test = base
  /** Objects of each kind with statistics. */
  .extend('seeded', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    const paymentId = await shop.payment();
    await shop.attempt(paymentId);
    await shop.refund(paymentId);
    await shop.dispute(paymentId);
    await shop.payout();
    await shop.valueList({ list_id: LIST });
    return shop;
  });

test.for(timed.map((query) => [query.field.name, query] as const))(
  'No combination of dates, intervals and zones makes %s fail',
  async ([name, query], { graphqlAs, seeded, service }) => {
    const client = graphqlAs(/^(adminKeys|operators)$/.test(name) ? service.adminApiKey : seeded.key);
    const document = documentOf(query);
    await fc.assert(
      fc.asyncProperty(variablesOf(query), async (variables) => {
        const { errors } = await client.run(document, variables);
        // A long range can have too many buckets, and a latency range filters only time.
        const expected = ['query_too_complex', 'not_permitted', 'invalid_parameter'];
        expect([...expected, undefined]).toContain(errors[0]?.extensions.code);
      }),
      { seed, numRuns: budget(40, 12) },
    );
  },
);

test.for(lists)('No dates make GET $path fail', async ({ path, names }, { client, seeded, service }) => {
  const key = /^\/(accounts|admin_keys|gsm|operators)\b/.test(path) ? service.adminApiKey : seeded.key;
  const parameters = fc
    .dictionary(fc.constantFrom(...names.keys()), anyDate, { maxKeys: 3, noNullPrototype: true })
    // Two aliases of one parameter exclude each other.
    .filter((values) => {
      const set = Object.keys(values).map((name) => names.get(name));
      return new Set(set).size === set.length;
    });
  await fc.assert(
    fc.asyncProperty(parameters, async (values) => {
      const query = new URLSearchParams(values);
      const address = path.replace('{account_id}', seeded.merchantId).replace('{list_id}', LIST);
      const { status } = await client.get(`${address}?${query}`, { key });
      const isRefused = Object.values(values).some((value) => noDates.includes(value));
      // A test clock advances to a time within a year.
      const isOther = path.endsWith('/test_clock') && Object.keys(values).length > 0;
      // A period of days has a longest length.
      const isPeriod = path.endsWith('/balances/days') && Object.keys(values).length > 0;
      const may = isPeriod && !isRefused ? [200, 400] : [isRefused || isOther ? 400 : 200];
      expect([...may, 403]).toContain(status);
    }),
    { seed, numRuns: budget(20, 8) },
  );
});

test.for(exports)('No dates make GET %s fail', async (path, { client, seeded }) => {
  const times = { payments: 'created', payouts: 'created', balance_entries: 'occurredAt' };
  const created = Object.entries(times).find(([name]) => path.includes(name))?.[1] ?? 'createdAt';
  await fc.assert(
    fc.asyncProperty(comparisons, async (compared) => {
      const query = new URLSearchParams({ filter: JSON.stringify({ [created]: compared }) });
      const { status, text } = await client.get(`${path}?${query}`, { key: seeded.key });
      expect(status, text).toBe(200);
    }),
    { seed, numRuns: budget(10, 4) },
  );
});

test('Nothing exists before the first date or after the last, in lists and statistics', async ({
  graphqlAs,
  seeded,
}) => {
  const query = `query ($created: DateTimeFilter) {
    payments(filter: { created: $created }) { totalCount }
    total: paymentStats(filter: { created: $created }) { count }
    weeks: paymentStats(filter: { created: $created }, interval: WEEK) { count } }`;
  for (const created of [{ lt: '0001-01-01T00:00:00Z' }, { gt: '9999-12-31T23:59:59.999Z' }]) {
    const data = await graphqlAs(seeded.key).data(query, { created });
    expect(data).toEqual({ payments: { totalCount: 0 }, total: [], weeks: [] });
  }
});

test.for(dates)('An object may be dated %s', async (at, { client, service }) => {
  const shop = await sandboxShop(service);
  const send = (path: string, body: object) => client.post(path, { key: shop.key, body });
  const { key_id } = (await send(`/api_keys/${shop.merchantId}`, { name: 'dated', expires_at: at })).body;
  // An already expired key is refused.
  if (new Date(at) > new Date()) expect(key_id).toEqual(expect.any(String));
  const term = { amount: 1_000, currency: 'USD', start_date: dates[0], end_date: at };
  const created = await send('/payments', {
    ...{ amount: 1_000, currency: 'USD', confirm: true, profile_id: shop.profileId },
    ...{ payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } },
    ...{ customer_id: await shop.customer(), setup_future_usage: 'off_session', session_expiry: 7_890_000 },
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline', accepted_at: at },
      mandate_type: { multi_use: term },
    },
  });
  expect([200, 400], created.text).toContain(created.status);
});

test('Bounds in microseconds compare in microseconds, in lists, statistics and exports of both APIs', async ({
  client,
  graphqlAs,
  service,
}) => {
  const shop = await seedMerchant(service);
  await shop.payment({ created: new Date('2026-03-04T10:00:00.213Z') });
  const at = (fraction: string) => `2026-03-04T12:00:00.${fraction}+02:00`;
  const bounds = [
    ...[
      ['lt', '213', 0],
      ['lt', '213001', 1],
      ['lt', '213999', 1],
      ['lt', '2130', 0],
    ],
    ...[
      ['lte', '212999', 0],
      ['lte', '213', 1],
      ['lte', '213999', 1],
    ],
    ...[
      ['gt', '212999', 1],
      ['gt', '213', 0],
      ['gt', '213001', 0],
    ],
    ...[
      ['gte', '212999', 1],
      ['gte', '213000', 1],
      ['gte', '2130001', 1],
      ['gte', '213001', 0],
      ['gte', '2131', 0],
    ],
    ...[
      ['eq', '213', 1],
      ['eq', '213000', 1],
      ['eq', '213001', 0],
      ['eq', '213999', 0],
    ],
  ] as [op: string, fraction: string, count: number][];
  const document = `query ($created: DateTimeFilter) {
    payments(filter: { created: $created }) { totalCount nodes { paymentId } }
    paymentStats(filter: { created: $created }) { count } }`;
  for (const [op, fraction, count] of bounds) {
    const { payments, paymentStats } = await graphqlAs(shop.key).data(document, {
      created: { [op]: at(fraction) },
    });
    const get = (path: string, query: Record<string, string>) =>
      client.get(`${path}?${new URLSearchParams(query)}`, { key: shop.key });
    const listed = await get('/payments/list', { [op === 'eq' ? 'created' : `created_${op}`]: at(fraction) });
    const filter = JSON.stringify({ created: { [op]: at(fraction) } });
    const exported = await get('/exports/payments.csv', { filter, columns: 'payment_id' });
    const stats = paymentStats.reduce((sum: number, group: { count: number }) => sum + group.count, 0);
    const lines = exported.text.trim().split('\n').length - 1;
    const found = [payments.totalCount, payments.nodes.length, stats, listed.body[0].size, lines];
    expect([op, fraction, ...found]).toEqual([op, fraction, ...Array(5).fill(count)]);
  }
});
