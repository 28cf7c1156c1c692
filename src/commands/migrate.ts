import { ConfigError, readConfig } from '../config/config.ts';
import { provision, provisionNeeds } from '../service/provision.ts';
import { defineCommand, print } from './command.ts';

export const command = defineCommand({
  about: "Applies pending migrations as the tables' owner, and grants the role that serves its rights.",
  run: async () => {
    const config = readConfig(undefined, { needs: provisionNeeds });
    if (config.production && config.migrationDatabaseUrl === null) {
      throw new ConfigError(
        "Set MIGRATION_DATABASE_URL to the tables' owner; DATABASE_URL names the role that serves.",
      );
    }
    print('Migrating the database …');
    const { close, database } = await provision(config, { log: print, share: true });
    const [applied] = await database.rows.query<{ count: string }>(
      { text: 'select count(*) as count from migrations', values: [], touches: { reads: ['migrations'] } },
      null,
    );
    print(`The database is up to date: ${applied!.count} migrations are applied.`);
    await close();
  },
});
