import { afterAll, beforeAll, expect, test } from 'vitest';
import { allResources } from '../../../../src/core/model/index.ts';
import { pageStatement } from '../../../../src/core/reads/index.ts';
import { type Database, openDatabase } from '../../../../src/database/database.ts';
import { createDatabase, ownerUrl } from '../../../kit/database.ts';

let database: Database;

beforeAll(async () => {
  database = await openDatabase({ url: ownerUrl(await createDatabase()), poolMax: 2 });
});
afterAll(() => database.close());

/** A page sorts at most the rows of the same time, where the index ends with it. */
const sorts = (plan: string, order: string) =>
  [...plan.matchAll(/-> +(Incremental )?Sort\b.*\n.*\n(.*)/g)].filter(
    ([, isIncremental, key]) => !(isIncremental && key?.includes(`Presorted Key: t.${order}`)),
  );

/** The planner chooses sorts and full scans only if no index has the rows in order. */
const avoiding = 'set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off';

test.for([
  ['of one merchant', 'a_merchant'],
  ['across merchants', null],
] as const)('A page of every list %s is read in index order', async ([, merchantId]) => {
  const client = await database.pool.connect();
  try {
    await client.query(avoiding);
    for (const resource of allResources().filter(({ fields }) => fields.some(({ filter }) => filter))) {
      const request = { columns: [], take: 'first', limit: 20 } as const;
      const { text, values } = pageStatement(resource, merchantId, request);
      const { rows } = await client.query(`explain ${text}`, [...values]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, resource.table).toMatch(/Index (Only )?Scan/);
      expect(sorts(plan, resource.order), plan).toEqual([]);
    }
  } finally {
    client.release();
  }
});
