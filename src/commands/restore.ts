import { ConfigError, readConfig } from '../config/config.ts';
import { restore } from '../database/backup.ts';
import { databaseSettings, expectConnections } from '../database/connection-error.ts';
import { readIdentities } from '../database/dump-encryption.ts';
import { askOn, markRestored } from '../database/identity.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { withSession } from '../database/sessions.ts';
import { defineCommand, print } from './command.ts';

export const command = defineCommand({
  about: 'Restores a backup into an empty database, as its owner.',
  operands: [{ name: 'folder', about: 'the folder of the backup' }],
  options: { identity: { value: 'file', about: 'the file with the secret key of an encrypted backup' } },
  run: async ({ identity }, [folder]) => {
    const identities = identity === undefined ? undefined : await readIdentities(identity);
    const config = readConfig(undefined, { needs: [] });
    const { databaseUrl, migrationDatabaseUrl, searchPath } = config;
    const ownerUrl = migrationDatabaseUrl ?? databaseUrl;
    if (!ownerUrl) throw new ConfigError('Set MIGRATION_DATABASE_URL to an empty database, as its owner.');
    await expectConnections(databaseSettings(config));
    print(`Restoring ${folder} …`);
    const { key_encrypting_keys: keys, rows } = await restore({
      ...{ url: ownerUrl, folder: folder!, searchPath },
      ...(identities && { identities }),
    });
    // Rights are granted again, as roles may have other names here.
    await migrateDatabase({ ownerUrl, servingUrl: databaseUrl ?? ownerUrl });
    // Again: the backup may be of a version without the mark.
    await withSession(ownerUrl, (session) => markRestored(askOn(session)));
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
    print(`${all} rows of ${Object.keys(rows).length} tables are restored.`);
    print(`The service needs these key-encrypting keys to start on it: ${keys.join(', ') || 'none'}.`);
    print('Background work and outgoing calls are off until you declare the database:');
    print('  switchyard database original   it takes the place of the original, and goes on where that was');
    print('  switchyard database copy       it is for tests, and calls nobody');
  },
});
