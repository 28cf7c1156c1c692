import { getNamedType } from 'graphql';
import { expect } from 'vitest';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, openConnection } from '../graphql/subscriptions/live.ts';

const unstorable = [
  ['NUL', 'a\0b'],
  ['half of a surrogate pair', 'a\ud800b'],
] as const;

/** Every query with identifiers: a new one is tested without a change here. */
const queries = Object.values(graphqlSchema().getQueryType()!.getFields()).flatMap((field) =>
  field.args
    .filter(({ type }) => String(getNamedType(type)) === 'ID')
    .map((arg) => {
      const others = field.args.filter(
        (other) => other !== arg && String(other.type).endsWith('!') && other.defaultValue === undefined,
      );
      const given = [`${arg.name}: $id`, ...others.map(({ name }) => `${name}: "x"`)];
      const isList = String(arg.type).startsWith('[');
      const isLeaf = !('getFields' in getNamedType(field.type));
      const query = `query ($id: ${isList ? '[ID!]!' : 'ID!'}) { ${field.name}(${given.join(', ')}) ${isLeaf ? '' : '{ __typename }'} }`;
      return [`${field.name}(${arg.name})`, query, arg.name, isList] as const;
    }),
);

const test = base
  /** The pool's database sessions. */
  .extend('sessions', ({ service }) => async () => {
    const { pool } = service.database;
    const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const pids = await Promise.all(all.map((session) => session.query('select pg_backend_pid() as pid')));
    for (const session of all) session.release();
    return pids.map(({ rows }) => rows[0].pid).sort();
  })
  /** The errors logged since the test started. */
  .extend('logged', ({ service }) => {
    const before = service.logs.length;
    return () => service.logs.slice(before).filter((line) => line.includes('"level":"error"'));
  });

test.afterEach(() => closeAll());

test("The sandbox's page responds 404 to an invalid identifier, without a statement", async ({
  logged,
  service,
}) => {
  const before = service.statements.length;
  for (const path of ['a%00b', 'a%20b', '%EF%BF%BD', 'x'.repeat(65)]) {
    for (const init of [{}, { method: 'POST' }]) {
      expect((await fetch(`${service.url}/sandbox/3ds/${path}`, init)).status).toBe(404);
    }
    const answer = await fetch(`${service.url}/sandbox/3ds/${path}/answer`, { method: 'POST' });
    expect(answer.status).toBe(404);
  }
  expect(service.statements.slice(before)).toEqual([]);
  expect(logged()).toEqual([]);
});

test.for(queries)(
  '%s rejects text that PostgreSQL cannot store',
  async ([_, query, param, isList], { graphql, logged, sessions }) => {
    const before = await sessions();
    for (const [, text] of unstorable) {
      const { errors } = await graphql.run(query, { id: isList ? [text] : text });
      expect(errors.map(({ extensions: { code, param } }) => [code, param])).toEqual([
        ['invalid_parameter', param],
      ]);
    }
    expect(await sessions()).toEqual(before);
    expect(logged()).toEqual([]);
  },
);

test('REST operations reject an invalid identifier', async ({ api, logged }) => {
  for (const path of ['/payments/a%00b', '/customers/a%00b', '/return/a%00b/x/t', '/webhooks/a%00b/x']) {
    const { status } = await api.post(path, {});
    expect([path, status]).toEqual([path, 404]);
  }
  expect((await api.get('/payments/list?starting_after=a%00b')).status).toBe(400);
  expect((await api.post('/customers', { customer_id: 'a\0b' })).status).toBe(400);
  expect((await api.post('/customers', { customer_id: 'a\ud800b' })).status).toBe(400);
  expect((await api.get('/payments/a%ff')).status).toBe(400);
  expect(logged()).toEqual([]);
});

test('A malformed key is rejected like any other, also over a WebSocket', async ({ logged, service }) => {
  for (const key of ['pk_\0', 'pk_a\ud800', 'sk_\0', '\0']) {
    const client = await openConnection(service, key);
    expect(await client.closed).toEqual([4403, 'Forbidden']);
  }
  expect(logged()).toEqual([]);
});

test('A statement that fails because of its values keeps its connection', async ({ service, sessions }) => {
  const before = await sessions();
  for (const [text, value] of [
    ['select $1::text as value', 'a\0b'],
    ['select $1::int as value', 'x'],
    ['select 1 / $1::int as value', 0],
  ] as const) {
    const failing = service.database.rows.query({ text, values: [value] }, null);
    await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/^22/) });
  }
  expect(await sessions()).toEqual(before);
});
