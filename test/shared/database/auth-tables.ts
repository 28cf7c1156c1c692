import { getMigrations } from 'better-auth/db/migration';
import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { pino } from 'pino';
import { ulidMaker } from '../../../src/core/foundation/ids.ts';
import { authOptions } from '../../../src/people/auth.ts';

const unlimited = { take: async () => {}, forget: async () => {} };

/** better-auth's options in the service, without a connection. */
export const disconnectedOptions = () =>
  authOptions(
    {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    {
      path: '/auth',
      addressHeader: 'x-address',
      publicUrl: 'http://auth.invalid',
      secrets: [{ version: 1, value: 'the tables do not depend on the secret' }],
      ids: ulidMaker(),
      limits: {
        signIns: unlimited,
        signInsAnywhere: unlimited,
        codes: unlimited,
        passwordResets: unlimited,
        perAddress: 1,
      },
      passwordsOf: async () => [],
      oidc: null,
      isInvited: async () => false,
      mail: null,
      now: () => new Date(),
      logger: pino({ level: 'silent' }),
      record: async () => {},
      takeOver: async () => false,
      proveByReset: async () => {},
      onSessionsEnded: () => {},
    },
  );

/** The statements that create better-auth's tables, derived from its options, without a connection. */
export async function createAuthStatements(): Promise<string> {
  const { compileMigrations } = await getMigrations(disconnectedOptions());
  return (await compileMigrations()).replaceAll(';\n\n', ';\n');
}
