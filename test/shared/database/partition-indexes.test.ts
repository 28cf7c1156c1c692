import { expect, test } from 'vitest';
import {
  buildIndexesOfPartitions,
  indexOfPartitions,
  primaryKeyOfPartitions,
  replacedIndex,
} from '../../../src/database/partition-indexes.ts';
import { withSession } from '../../../src/database/sessions.ts';
import { createDatabase, ownerUrl } from '../../kit/database.ts';

const index = indexOfPartitions('things_by_name', 'things', '("name") where name is not null');

test('An index of a partitioned table is built partition by partition, and resumes after an interruption', async () => {
  await withSession(ownerUrl(await createDatabase()), async (session) => {
    const run = async (text: string) => (await session.query(text)).rows;
    await run('create table things (id int not null, name text) partition by range (id)');
    for (const n of [0, 1, 2]) {
      await run(
        `create table partitions.things_${n} partition of things for values from (${n}0) to (${n + 1}0)`,
      );
    }
    /** Applies a migration with the index, up to a number of statements. */
    const apply = async (statements = Number.POSITIVE_INFINITY) => {
      const queries = [index, 'select 1'];
      await buildIndexesOfPartitions({ getQueries: () => queries, execute: run as never });
      for (const text of queries.slice(0, statements)) await run(text);
      return queries;
    };
    const indexes = () =>
      run(`select i.indrelid::regclass::text as of, i.indisvalid as valid from pg_index i
           where pg_get_indexdef(i.indexrelid) like '%(name) WHERE (name IS NOT NULL)' order by 1`);

    // The first partition is done, and the index of the second not attached yet.
    await apply(5);
    expect(await indexes()).toEqual([
      { of: 'partitions.things_0', valid: true },
      { of: 'partitions.things_1', valid: true },
      { of: 'things', valid: false },
    ]);
    // A partition created in between gets it when attached.
    await run('create table partitions.things_3 partition of things for values from (30) to (40)');
    const queries = await apply();
    expect(queries.filter((text) => /\bcreate index\b/.test(text))).toHaveLength(2);
    expect(await indexes()).toEqual([
      ...[0, 1, 2, 3].map((n) => ({ of: `partitions.things_${n}`, valid: true })),
      { of: 'things', valid: true },
    ]);
    expect(await apply()).toEqual(['select 1']);
  });
});

/** A table with an index `things_by_name` and a key of (owner, id), its rows in two partitions or none. */
const tables = {
  'a table': [
    'create table things (owner text not null, id int not null, name text, primary key (owner, id))',
    'create index things_by_name on things (owner, name, id)',
  ],
  'a partitioned table': [
    'create table things (owner text not null, id int not null, name text, primary key (owner, id)) partition by range (id)',
    'create index things_by_name on things (owner, name, id)',
    'create table partitions.things_0 partition of things for values from (0) to (10)',
    'create table partitions.things_1 partition of things for values from (10) to (20)',
  ],
};
const ended = replacedIndex('things_by_name', 'things', '("owner", "name") where name is not null');
const keyed = primaryKeyOfPartitions('things', ['name', 'owner', 'id']);

test.for([
  ['a table', ended, 'things_by_name', '(owner, name) WHERE (name IS NOT NULL)'],
  ['a partitioned table', ended, 'things_by_name', '(owner, name) WHERE (name IS NOT NULL)'],
  ['a partitioned table', keyed, 'things_pkey', '(name, owner, id)'],
] as const)(
  'In %s the new form of %s takes the place of the former, wherever it was interrupted',
  async ([table, statement, index, terms]) => {
    await withSession(ownerUrl(await createDatabase()), async (session) => {
      const run = async (text: string) => (await session.query(text)).rows;
      for (const text of tables[table]) await run(text);
      if (statement === keyed) await run('alter table things alter name set not null');
      await run(`insert into things values ('a', 1, 'x'), ('a', 11, 'y')`);
      const apply = async (statements: number) => {
        const queries = [statement];
        await buildIndexesOfPartitions({ getQueries: () => queries, execute: run as never });
        for (const text of queries.slice(0, statements)) await run(text);
        return queries.length;
      };
      const served = () =>
        run(`select 1 from pg_index where indexrelid = to_regclass('${index}') and indisvalid`);
      const total = await apply(0);
      expect(total).toBeGreaterThan(3);
      // Each round begins anew and is interrupted one step later; the former serves until the new one does.
      for (let steps = 1; steps <= total; steps++) await apply(steps);
      expect(await apply(Number.POSITIVE_INFINITY)).toBe(0);
      expect(await served()).toHaveLength(1);
      const indexes = await run(
        `select c.relname as table, i.relname as index, pg_get_indexdef(i.oid) as text, x.indisvalid as valid, x.indisprimary as key
         from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
         where c.relname like 'things%' order by 1, 2`,
      );
      expect(indexes.filter(({ valid }) => !valid)).toEqual([]);
      const partitions = table === 'a table' ? [] : ['things_0', 'things_1'];
      const replaced = indexes.filter(({ text }) => text.endsWith(terms));
      expect(replaced.map((each) => each.table)).toEqual(['things', ...partitions]);
      expect(replaced.every(({ key }) => key === (statement === keyed))).toBe(true);
      // Nothing of the former or of a try is left: two indexes of each table.
      expect(indexes).toHaveLength(2 * (1 + partitions.length));
      expect(indexes.map((each) => each.index).filter((name) => name.includes('_next'))).toEqual([]);
    });
  },
);
