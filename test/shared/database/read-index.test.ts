import pg from 'pg';
import { expect } from 'vitest';
import { bytesBefore, ReadIndex } from '../../../src/database/read-index.ts';
import { countStatements } from '../../kit/count-statements.ts';
import { testApart as base } from '../../kit/test.ts';

const test = base.extend('index', async ({ shared }, { onCleanup }) => {
  const index = new ReadIndex(shared.databaseUrl);
  onCleanup(() => index.end());
  return index;
});

test('Positions are compared as byte offsets', () => {
  expect(bytesBefore('0/0')).toBe(0n);
  expect(bytesBefore('16/B374D848')).toBe(0x16_b374_d848n);
  expect(bytesBefore('2/0')).toBeGreaterThan(bytesBefore('1/FFFFFFFF'));
});

test('Callers that arrive during a query share the next one, as the running one may be too old', async ({
  index,
}) => {
  await index.current();
  const sent = await countStatements(async () => {
    const first = index.current();
    expect(index.current()).toBe(first);
    // It is sent once all callers of this tick have joined.
    await Promise.resolve();
    await Promise.resolve();
    const later = [index.current(), index.current()];
    expect(later[0]).not.toBe(first);
    expect(later[1]).toBe(later[0]);
    await Promise.all([first, ...later]);
  });
  expect(sent.statements).toHaveLength(2);
});

test('Every commit precedes a position read after it, including asynchronous commits', async ({
  index,
  shared,
}) => {
  const client = new pg.Client({ connectionString: shared.databaseUrl });
  await client.connect();
  for (const mode of ['off', 'on']) {
    await client.query(`set synchronous_commit = ${mode}`);
    await client.query("insert into processes (process_id, key_id, seen_at) values ($1, 'none', now())", [
      mode,
    ]);
    const { rows } = await client.query<{ position: string }>(
      'select pg_current_wal_insert_lsn()::text as position',
    );
    // On the tests' server no commit waits for the disk.
    expect((await index.current()).bytes).toBeGreaterThanOrEqual(bytesBefore(rows[0]!.position));
  }
  await client.query("delete from processes where key_id = 'none'");
  await client.end();
});
