import { readConfig } from './config/config.ts';
import { restore } from './database/backup.ts';
import { expectConnections } from './database/connection-error.ts';
import { migrateDatabase } from './database/migrate.ts';
import { databaseSettings } from './provision.ts';

/** The command behind `npm run restore -- <folder>`: restores a backup into an empty database, as its owner. */
try {
  const config = readConfig();
  const { databaseUrl, migrationDatabaseUrl, searchPath } = config;
  const [, , folder] = process.argv;
  const ownerUrl = migrationDatabaseUrl ?? databaseUrl;
  if (!folder) throw new Error('Name the folder of the backup: npm run restore -- <folder>');
  if (!ownerUrl) throw new Error('Set MIGRATION_DATABASE_URL to an empty database, as its owner.');
  await expectConnections(databaseSettings(config));
  process.stdout.write(`Restoring ${folder} …\n`);
  const { encryption_keys: keys, rows } = await restore({ url: ownerUrl, folder, searchPath });
  // Rights are granted anew, as roles may have other names here.
  await migrateDatabase({ ownerUrl, servingUrl: databaseUrl ?? ownerUrl });
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `${all} rows of ${Object.keys(rows).length} tables are restored.\n` +
      `ENCRYPTION_KEY has to name these keys: ${keys.join(', ') || 'none'}.\n`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
