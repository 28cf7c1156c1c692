import { ConfigError, readConfig } from './config/config.ts';
import { provision } from './provision.ts';

/** The command behind `npm run migrate`: applies pending migrations as the owner and grants the service's role its rights. */
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig();
  if (config.production && config.migrationDatabaseUrl === null) {
    throw new ConfigError(
      "Set MIGRATION_DATABASE_URL to the tables' owner; DATABASE_URL names the role that serves.",
    );
  }
  print('Migrating the database …');
  const { close, database } = await provision(config, { log: print, share: true });
  const [applied] = await database.rows.query<{ count: string }>(
    { text: 'select count(*) as count from migrations', values: [] },
    null,
  );
  print(`The database is up to date: ${applied!.count} migrations are applied.`);
  await close();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
