import { readConfig } from '../config.ts';
import { runningServerUrl } from './embedded/running.ts';

/**
 * The database URL for tools run beside the service: `DATABASE_URL`, or the embedded server of a running
 * service.
 */
export async function developmentDatabaseUrl(): Promise<string> {
  const { databaseUrl, dataDir } = readConfig();
  const url = databaseUrl ?? (await runningServerUrl(dataDir));
  if (url !== null) return url;
  throw new Error(
    `There is no database to work on: DATABASE_URL is not set, and no embedded server runs in ${dataDir}. ` +
      'Run `npm start` in another terminal, or set DATABASE_URL.',
  );
}
