import { expect } from 'vitest';
import { withSession } from '../../../src/database/sessions.ts';
import { ownerUrl } from '../../kit/database.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { startTestService } from '../../kit/service.ts';
import { testApart as test } from '../../kit/test.ts';

test('A GraphQL error has a message, a code, its type, the parameter and the request id', async ({
  graphql,
}) => {
  const query = 'query Q($n: Int) { payments(first: $n) { totalCount } }';
  const headers = { 'x-request-id': 'req-of-mine' };
  const answer = await graphql.run(query, { n: 101 }, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-request-id')).toBe('req-of-mine');
  expect(JSON.parse(answer.text)).toEqual({
    data: null,
    errors: [
      {
        message: 'first must be from 0 to 100.',
        path: ['payments'],
        locations: [{ line: 1, column: 20 }],
        extensions: {
          code: 'invalid_parameter',
          type: 'invalid_request',
          param: 'first',
          request_id: 'req-of-mine',
        },
      },
    ],
    extensions: { cost: { requested: 101, limit: 100_000_000 } },
  });
});

test.for([
  ['{ nothing }', {}, 'query_invalid', null, 'Cannot query field "nothing" on type "Query".'],
  ['{ payment { id } }', {}, 'query_invalid', null, /argument "paymentId" of type "ID!" is required/],
  ['{ payments { nodes { statsu } } }', {}, 'query_invalid', null, /Did you mean .*"status"/],
  ['{ payments', {}, 'query_invalid', null, 'Syntax Error: Expected Name, found <EOF>.'],
  ['{ viewer { "x" } }', {}, 'query_invalid', null, 'Syntax Error: Expected Name, found String.'],
  ['', {}, 'query_invalid', null, /non-empty/],
  [
    'query ($n: Int!) { payments(first: $n) { totalCount } }',
    {},
    'missing_parameter',
    'n',
    /was not provided/,
  ],
  [
    'query ($f: PaymentFilter) { payments(filter: $f) { totalCount } }',
    { f: { status: { in: ['x'] } } },
    'invalid_parameter',
    'f.status.in[0]',
    /^Variable "\$f" got an invalid value at status\.in\[0\]\. Expected one of requires_payment_method, .*\(PaymentStatus\), not null\.$/,
  ],
  [
    'query ($f: PaymentFilter) { payments(filter: $f) { totalCount } }',
    { f: { created: { gt: 'x' } } },
    'invalid_parameter',
    'f.created.gt',
    'Variable "$f" got an invalid value at created.gt. Expected an ISO 8601 date-time with a zone (DateTime).',
  ],
  [
    'query ($f: PaymentFilterOfMine) { payments(filter: $f) { totalCount } }',
    {},
    'query_invalid',
    null,
    /^Unknown type "PaymentFilterOfMine"\./,
  ],
  [
    '{ payments(filter: { statusOfThePayment: { eq: succeeded } }) { totalCount } }',
    {},
    'query_invalid',
    null,
    'Field "statusOfThePayment" is not defined by type "PaymentFilter".',
  ],
  [
    '{ payments(filter: { status: { eq: half_succeeded_somehow } }) { totalCount } }',
    {},
    'query_invalid',
    null,
    /^Value "half_succeeded_somehow" does not exist in "PaymentStatus" enum\. Expected one of requires_payment_method, /,
  ],
  [
    '{ payments(filter: { created: { gt: "x" } }) { totalCount } }',
    {},
    'query_invalid',
    null,
    'Expected value of type "DateTime". A DateTime must be an ISO 8601 date-time with a time zone.',
  ],
] as const)(
  'A rejected document gets an error that explains the problem: %j',
  async ([query, variables, code, param, message], { graphql }) => {
    const { status, errors, headers } = await graphql.run(query, variables);
    expect(status).toBe(400);
    expect(errors[0]!.extensions).toEqual({
      code,
      type: 'invalid_request',
      param,
      request_id: headers.get('x-request-id'),
    });
    if (typeof message === 'string') expect(errors[0]!.message).toBe(message);
    else expect(errors[0]!.message).toMatch(message);
  },
);

test('An operationName missing from the document is rejected, even if it has one operation', async ({
  graphql,
}) => {
  const query = 'query A { viewer { keyKind } }';
  expect((await graphql.run(query, {}, { operationName: 'A' })).errors).toEqual([]);
  const { data, errors } = await graphql.run(query, {}, { operationName: 'B' });
  expect(data ?? null).toBeNull();
  expect(errors).toMatchObject([
    {
      message: 'operationName names no operation of the document.',
      extensions: { code: 'query_invalid', type: 'invalid_request' },
    },
  ]);
});

test('The admin key gets invalid_parameter for a merchant id that cannot exist', async ({ adminGraphql }) => {
  for (const field of ['payments(merchantId: $m) { totalCount }', 'updatesCursor(merchantId: $m)']) {
    const query = `query ($m: ID) { ${field} }`;
    const { errors } = await adminGraphql.run(query, { m: 'a\0b' });
    expect(errors[0]?.extensions).toMatchObject({ code: 'invalid_parameter', param: 'merchantId' });
  }
});

test('An internal error reveals nothing to the caller and is logged', async () => {
  const broken = await startTestService();
  const merchant = await seedMerchant(broken);
  const graphql = graphqlClient(broken, merchant.key);
  await merchant.payment({ description: 'opensesame' });
  await withSession(ownerUrl(broken.database.url), (owner) =>
    owner.query('alter table payments rename column description to gone'),
  );
  const query = '{ payments { nodes { id } } }';
  expect((await graphql.run(query)).errors).toEqual([]);
  const failing = '{ payments(filter: { search: "opensesame" }) { nodes { description } } }';
  const { status, errors, text } = await graphql.run(failing);
  await broken.stop();
  expect(status).toBe(200);
  expect(errors[0]!.extensions).toMatchObject({ code: 'internal_error', type: 'api', param: null });
  expect(text).not.toMatch(/description|select |opensesame|relation/);
  const logged = broken.logs.filter((line) => line.includes('"level":"error"'));
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join()).toMatch(/at .*\.ts/);
  expect(logged.join()).not.toContain('opensesame');
});
