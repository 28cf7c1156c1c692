import { expect } from 'vitest';
import { withSession } from '../../../src/database/sessions.ts';
import { ownerUrl } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { testApart as test } from '../../kit/test.ts';

test('A read fails once after a migration has changed the type of a column, and then succeeds', async ({
  service,
  task,
}) => {
  const { rows, url } = service.database;
  const read = () => rows.query({ text: 'select n from migrating_read', values: [] }, null);
  const asOwner = (text: string) => withSession(ownerUrl(url), (owner) => owner.query(text));
  await asOwner('create table migrating_read as select 1 as n; grant select on migrating_read to public');
  await Promise.all(Array.from({ length: 10 }, read));
  await asOwner('alter table migrating_read alter n type text');
  await expect(read()).rejects.toThrow('cached plan must not change result type');
  // Each connection has the plan: one failure clears it for all of them.
  const after = await Promise.all(Array.from({ length: 10 }, read));
  expect(after).toEqual(Array(10).fill([{ n: '1' }]));
  figure(task, `1 read failed, the next ${after.length} succeeded`);
});
