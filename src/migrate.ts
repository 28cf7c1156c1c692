import { readConfig } from './config.ts';
import { provision } from './provision.ts';

/** The command behind `npm run migrate`: applies pending migrations and prints how many are applied. */
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { close, database } = await provision(readConfig(), { log: print, share: true });
  const applied = await database.orm.migrator.getExecuted();
  print(`The database is up to date: ${applied.length} migrations are applied.`);
  await close();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
