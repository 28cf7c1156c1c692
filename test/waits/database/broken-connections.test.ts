import { expect } from 'vitest';
import { openDatabase } from '../../../src/database/database.ts';
import { figure } from '../../kit/figure.ts';
import { testApart as test } from '../../kit/test.ts';

test('Connections that end during open transactions are replaced in the pool', async ({
  api,
  service,
  task,
}) => {
  const { pool, transact } = service.database;
  const open = Array.from({ length: pool.options.max * 2 }, (_, i) =>
    transact(`mer_${i}`, async ({ rows }) => {
      await rows.query({ text: 'select pg_sleep(20)', values: [], touches: {} }, null);
    }).catch((error: Error) => error),
  );
  const session = await service.database.openSession();
  try {
    const ended = new Set<number>();
    const endAll = async () => {
      const { rows } = await session.query(
        `select pid, pg_terminate_backend(pid) from pg_stat_activity
         where query = 'select pg_sleep(20)' and datname = current_database()`,
      );
      for (const { pid } of rows) ended.add(pid);
      return ended.size;
    };
    await expect.poll(endAll).toBe(open.length);
  } finally {
    await session.end();
  }
  for (const error of await Promise.all(open)) expect(error).toBeInstanceOf(Error);
  const created = await Promise.all(
    Array.from({ length: 10 }, () => api.post('/customers', { email: 'ann@example.com' })),
  );
  const answered = created.filter(({ status }) => status === 200);
  figure(
    task,
    `${open.length} connections ended, then ${answered.length} of ${created.length} requests answered`,
  );
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 200));
});

test('A transaction idle for five seconds loses its session and its locks', async ({ service }) => {
  const { rows: others, transact } = service.database;
  const idle = transact(null, async ({ rows }) => {
    const ask = (text: string) =>
      rows.query<Record<string, unknown>>({ text, values: [], touches: 'everything' }, null);
    const [limit] = await ask("select current_setting('idle_in_transaction_session_timeout') as held");
    expect(limit).toEqual({ held: '5s' });
    await ask("set local idle_in_transaction_session_timeout = '50ms'");
    const [session] = await ask('select pg_backend_pid() as pid, pg_advisory_xact_lock(17)::text');
    const text = `select count(*)::int as left from pg_locks where pid = ${session!.pid}`;
    await expect.poll(() => others.query({ text, values: [] }, null)).toEqual([{ left: 0 }]);
    await ask('select 1');
  });
  await expect(idle).rejects.toThrow(/idle-in-transaction|Connection terminated|not queryable/);
  await transact(null, async ({ rows }) => {
    expect(await rows.query({ text: 'select 1 as one', values: [], touches: {} }, null)).toEqual([
      { one: 1 },
    ]);
  });
});

test('A connection whose session the server ended is not used again', async ({ service, shared }) => {
  const { close, rows } = await openDatabase({ url: shared.databaseUrl, poolMax: 1 });
  try {
    const ended = rows.query({ text: 'select pg_sleep(19)', values: [], touches: {} }, null);
    const text = `select pg_terminate_backend(pid) as done from pg_stat_activity
      where query = 'select pg_sleep(19)' and datname = current_database()`;
    const ending = expect
      .poll(() => service.database.rows.query({ text, values: [] }, null))
      .toEqual([{ done: true }]);
    // At once: the error arrives before the connection closes.
    const next = ended.catch(() => rows.query({ text: 'select 1 as one', values: [], touches: {} }, null));
    await ending;
    expect(await next).toEqual([{ one: 1 }]);
  } finally {
    await close();
  }
});

test('A connection whose statement failed in the client is not used again', async ({ shared }) => {
  const { close, rows } = await openDatabase({ url: shared.databaseUrl, poolMax: 1 });
  const session = async () => {
    const text = 'select pg_backend_pid() as pid';
    return (await rows.query<{ pid: number }>({ text, values: [], touches: {} }, null))[0]!.pid;
  };
  try {
    const pid = await session();
    await expect(rows.query({ text: 'select 1/0', values: [], touches: {} }, null)).rejects.toMatchObject({
      code: '22012',
    });
    // The server's report is the statement's response: nothing else is in progress.
    expect(await session()).toBe(pid);
    const unsendable = {
      toPostgres: () => {
        throw new Error('no value');
      },
    };
    await expect(rows.query({ text: 'select $1', values: [unsendable], touches: {} }, null)).rejects.toThrow(
      'no value',
    );
    expect(await session()).not.toBe(pid);
  } finally {
    await close();
  }
});
