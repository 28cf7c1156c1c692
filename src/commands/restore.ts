import { ConfigError, readConfig } from '../config/config.ts';
import { restore } from '../database/backup.ts';
import { databaseSettings, expectConnections } from '../database/connection-error.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { defineCommand, print } from './command.ts';

export const command = defineCommand({
  about: 'Restores a backup into an empty database, as its owner.',
  operands: [{ name: 'folder', about: 'the folder of the backup' }],
  run: async (_values, [folder]) => {
    const config = readConfig(undefined, { needs: [] });
    const { databaseUrl, migrationDatabaseUrl, searchPath } = config;
    const ownerUrl = migrationDatabaseUrl ?? databaseUrl;
    if (!ownerUrl) throw new ConfigError('Set MIGRATION_DATABASE_URL to an empty database, as its owner.');
    await expectConnections(databaseSettings(config));
    print(`Restoring ${folder} …`);
    const { key_encrypting_keys: keys, rows } = await restore({ url: ownerUrl, folder: folder!, searchPath });
    // Rights are granted again, as roles may have other names here.
    await migrateDatabase({ ownerUrl, servingUrl: databaseUrl ?? ownerUrl });
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
    print(`${all} rows of ${Object.keys(rows).length} tables are restored.`);
    print(`The service needs these key-encrypting keys to start on it: ${keys.join(', ') || 'none'}.`);
  },
});
