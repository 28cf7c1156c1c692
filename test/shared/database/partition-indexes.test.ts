import { expect, test } from 'vitest';
import { buildIndexesOfPartitions, indexOfPartitions } from '../../../src/database/partition-indexes.ts';
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
