import { ValidationError } from '@mikro-orm/core';
import { GraphQLError } from 'graphql';
import { expect } from 'vitest';
import { loggedError } from '../../../src/http/requests/logging.ts';
import { test } from '../../kit/test.ts';

const secret = '4242424242424242';

test('A logged database error contains none of its values, also if GraphQL copied its message', async ({
  service,
}) => {
  const bad = { text: 'select $1::int', values: [secret] };
  const error: Error = await service.database.rows.query(bad, null).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error.message).toContain(secret);
  const located = new GraphQLError(error.message, { originalError: error, path: ['payments'] });
  for (const wrapped of [error, located, new GraphQLError(located.message, { originalError: located })]) {
    const logged = loggedError(wrapped);
    expect(JSON.stringify(logged)).not.toContain(secret);
    expect(logged).toMatchObject({ type: error.constructor.name, code: '22003' });
    expect(logged.stack).toContain('rows.ts');
  }
});

/** A card number and an address that make statements and programs fail. */
const planted = [secret, 'zoe@example.com', "o'hara", 'Zoe "the" Example'];

/** Statements that fail because of a value, each with its SQLSTATE and log text. */
const failing: readonly (readonly [how: string, text: string, code: string, shown: object])[] = [
  [
    'a taken key',
    'insert into t (id, name) values ($1, $1)',
    '23505',
    { constraint: 't_pkey', table: 't', message: expect.stringContaining('"t_pkey"') },
  ],
  [
    'a check',
    "insert into t (id, name) values ($1 || '2', 'short')",
    '23514',
    { constraint: 't_name_check', message: expect.stringContaining('"t_name_check"') },
  ],
  [
    'a missing value',
    "insert into t (id) values ($1 || '3')",
    '23502',
    { column: 'name', message: expect.stringContaining('"name"') },
  ],
  [
    'a missing parent',
    "insert into t (id, name, parent) values ($1 || '4', $1, $1 || 'x')",
    '23503',
    { table: 't' },
  ],
  ['a number', 'select $1::text::int', '', { routine: expect.any(String) }],
  ['a time', "select ('2026-13-77' || $1)::timestamptz", '', {}],
  ['JSON', "select ('{' || $1::text)::jsonb", '22P02', { message: 'invalid input syntax for type json' }],
  ['an array', "select ('{' || $1::text)::int[]", '22P02', {}],
  ['a uuid', 'select $1::text::uuid', '22P02', {}],
  ['a pattern', "select $1::text ~ ('(' || $1)", '2201B', {}],
  [
    'a column',
    'select $1::text, missing_column from t',
    '42703',
    { message: 'column "missing_column" does not exist' },
  ],
  ['a table', 'select $1::text from missing_table', '42P01', {}],
];

test("Any statement's defect is logged with its message, without the values", async ({ service }) => {
  const setUp = `
    create temp table t (id text primary key, name text not null check (name <> 'short'), parent text references t)
    on commit drop`;
  for (const [how, text, code, shown] of failing) {
    for (const value of planted) {
      const thrown: Error = await service.database
        .transact(null, async ({ rows }) => {
          await rows.query({ text: setUp, values: [], touches: 'everything' }, null);
          const first = { text: `insert into t (id, name) values ($1, 'first')`, values: [value] };
          await rows.query({ ...first, touches: 'everything' }, null);
          // The ORM's exceptions wrap PostgreSQL's.
          await rows.query({ text, values: [value], touches: 'everything' }, null).catch((error) => {
            throw value === planted[0] ? error : service.database.orm.em.getDriver().convertException(error);
          });
        })
        .then(
          () => expect.unreachable(how),
          (error) => error,
        );
      const logged = loggedError(thrown);
      expect(logged, how).toMatchObject({ ...shown, message: expect.stringMatching(/\w{3}/) });
      if (code) expect([how, logged.code]).toEqual([how, code]);
      expectNoValue(logged);
    }
  }
});

test('An ORM statement in a message is not logged', () => {
  const message = `insert into "t" ("name") values ('zoe@example.com') - duplicate key value violates "t_pkey"`;
  expectNoValue(loggedError(Object.assign(new Error(message), { code: '23505', severity: 'ERROR' })));
});

test('A defect of the program itself is logged without the values', () => {
  for (const value of planted) {
    const faults: readonly (() => unknown)[] = [
      () => JSON.parse(value),
      () => JSON.parse(`{"a": 1, ${value}`),
      () => BigInt(`x${value}`),
      () => new RegExp(`${value}(`),
      () => new URL(value),
      () => Buffer.alloc(value as never),
      () => 'x' in (value as never),
      () => Object.assign(value, { 0: value }),
      () => Reflect.construct(value as never, []),
      () => new Intl.NumberFormat('en', { style: 'currency', currency: value }),
      () => structuredClone(Object.assign(() => {}, { toString: () => value })),
      () => {
        throw ValidationError.fromWrongPropertyType({} as never, 'name', 'number', 'string', value);
      },
      () => {
        throw new AggregateError([new TypeError(`Received '${value}'`)], 'several');
      },
    ];
    for (const fault of faults) {
      try {
        fault();
      } catch (error) {
        expectNoValue(loggedError(new Error('Something failed.', { cause: error })));
      }
    }
  }
});

test('A message that names only parts of the program is logged in full', () => {
  const told = (fault: () => unknown) => {
    try {
      return fault();
    } catch (error) {
      return loggedError(error).message;
    }
  };
  const none = undefined as unknown as { amount: { value: number }; read(): void };
  expect(told(() => none.amount)).toBe("Cannot read properties of undefined (reading 'amount')");
  const payment = {} as typeof none;
  expect(told(() => payment.read())).toBe('payment.read is not a function');
  expect(told(() => Buffer.alloc('x' as never))).toBe('The "size" argument must be of type number');
});

function expectNoValue(logged: unknown): void {
  const text = JSON.stringify(logged);
  for (const value of ['4242', 'zoe', 'Zoe', 'hara', 'Example']) expect(text).not.toContain(value);
}
