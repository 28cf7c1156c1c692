import { Client } from 'pg';
import type { RowSource, Statement } from '../core/foundation/transaction.ts';
import { ALL_MERCHANTS } from '../core/model/tables.ts';
import { connectionOptions } from './pools.ts';
import { setScope } from './scoped-query.ts';

/** Opens a session without time limits, for long work. The caller ends it. */
export async function openSession(url: string): Promise<Client> {
  const session = new Client({ ...connectionOptions(url), application_name: 'switchyard session' });
  // A connection that breaks fails its statements; without a listener it would end the process as well.
  session.on('error', () => {});
  await session.connect();
  return session;
}

/** Opens a session for some work, and ends it. */
export async function withSession<T>(url: string, work: (session: Client) => Promise<T>): Promise<T> {
  const session = await openSession(url);
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/** The time by the database's clock: the clock of a command's machine may be wrong. */
export async function timeOf(session: Client): Promise<Date> {
  const { rows } = await session.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  return new Date(rows[0]!.at);
}

/** Opens transactions on a session, one at a time, that see every merchant and have no time limits. */
export function sessionTransact(session: Client) {
  const rows: RowSource = {
    query: async <Result extends object>({ text, values }: Statement) =>
      (await session.query(text, [...values])).rows as Result[],
  };
  return async <T>(work: (rows: RowSource) => Promise<T>): Promise<T> => {
    await session.query(`begin; ${setScope(ALL_MERCHANTS)}`);
    try {
      const value = await work(rows);
      await session.query('commit');
      return value;
    } catch (error) {
      await session.query('rollback').catch(() => {});
      throw error;
    }
  };
}
