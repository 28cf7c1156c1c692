import { readConfig } from './config.ts';
import { backUp } from './database/backup.ts';
import { developmentDatabaseUrl } from './dev/embedded/running.ts';

/** The command behind `npm run backup -- <folder>`: dumps the database, as the tables' owner, while processes serve. */
try {
  const now = new Date();
  const { searchPath } = readConfig();
  const folder = process.argv[2] ?? `backup-${now.toISOString().replaceAll(':', '-')}`;
  const { encryption_keys: keys, rows } = await backUp(
    { url: await developmentDatabaseUrl(), folder, searchPath },
    now,
  );
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `${folder} holds ${all} rows of ${Object.keys(rows).length} tables, all that the database has.\n` +
      `They need these encryption keys, which are not in it: ${keys.join(', ') || 'none'}.\n`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
