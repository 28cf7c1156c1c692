import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readConfig } from '../config/config.ts';
import { OperatorError } from '../core/foundation/operator-error.ts';
import { type ChainHead, verifyAuditLog } from '../core/maintenance/verify-audit-log.ts';
import { sessionTransact, timeOf } from '../database/sessions.ts';
import { provision, provisionNeeds } from '../service/provision.ts';
import { defineCommand, print } from './command.ts';

export const command = defineCommand({
  about: `Recomputes the hashes of the audit log of every merchant. It exits with 1 if an entry was removed, changed or
moved, and names the first one of each merchant.`,
  options: {
    heads: {
      value: 'file',
      about: 'check that the entries of an earlier run are still there, and keep the heads of this one',
    },
  },
  run: async ({ heads: file }) => {
    const earlier = readHeads(file);
    const { close, database } = await provision(readConfig(undefined, { needs: provisionNeeds }), {
      log: print,
      share: true,
      existing: true,
    });
    try {
      const session = await database.openSession();
      const verification = timeOf(session).then((now) =>
        sessionTransact(session)((rows) => verifyAuditLog(rows, now, earlier)),
      );
      const { anchored, broken, entries, heads, merchants, unsealed } = await verification.finally(() =>
        session.end(),
      );
      print(`${merchants} merchants, ${entries} entries in their chains, ${unsealed} not sealed yet.`);
      if (anchored > 0)
        print(`Of ${anchored} merchants, older entries were deleted at the end of their retention.`);
      for (const { entryId, merchantId, reason, sequence } of broken) {
        const place = sequence === null ? '' : ` ${sequence}`;
        print(`BROKEN  ${merchantId}: entry${place}${entryId === null ? '' : ` (${entryId})`} ${reason}.`);
      }
      if (broken.length > 0) {
        print(`The audit log of ${broken.length} merchants is broken.`);
        return 1;
      }
      print('The audit log is whole.');
      if (file !== undefined) {
        writeFileSync(file, `${JSON.stringify(heads, null, 2)}\n`);
        print(`The heads of the chains are in ${file}: keep it where the database's owner cannot write.`);
      }
      return 0;
    } finally {
      await close();
    }
  },
});

/** The heads that an earlier verification wrote; none the first time. */
function readHeads(file: string | undefined): ChainHead[] {
  if (file === undefined || !existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ChainHead[];
  } catch {
    throw new OperatorError(`${file} was not written by --heads: name another file.`);
  }
}
