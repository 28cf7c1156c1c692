import { resourceOf } from '../../src/core/model/index.ts';
import { entityClasses } from '../../src/database/orm-options.ts';
import type { TestService } from './service.ts';

/** Every row of every table of the service as text, by table, except heartbeats, which change continuously. */
export async function tablesOf({
  rows,
}: Pick<TestService['database'], 'rows'>): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = entityClasses
    .map((target) => resourceOf(target).table)
    .filter((table) => table !== 'processes');
  const found = await Promise.all(
    tables.map(async (table) => {
      const text = `select t::text as row from ${table} t order by 1`;
      const all = await rows.query<{ row: string }>({ text, values: [] }, null);
      return [table, all.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(found);
}
