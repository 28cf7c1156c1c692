import type { RowSource } from '../core/foundation/transaction.ts';
import { makePartitions } from '../core/maintenance/partitions.ts';
import { sessionTransact, timeOf } from '../database/sessions.ts';
import { defineCommand, print } from './command.ts';
import { onSession } from './read-all.ts';

export const command = defineCommand({
  about: `Makes the partitions that are missing, and empties the default partitions, while processes serve. It does what the
hourly job does, and takes the time that it needs: checking a default partition reads it whole.`,
  run: async () => {
    const { adopted, late, made } = await onSession(async (session) => {
      const now = await timeOf(session);
      const transact = sessionTransact(session);
      // A statement is a transaction: each holds the locks that it takes for itself.
      const rows: RowSource = { query: (statement) => transact((own) => own.query(statement, null)) };
      return makePartitions(rows, now);
    });
    for (const name of made) print(`made     ${name}`);
    for (const name of adopted) print(`adopted  ${name}, the former default partition`);
    print(`${late} rows were moved. No partition is missing.`);
    return 0;
  },
});
