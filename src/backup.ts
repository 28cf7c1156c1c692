import { readConfig } from './config/config.ts';
import { backUp } from './database/backup.ts';
import { expectConnections } from './database/connection-error.ts';
import { development } from './development.ts';
import { databaseSettings } from './provision.ts';

/** The command behind `npm run backup -- <folder>`: dumps the database, as the tables' owner, while processes serve. */
try {
  const now = new Date();
  const config = readConfig();
  const { databaseUrl, migrationDatabaseUrl, searchPath } = config;
  await expectConnections(databaseSettings(config));
  const url = migrationDatabaseUrl ?? databaseUrl ?? (await (await development()).developmentDatabaseUrl());
  const folder = process.argv[2] ?? `backup-${now.toISOString().replaceAll(':', '-')}`;
  process.stdout.write(`Dumping the database into ${folder} …\n`);
  const { encryption_keys: keys, rows } = await backUp({ url, folder, searchPath }, now);
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `${folder} holds ${all} rows of ${Object.keys(rows).length} tables, all that the database has.\n` +
      `They need these encryption keys, which are not in it: ${keys.join(', ') || 'none'}.\n`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
