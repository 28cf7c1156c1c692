import type { Client } from 'pg';
import type { RowSource, Statement } from '../../src/core/foundation/transaction.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../../src/core/model/tables.ts';
import type { Database } from '../../src/database/database.ts';
import { setScope } from '../../src/database/scoped-query.ts';

/**
 * A session that sees every merchant, to check the service's actions against its rules. It plans each statement once:
 * planning takes longer than execution.
 */
export interface CheckingSession {
  readonly session: Client;
  readonly rows: RowSource;
}

/** On a cluster only an open transaction passes its scope to the nodes. */
async function within<T>(session: Client, run: () => Promise<T>): Promise<T> {
  await session.query('begin');
  await session.query(setScope(ALL_MERCHANTS));
  try {
    return await run();
  } finally {
    await session.query('rollback');
  }
}

/** Opens a session for checks, which the caller closes. */
export async function openChecks({ openSession }: Pick<Database, 'openSession'>): Promise<CheckingSession> {
  const session = await openSession();
  await session.query(`set "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
  const isSpread = Boolean(process.env.TEST_CITUS_URL);
  if (!isSpread) await session.query('set plan_cache_mode = force_generic_plan');
  const names = new Map<string, string>();
  const query = async <Result extends object>({ text, values }: Statement) => {
    const name = names.get(text) ?? `check_${names.size + 1}`;
    names.set(text, name);
    const run = async () => (await session.query({ name, text, values: [...values] })).rows as Result[];
    return isSpread ? within(session, run) : run();
  };
  return { session, rows: { query } };
}
