import type { RowSource } from '../core/foundation/transaction.ts';
import { fillCardFacts } from '../core/maintenance/fill-card-facts.ts';
import { sessionTransact } from '../database/sessions.ts';
import { defineCommand, print } from './command.ts';
import { onSession } from './read-all.ts';

const SAID_EVERY = 100_000;

export const command = defineCommand({
  about: `Makes cards that were saved before version 0.6 have their issuer, funding, country and eight-digit BIN, from the payments by them,
while processes serve. Run it once, after the migration; it may be stopped and run again. Others are filled when they are next charged.`,
  run: async () => {
    const filled = await onSession((session) => {
      const transact = sessionTransact(session);
      const rows: RowSource = { query: (statement) => transact((own) => own.query(statement, null)) };
      return fillCardFacts(rows, (read) => {
        if (read % SAID_EVERY === 0) print(`${read} payment methods were looked at.`);
      });
    });
    print(`${filled} saved cards filled in from their payments.`);
    return 0;
  },
});
