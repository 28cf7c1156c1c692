import { expect } from 'vitest';
import type { Permission } from '../../../src/core/foundation/permissions.ts';
import { untilCompiled } from '../../kit/graphql.ts';
import { testApart as base } from '../../kit/test.ts';

const REQUEST_ID = 'the-same-request';
/** The parts that differ between requests. */
const varying = new Set(['date', 'ratelimit', 'keep-alive']);

const test = base
  /** Sends a document repeatedly: to execute it, compile it, and serve it as known. */
  .extend('answers', ({ service, shop }) => async (query: string, variables: object = {}, key = shop.key) => {
    const answers = [];
    for (let use = 0; use <= untilCompiled; use++) {
      service.statements.length = 0;
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'api-key': key, 'content-type': 'application/json', 'x-request-id': REQUEST_ID },
        body: JSON.stringify({ query, variables }),
      });
      const headers = [...response.headers].filter(([name]) => !varying.has(name));
      const answer = { status: response.status, headers, text: await response.text() };
      answers.push({ answer, statements: [...service.statements] });
    }
    const [first, ...others] = answers;
    for (const { answer } of others) expect(answer).toEqual(first!.answer);
    return {
      text: first!.answer.text,
      body: JSON.parse(first!.answer.text),
      last: answers.at(-1)!.statements,
    };
  })
  .extend('restricted', ({ graphql }) => async (...held: Permission[]) => {
    const permissions = held.map((permission) => permission.replace(':', '_').toUpperCase());
    const { payload } = await graphql.mutate('createApiKey', { name: 'restricted', permissions }, 'secret');
    return payload.secret as string;
  });

/** The statements that read or count payments: key look-ups are cached and vary. */
const ofPayments = (statements: readonly string[]) =>
  statements.filter((text) => /from ("payments"|stats_totals)/.test(text));

const page = `query Page($first: Int, $after: String, $filter: PaymentFilter, $orderBy: PaymentOrder) {
  page: payments(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    __typename
    totalCount
    nodes { __typename ...Shown description note: description attemptCount }
    pageInfo { hasNextPage end: endCursor hasPreviousPage startCursor }
  }
}
fragment Shown on Payment {
  paymentId amount currency created manualRetryAllowed ... on Payment { connector status }
  refunds { sum: amount reason at: createdAt refundId }
  attempts { sum: amount status errorMessage }
  captures { captureId }
}`;

test('A repeated query returns the same bytes', async ({ answers, shop }) => {
  const description = 'Quotes " and \\, a\nline, a\ttab, \u0001, \u007f, \u2028, ü, 🛒, [], , \n {';
  const empty = await shop.payment({ payment_id: 'pay_1', description: null, created: new Date(1) });
  const full = await shop.payment({ payment_id: 'pay_2', description, created: new Date(2_000) });
  const attempt = await shop.attempt(full, { error_message: description });
  await shop.capture(full, attempt);
  for (const reason of [description, null, '']) await shop.refund(full, { reason, amount: 5 });

  const { body, last } = await answers(page, { first: 1 });
  // The page with its lists, and the count.
  expect(ofPayments(last)).toHaveLength(2);
  const [node] = body.data.page.nodes;
  expect(node).toMatchObject({ __typename: 'Payment', paymentId: full, note: description });
  expect(node.refunds.map(({ reason }: { reason: string }) => reason).sort()).toEqual(
    [description, null, ''].sort(),
  );
  expect(body.data.page).toMatchObject({ __typename: 'PaymentConnection', totalCount: 2 });
  expect(body.extensions.cost.requested).toBeGreaterThan(1);

  const { end } = body.data.page.pageInfo;
  const next = await answers(page, { first: 1, after: end });
  expect(next.body.data.page.nodes).toMatchObject([{ paymentId: empty, description: null, refunds: [] }]);
  const byAmount = {
    orderBy: { field: 'AMOUNT', direction: 'ASC' },
    filter: { created: { gt: new Date(1_000) } },
  };
  expect((await answers(page, byAmount)).body.data.page.nodes).toMatchObject([{ paymentId: full }]);
  expect((await answers(page, { filter: { search: 'nothing' } })).body.data.page.nodes).toEqual([]);
});

