import '../../src/core/entities/resources.ts';
import { allTables } from '../../src/core/model/index.ts';
import { unpacked } from '../../src/core/reads/statement.ts';
import type { TestService } from './service.ts';

/**
 * Every row of every table as text, binary columns in hexadecimal, packed ones also unpacked: the contents of a copied
 * database.
 */
export async function databaseContents({ database }: Pick<TestService, 'database'>): Promise<string> {
  const text = `select table_name from information_schema.tables
                where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const tables = await database.rows.query<{ table_name: string }>({ text, values: [] }, null);
  const texts: string[] = [];
  for (const { table_name: name } of tables) {
    const select = { text: `select t::text as row from "${name}" t`, values: [] };
    const rows = await database.rows.query<{ row: string }>(select, null);
    texts.push(`${name}:`, ...rows.map(({ row }) => row), ...(await unpackedTexts(database, name)));
  }
  return texts.join('\n');
}

/** The columns of a table that may be packed. */
const packedFields = (table: string) =>
  allTables()
    .filter((each) => each.table === table)
    .flatMap(({ fields }) => fields.filter(({ packed }) => packed));

/** A row of a table, its packed columns unpacked. */
export function unpackedRow(table: string, row: Record<string, unknown>): Record<string, unknown> {
  const found = packedFields(table).filter(({ name }) => name in row);
  return {
    ...row,
    ...Object.fromEntries(found.map((field) => [field.name, unpacked(field, row[field.name])])),
  };
}

/** The packed texts of a table, unpacked: one merchant's, or all. */
export async function unpackedTexts(
  { rows }: Pick<TestService['database'], 'rows'>,
  table: string,
  merchantId: string | null = null,
): Promise<string[]> {
  const columns = packedFields(table).map(({ name }) => `"${name}"`);
  if (columns.length === 0) return [];
  const text = `select ${columns.join(', ')} from "${table}" where $1::text is null or merchant_id = $1`;
  const found = await rows.query<Record<string, unknown>>({ text, values: [merchantId] }, null);
  return found.flatMap((row) =>
    Object.values(unpackedRow(table, row)).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    ),
  );
}

/** A secret in clear and in every encoding to search for. */
export const encodingsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  secret.replace(/(.{4})(?=.)/g, '$1 '),
];

/** The secrets that appear in the database or the log, in clear or encoded but not encrypted. */
export async function leakedSecrets(service: TestService, secrets: readonly string[]): Promise<string[]> {
  const contents = (await databaseContents(service)) + service.logs.join('\n');
  return secrets.filter((secret) => encodingsOf(secret).some((encoded) => contents.includes(encoded)));
}
