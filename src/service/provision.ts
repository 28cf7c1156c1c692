import type { Config } from '../config/config.ts';
import { databaseSettings, expectConnections } from '../database/connection-error.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { expectMigrated } from '../database/known-migrations.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { DatabaseRoleError, findRoleFault } from '../database/roles.ts';
import type { ObserveStatement, StatementListener } from '../database/rows.ts';
import { type FindOptions, type FoundServer, findServer } from './find-server.ts';

/** An open, migrated database. */
export interface Provision {
  readonly database: Database;
  readonly url: string;
  /** The addresses by which it is known; see `database/identity.ts`. */
  readonly places: readonly string[];
  /** Whether the database is the embedded server's, in the data directory. */
  readonly embedded: boolean;
  close(): Promise<void>;
}

export interface ProvisionOptions extends FindOptions {
  /** Called with the text of each SQL statement. */
  readonly listener?: StatementListener;
  /** Observes SQL statements. */
  readonly observe?: ObserveStatement | undefined;
  /** Whether requests are served, whose reads may go to replicas. */
  readonly servesReads?: boolean;
  /** The server, where the caller has begun to look for it already. */
  readonly server?: Promise<FoundServer>;
}

/**
 * Checks that row-level security holds for the serving role, and that it finds its tables.
 *
 * @throws {DatabaseRoleError} in production; in development it is logged.
 */
async function checkRole(
  database: Database,
  production: boolean,
  log: (line: string) => void,
): Promise<void> {
  const session = await database.openSession();
  try {
    const fault = await findRoleFault(session);
    if (fault !== null && production) throw new DatabaseRoleError(fault);
    if (fault !== null) log(fault);
    await expectMigrated(session);
  } finally {
    await session.end();
  }
}

/** The required settings of a program that provisions and does not serve. */
export const provisionNeeds: readonly string[] = ['DATABASE_URL'];

/** Connects to the configured database, or starts the embedded one, and migrates it if its owner's URL is set. */
export async function provision(config: Config, options: ProvisionOptions = {}): Promise<Provision> {
  const server = await (options.server ?? findServer(config, options));
  let closing = false;
  try {
    await expectConnections(databaseSettings(config));
    const { ownerUrl, url } = server;
    const [database] = await Promise.all([
      openDatabase({
        url,
        directUrl: config.databaseDirectUrl,
        replicaUrls: options.servesReads ? config.databaseReplicaUrls : [],
        onReplicaChange: (replica, state, reason) =>
          options.log?.(`The replica ${replica} is ${state}${reason ? `: ${reason}` : ''}`),
        poolMax: config.databasePoolMax,
        ...(options.listener ? { listener: options.listener } : {}),
        observe: options.observe,
        onError: ({ message }) => {
          // The embedded server may stop before it reads that a connection ends.
          if (!closing) options.log?.(`A connection to the database broke: ${message}`);
        },
      }),
      ownerUrl === null ? null : migrateDatabase({ ownerUrl, servingUrl: url }),
    ]);
    await checkRole(database, config.production, options.log ?? (() => {}));
    return {
      database,
      url,
      places: server.places,
      embedded: server.embedded,
      close: async () => {
        closing = true;
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
