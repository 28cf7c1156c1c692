import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from './config/config.ts';
import { OperatorError } from './core/foundation/operator-error.ts';
import { type ChainHead, verifyAuditLog } from './core/maintenance/verify-audit-log.ts';
import { sessionTransact } from './database/sessions.ts';
import { provision } from './provision.ts';

/**
 * The command behind `npm run audit:verify`: recomputes the hashes of the audit log of every merchant. It exits with 1 if
 * an entry was removed, changed or moved, and names the first one of each merchant.
 */
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The heads that an earlier verification wrote; none the first time. */
function readHeads(file: string | undefined): ChainHead[] {
  if (file === undefined || !existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ChainHead[];
  } catch {
    throw new OperatorError(`${file} is not what --heads wrote: name another file.`);
  }
}

try {
  const { values } = parseArgs({ options: { heads: { type: 'string' } } });
  const earlier = readHeads(values.heads);
  const { close, database } = await provision(readConfig(), { log: print, share: true });
  try {
    const session = await database.openSession();
    const verification = sessionTransact(session)((rows) => verifyAuditLog(rows, new Date(), earlier));
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
      process.exitCode = 1;
    } else {
      print('The audit log is whole.');
      if (values.heads !== undefined) {
        writeFileSync(values.heads, `${JSON.stringify(heads, null, 2)}\n`);
        print(
          `The heads of the chains are in ${values.heads}: keep it where the database's owner cannot write.`,
        );
      }
    }
  } finally {
    await close();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
