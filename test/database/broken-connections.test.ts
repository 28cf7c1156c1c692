import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { figure } from '../kit/figure.ts';
import { testApart as test } from '../kit/test.ts';

test('Connections that end while their transactions are open are replaced in the pool', async ({
  api,
  service,
  task,
}) => {
  const { pool, transact } = service.database;
  const open = Array.from({ length: pool.options.max * 2 }, (_, i) =>
    transact(`mer_${i}`, async ({ rows }) => {
      await rows.query({ text: 'select pg_sleep(20)', values: [] }, null);
    }).catch((error: Error) => error),
  );
  const session = await service.database.openSession();
  try {
    for (let ended = 0; ended < open.length; ) {
      await sleep(20);
      const { rows } = await session.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where query = 'select pg_sleep(20)' and datname = current_database()`,
      );
      ended += rows.length;
    }
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

test('A transaction whose work does nothing for five seconds loses its session and its locks', async ({
  service,
  task,
}) => {
  const started = performance.now();
  const idle = service.database.transact(null, async ({ rows }) => {
    await rows.query({ text: 'select 1', values: [] }, null);
    await sleep(6_000);
    await rows.query({ text: 'select 1', values: [] }, null);
  });
  await expect(idle).rejects.toThrow(/idle-in-transaction|Connection terminated|not queryable/);
  await service.database.transact(null, async ({ rows }) => {
    expect(await rows.query({ text: 'select 1 as one', values: [] }, null)).toEqual([{ one: 1 }]);
  });
  figure(task, `ended, and replaced, within ${Math.round(performance.now() - started)} ms`);
});

test('A connection whose session the server ended is not used again', async ({ service, shared }) => {
  const { close, rows } = await openDatabase({ url: shared.databaseUrl, poolMax: 1 });
  try {
    const ended = rows.query({ text: 'select pg_sleep(19)', values: [] }, null);
    const text = `select pg_terminate_backend(pid) as done from pg_stat_activity
      where query = 'select pg_sleep(19)' and datname = current_database()`;
    const ending = expect
      .poll(() => service.database.rows.query({ text, values: [] }, null))
      .toEqual([{ done: true }]);
    // At once: the error arrives before the connection closes.
    const next = ended.catch(() => rows.query({ text: 'select 1 as one', values: [] }, null));
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
    return (await rows.query<{ pid: number }>({ text, values: [] }, null))[0]!.pid;
  };
  try {
    const pid = await session();
    await expect(rows.query({ text: 'select 1/0', values: [] }, null)).rejects.toMatchObject({
      code: '22012',
    });
    // What the server reports is the answer to the statement: nothing else is on its way.
    expect(await session()).toBe(pid);
    const unsendable = {
      toPostgres: () => {
        throw new Error('no value');
      },
    };
    await expect(rows.query({ text: 'select $1', values: [unsendable] }, null)).rejects.toThrow('no value');
    expect(await session()).not.toBe(pid);
  } finally {
    await close();
  }
});
