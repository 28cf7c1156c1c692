import { createHash } from 'node:crypto';
import type { Database } from '../../../src/database/database.ts';

/**
 * Tables without merchants' data: processes, their tasks, counts of guessed keys and secrets, and on a cluster each
 * key's merchant, recorded on first use.
 */
const notMerchants = ['processes', 'scheduled_tasks', 'attempt_counts', 'key_merchants'];

/** The rows of some merchants, and without a merchant, by table: a digest and a count each. */
export async function rowsOf(
  { rows }: Pick<Database, 'rows'>,
  merchantIds: readonly string[],
): Promise<Record<string, { rows: number; digest: string }>> {
  const query = (text: string, values: unknown[] = []) =>
    rows.query<{ name: string; owned: boolean; row: string }>({ text, values, touches: 'everything' }, null);
  const tables = await query(
    `select t.table_name as name, bool_or(c.column_name = 'merchant_id') as owned
     from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and t.table_name <> all($1) group by 1 order by 1`,
    [notMerchants],
  );
  const found: Record<string, { rows: number; digest: string }> = {};
  for (const { name, owned } of tables) {
    const where = owned ? ' where merchant_id = any($1)' : '';
    const select = `select t::text as row from "${name}" t${where} order by 1`;
    const texts = (await query(select, owned ? [merchantIds] : [])).map(({ row }) => row);
    found[name] = { rows: texts.length, digest: createHash('sha256').update(texts.join('\n')).digest('hex') };
  }
  return found;
}
