import { readConfig } from '../config/config.ts';
import { type KeyringParts, rewrapKeys } from '../core/access/keyring.ts';
import type { KeyedEncryption } from '../core/foundation/cryptography.ts';
import { rotateDataKey } from '../core/maintenance/rotate-data-key.ts';
import { rotateKeys } from '../core/maintenance/rotate-keys.ts';
import type { Database } from '../database/database.ts';
import { entityClasses } from '../database/orm-options.ts';
import { sessionTransact } from '../database/sessions.ts';
import { authSecrets } from '../people/auth-secrets.ts';
import { resealSecondFactors } from '../people/rotate-secrets.ts';
import { provision } from '../service/provision.ts';
import { openKeys } from '../service/secrets.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './command-line.ts';

const needs = ['DATABASE_URL', 'ENCRYPTION_KEY'];

export const command = defineCommand({
  about: `Encrypts everything again under the current data key, while processes serve, so that former data keys can go. With an
option it changes a key instead, and touches no value.`,
  options: {
    rewrap: { about: 'wrap the data keys by the first key-encrypting key, in its latest version' },
    'new-key': { about: 'make a new data key for new values' },
  },
  run: async ({ 'new-key': isNewKey, rewrap }) => {
    if (isNewKey && rewrap) throw new UsageError('--rewrap and --new-key are given one at a time.');
    const config = readConfig(undefined, { needs });
    const { close, database } = await provision(config, { log: print, share: true, existing: true });
    try {
      const { keyring, ...parts } = await openKeys(config, database.transact);
      if (rewrap) await wrapAgain(parts);
      else if (isNewKey) return await makeKey(parts);
      else await encryptAgain(database, keyring.encryption);
      return 0;
    } finally {
      await close();
    }
  },
});

async function wrapAgain(parts: KeyringParts): Promise<void> {
  for (const { from, keyId, to } of await rewrapKeys(parts)) print(`${keyId}  ${from} → ${to}`);
  print(
    'The data keys are wrapped again. A key-encrypting key that no line ends with is needed by older backups only.',
  );
}

async function makeKey(parts: KeyringParts): Promise<number> {
  const { keyId, unaware } = await rotateDataKey(parts);
  if (unaware.length === 0) {
    print(
      `${keyId} encrypts new values. Those under other data keys still open; to retire these, run: rotate`,
    );
    return 0;
  }
  print(
    `${keyId} is not used yet: ${unaware.join(', ')} could not read it. Their logs say why; restart them with settings that ` +
      'open it, and run this again.',
  );
  return 1;
}

async function encryptAgain(database: Database, encryption: KeyedEncryption): Promise<void> {
  const session = await database.openSession();
  const transact = sessionTransact(session);
  print('Re-encrypting data under former data keys …');
  const people = await transact((rows) => resealSecondFactors(rows, authSecrets(encryption)));
  const rotation = rotateKeys({ transact, encryption, classes: entityClasses, onProgress: everySecond() });
  const { counts, forgotten, kept, resealed } = await rotation.finally(() => session.end());
  for (const { column, keyId, rows, table } of counts) {
    print(`${String(rows).padStart(11)}  ${keyId}  ${table}.${column}`);
  }
  print(`${resealed + people} rows were encrypted again. The current data key is ${encryption.keyIds[0]}.`);
  for (const keyId of forgotten) print(`Data key ${keyId} is deleted: nothing needs it but older backups.`);
  for (const { keyId, reason } of kept) print(`Data key ${keyId} is needed still: ${reason}.`);
}

/** Prints the progress of a table, at most once a second. */
function everySecond(): (table: string, rows: number) => void {
  let printedMs = performance.now();
  return (table, rows) => {
    if (performance.now() - printedMs < 1_000) return;
    printedMs = performance.now();
    print(`${table}: ${rows} rows so far`);
  };
}
