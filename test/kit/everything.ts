import type { TestService } from './service.ts';

/** Every row of every table as text, bytes as hexadecimal: what a copy of the database would give away. */
export async function everythingStored({ database }: Pick<TestService, 'database'>): Promise<string> {
  const listed = `select table_name from information_schema.tables
                  where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const tables = await database.rows.query({ text: listed, values: [] }, null);
  const texts: string[] = [];
  for (const { table_name: name } of tables) {
    const rows = await database.rows.query(
      { text: `select t::text as row from "${name}" t`, values: [] },
      null,
    );
    texts.push(`${name}:`, ...rows.map(({ row }) => String(row)));
  }
  return texts.join('\n');
}

/** A secret in the forms that it might lie about in. */
export const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  secret.replace(/(.{4})(?=.)/g, '$1 '),
];