test('Each count of a list has its own limit', async ({ answers, shop }) => {
  for (let i = 0; i < 3; i++) await shop.refund(await shop.payment());
  const counted = `query Counted($limit: Int! = 2) { payments(first: 1) {
    count { count precision } few: count(limit: $limit) { of: count precision at: precision }
    nodes { refunds { sum: amount } }
  } }`;
  const { body } = await answers(counted);
  expect(body.data.payments).toMatchObject({
    count: { count: 3, precision: 'EXACT' },
    few: { of: 2, precision: 'AT_LEAST', at: 'AT_LEAST' },
  });
  const exact = await answers(counted, { limit: 3 });
  expect(exact.body.data.payments.few).toMatchObject({ of: 3, at: 'EXACT' });
  for (const limit of [0, 100_001]) {
    const refused = await answers(counted, { limit });
    expect(refused.body).toMatchObject({
      data: null,
      errors: [{ path: ['payments', 'few'], extensions: { code: 'invalid_parameter', param: 'limit' } }],
    });
  }
  const named = await answers('{ payments { count { __typename count } nodes { amount } } }');
  expect(named.body.data.payments.count).toEqual({ __typename: 'Count', count: 3 });
});

test('JSON, computed fields and references return the same bytes', async ({ answers, shop }) => {
  const id = await shop.payment({
    metadata: { b: 1, a: [1.5, 'x'] },
    billing: { address: { city: 'Bonn' } },
  });
  await shop.attempt(id);
  for (const fields of [
    'metadata',
    'id billing { address { city } }',
    'refunds { payment { paymentId } }',
    'timeline { cause }',
    'customer { name }',
    'paymentId @include(if: true)',
  ]) {
    const { body } = await answers(`{ payments { nodes { paymentId ${fields} } } }`);
    expect([body.errors, body.data.payments.nodes]).toMatchObject([undefined, [{ paymentId: id }]]);
  }
  const two = await answers('{ a: payments { nodes { amount } } b: payments { edges { node { amount } } } }');
  expect(two.body.data.b.edges).toHaveLength(1);
});

test('A repeated query reports a problem in the same way', async ({ answers }) => {
  const problems: [object, string][] = [
    [{ first: 101 }, 'invalid_parameter'],
    [{ first: 'x' }, 'invalid_parameter'],
    [{ after: 'x' }, 'invalid_parameter'],
    [{ filter: { customerId: { eq: 'a\0' } } }, 'invalid_parameter'],
  ];
  await answers(page, {});
  for (const [variables, code] of problems) {
    const { body } = await answers(page, variables);
    expect(body.errors[0].extensions.code).toBe(code);
  }
});

test('A key sees only its permitted fields, however often others have selected more', async ({
  answers,
  restricted,
  shop,
}) => {
  const id = await shop.payment({ email: 'ada@example.com' });
  await shop.refund(id);
  const query = '{ payments { nodes { paymentId email refunds { sum: amount } } } }';
  expect((await answers(query)).body.data.payments.nodes).toMatchObject([
    { email: 'ada@example.com', refunds: [{}] },
  ]);
  const masked = await answers(query, {}, await restricted('payments:read', 'refunds:read'));
  expect(masked.body.data.payments.nodes[0].email).toBe('a•••@example.com');
  const without = await answers(query, {}, await restricted('payments:read'));
  expect(without.body.errors[0].extensions.code).toBe('not_permitted');
  const nobody = await answers(query, {}, 'sk_test_of_nobody');
  expect(nobody.body.errors[0].extensions.code).toBe('invalid_api_key');
});

test('A nested list excluded by @skip or @include needs no permission', async ({
  answers,
  restricted,
  shop,
}) => {
  await shop.refund(await shop.payment());
  const key = await restricted('payments:read');
  for (const document of [
    'query ($with: Boolean!) { payments { nodes { amount refunds @include(if: $with) { amount } } } }',
    'query ($with: Boolean!) { payments { nodes { amount ...R @include(if: $with) } } } fragment R on Payment { refunds { amount } }',
  ]) {
    const without = await answers(document, { with: false }, key);
    expect([without.body.errors, without.body.data.payments.nodes]).toEqual([
      undefined,
      [{ amount: expect.any(Number) }],
    ]);
    const refused = await answers(document, { with: true }, key);
    expect(refused.body.errors[0].extensions.code).toBe('not_permitted');
    const whole = await answers(document, { with: true });
    expect(whole.body.data.payments.nodes[0].refunds).toHaveLength(1);
  }
});

test('A known query is logged like any other', async ({ answers, service, shop }) => {
  await shop.payment();
  await answers('{ payments { nodes { amount } } }');
  const lines = () =>
    service.logs
      .map((line) => JSON.parse(line))
      .filter((line) => line.request_id === REQUEST_ID && line.merchant_id === shop.merchantId);
  await expect.poll(() => lines().length).toBe(untilCompiled + 1);
  const [first, ...others] = lines().map(({ duration_ms: _, time: __, ...line }) => line);
  expect(first).toMatchObject({ msg: 'answered', route: '/graphql', method: 'POST', status: 200 });
  for (const line of others) expect(line).toEqual(first);
});
