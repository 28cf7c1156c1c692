import { readConfig } from '../config/config.ts';
import { databaseSettings, expectConnections } from '../database/connection-error.ts';
import { askOn, decide, type IdentityDecision } from '../database/identity.ts';
import { expectMigrated } from '../database/known-migrations.ts';
import { withSession } from '../database/sessions.ts';
import { findServer } from '../service/find-server.ts';
import { provisionNeeds } from '../service/provision.ts';
import { defineCommand, print } from './command.ts';

/** Records a decision at the configured database, as the role that serves. */
async function record(state: IdentityDecision['state'], alsoKnown: boolean): Promise<IdentityDecision> {
  const config = readConfig(undefined, { needs: provisionNeeds });
  await expectConnections(databaseSettings(config));
  const { places, stop, url } = await findServer(config, { log: print, share: true, existing: true });
  try {
    // A pooler may hand the statements to several sessions, which does no harm.
    return await withSession(url, async (session) => {
      await expectMigrated(session);
      return decide(askOn(session), state, places, alsoKnown);
    });
  } finally {
    await stop();
  }
}

/** Says that the database is the original. */
export const original = defineCommand({
  about: `Says that the database of DATABASE_URL is the original, at the address that DATABASE_URL has: background work and outgoing
calls go on within seconds, also in processes that run. Run it with the DATABASE_URL of the service, and never while another
original works: both would capture, refund and send webhooks.`,
  options: {
    also: { about: 'keep the addresses recorded so far: the same server has several names' },
  },
  run: async ({ also }) => {
    const { places } = await record('original', also);
    print(
      `This database is the original, at ${places.join(', ')}. Processes with another address send nothing.`,
    );
    return 0;
  },
});

/** Says that the database is a copy. */
export const copy = defineCommand({
  about: `Says that the database of DATABASE_URL is a copy: it takes no background work and calls nobody but the sandbox, until
database original is run. Requests are served.`,
  run: async () => {
    await record('copy', false);
    print('This database is a copy: it takes no background work, and calls nobody but the sandbox.');
    return 0;
  },
});
