import { readConfig } from '../config/config.ts';
import { checkEncryptionKeys } from '../core/access/check-encryption-keys.ts';
import { aesColumnEncryption } from '../core/foundation/cryptography.ts';
import { rotateKeys } from '../core/maintenance/rotate-keys.ts';
import { entityClasses } from '../database/orm-options.ts';
import { sessionTransact } from '../database/sessions.ts';
import { authSecrets } from '../people/auth-secrets.ts';
import { resealSecondFactors } from '../people/rotate-secrets.ts';
import { provision, provisionNeeds } from '../service/provision.ts';
import { defineCommand, print } from './command.ts';

export const command = defineCommand({
  about: 'Encrypts everything under the first key of ENCRYPTION_KEY, while processes serve.',
  run: async () => {
    const { close, database, secrets } = await provision(readConfig(undefined, { needs: provisionNeeds }), {
      log: print,
      share: true,
    });
    try {
      const encryption = aesColumnEncryption(secrets.encryptionKeys);
      await checkEncryptionKeys(database.transact, encryption, new Date());
      const session = await database.openSession();
      const transact = sessionTransact(session);
      print('Encrypting again what is under another key …');
      const people = await transact((rows) => resealSecondFactors(rows, authSecrets(secrets.encryptionKeys)));
      const rotation = rotateKeys({
        transact,
        encryption,
        classes: entityClasses,
        onProgress: everySecond(),
      });
      const { counts, forgotten, kept, resealed } = await rotation.finally(() => session.end());
      for (const { column, keyId, rows, table } of counts) {
        print(`${String(rows).padStart(11)}  ${keyId}  ${table}.${column}`);
      }
      print(`${resealed + people} rows were encrypted again. The current key is ${encryption.keyIds[0]}.`);
      for (const keyId of forgotten)
        print(`Key ${keyId} is not needed any more: remove it from ENCRYPTION_KEY.`);
      for (const { keyId, reason } of kept) print(`Key ${keyId} is needed still: ${reason}.`);
    } finally {
      await close();
    }
  },
});

/** Prints the progress of a table, at most once a second. */
function everySecond(): (table: string, rows: number) => void {
  let printedMs = Date.now();
  return (table, rows) => {
    if (Date.now() - printedMs < 1_000) return;
    printedMs = Date.now();
    print(`${table}: ${rows} rows so far`);
  };
}
