import { ConfigError, readConfig } from '../config/config.ts';
import { backUp } from '../database/backup.ts';
import { databaseSettings, expectConnections } from '../database/connection-error.ts';
import { encryptorFor } from '../database/dump-encryption.ts';
import { development } from '../service/development.ts';
import { defineCommand, print } from './command.ts';

export const command = defineCommand({
  about: "Dumps the database into a new folder as the tables' owner, while processes serve.",
  operands: [{ name: 'folder', about: 'backup- and the time unless given', optional: true }],
  options: {
    recipient: {
      value: 'age1…',
      about: 'the public key to encrypt for, of several comma-separated; default BACKUP_RECIPIENT',
    },
  },
  run: async ({ recipient }, [given]) => {
    const now = new Date();
    const config = readConfig(undefined, { needs: [] });
    const recipients = recipient?.split(',').map((key) => key.trim()) ?? config.backupRecipients;
    // Before anything is dumped.
    encryptorFor(recipients);
    const { databaseUrl, migrationDatabaseUrl, searchPath } = config;
    if (config.production && (migrationDatabaseUrl ?? databaseUrl) === null)
      throw new ConfigError("Set MIGRATION_DATABASE_URL to the tables' owner.");
    await expectConnections(databaseSettings(config));
    const url = migrationDatabaseUrl ?? databaseUrl ?? (await (await development()).developmentDatabaseUrl());
    const folder = given ?? `backup-${now.toISOString().replaceAll(':', '-')}`;
    print(`Dumping the database into ${folder} …`);
    const { key_encrypting_keys: keys, rows } = await backUp({ url, folder, searchPath, recipients }, now);
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
    print(`${folder} holds ${all} rows of ${Object.keys(rows).length} tables, all that the database has.`);
    print(
      recipients.length === 0
        ? 'It is not encrypted: names and addresses are in it in the clear. See BACKUP_RECIPIENT.'
        : `It is encrypted for ${recipients.join(', ')}.`,
    );
    print(`Its data keys are wrapped by these keys, which are not in it: ${keys.join(', ') || 'none'}.`);
  },
});
