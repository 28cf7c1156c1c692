import type pg from 'pg';
import { expect } from 'vitest';
import { queryScoped, queryWithin, scopeStatement } from '../../../src/database/scoped-query.ts';
import { testApart as test } from '../../kit/test.ts';

/** Counts the descriptions of columns that a connection receives. */
function descriptionsOf(client: pg.ClientBase): { count: number } {
  const counted = { count: 0 };
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('rowDescription', () => {
    counted.count += 1;
  });
  return counted;
}

const text = `select n, n::text as "name", to_jsonb(n) as "value", true as "is" from generate_series(1, $1::int) n`;
const rowsTo = (last: number) =>
  Array.from({ length: last }, (_, i) => ({ n: i + 1, name: `${i + 1}`, value: i + 1, is: true }));

test('A named statement is described once per connection, also after an error', async ({
  service: { database },
}) => {
  const scope = scopeStatement({}, true);
  const client = await database.openSession();
  const described = descriptionsOf(client);
  try {
    await client.query({ text: scope.text, name: scope.name!, values: ['m'] });
    described.count = 0;
    const named = { name: 'numbers', text };
    expect((await queryWithin(client, { ...named, values: [2] })).rows).toEqual(rowsTo(2));
    expect((await queryWithin(client, { ...named, values: [3] })).rows).toEqual(rowsTo(3));
    expect((await queryScoped(client, scope, 'm', { ...named, values: [1] })).rows).toEqual(rowsTo(1));
    expect((await queryWithin(client, { ...named, values: [0] })).rows).toEqual([]);
    expect(described.count).toBe(1);
    await expect(queryWithin(client, { ...named, values: ['none'] })).rejects.toMatchObject({
      code: '22P02',
    });
    // In one write, as a transaction's last statements are.
    const [one, two] = await Promise.all([1, 2].map((n) => queryWithin(client, { ...named, values: [n] })));
    expect([one!.rows, two!.rows]).toEqual([rowsTo(1), rowsTo(2)]);
    expect(described.count).toBe(1);
    const unnamed = { text, values: [1] };
    for (let i = 0; i < 2; i++) expect((await queryWithin(client, unnamed)).rows).toEqual(rowsTo(1));
    expect(described.count).toBe(3);
  } finally {
    await client.end();
  }
});

test('Rows in text form are not described, and leave no columns to others', async ({
  service: { database },
}) => {
  const scope = scopeStatement({}, true);
  const client = await database.openSession();
  const described = descriptionsOf(client);
  try {
    await client.query({ text: scope.text, name: scope.name!, values: ['m'] });
    described.count = 0;
    const named = { name: 'texts', text };
    for (let i = 0; i < 2; i++) {
      const { rows } = await queryScoped(client, scope, 'm', { ...named, values: [1], asTexts: true });
      expect(rows).toEqual([['1', '1', '1', 't']]);
    }
    expect(described.count).toBe(0);
    expect((await queryScoped(client, scope, 'm', { ...named, values: [1] })).rows).toEqual(rowsTo(1));
    expect(described.count).toBe(1);
    const written = { name: 'written', text: 'create temp table t as select $1::int as n', values: [1] };
    expect((await queryWithin(client, written)).rows).toEqual([]);
  } finally {
    await client.end();
  }
});
