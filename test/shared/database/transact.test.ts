import { expect } from 'vitest';
import { withSession } from '../../../src/database/sessions.ts';
import { ownerUrl } from '../../kit/database.ts';
import { testApart as test } from '../../kit/test.ts';

test('A transaction is repeated once after a migration has changed the type of a column it reads', async ({
  service,
}) => {
  const { transact, url } = service.database;
  const define = (text: string) => withSession(ownerUrl(url), (owner) => owner.query(text));
  const statement = { text: 'select n from migrating', values: [], touches: 'everything' } as const;
  const read = () => transact(null, ({ rows }) => rows.query(statement, null));
  await define('create table migrating as select 1 as n; grant select on migrating to public');
  try {
    await read();
    await define('alter table migrating alter n type text');
    await expect(read()).rejects.toMatchObject({ message: 'cached plan must not change result type' });
    // Connections with and without the cached plan: one failure clears it for all of them.
    const found = await Promise.all(Array.from({ length: 10 }, read));
    expect(found).toEqual(Array.from({ length: 10 }, () => [{ n: '1' }]));
  } finally {
    await define('drop table migrating');
  }
});
