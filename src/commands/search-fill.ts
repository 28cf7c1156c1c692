import type { RowSource } from '../core/foundation/transaction.ts';
import { fillSearch } from '../core/maintenance/fill-search.ts';
import { sessionTransact } from '../database/sessions.ts';
import { defineCommand, print } from './command.ts';
import { onSession } from './read-all.ts';

const SAID_EVERY = 100_000;

export const command = defineCommand({
  about: `Makes objects that were there before version 0.3 found by the end of their identifiers and by their phone numbers, while
processes serve. Run it once, after the migration; it may be stopped and run again.`,
  run: async () => {
    const filled = await onSession((session) => {
      const transact = sessionTransact(session);
      const rows: RowSource = { query: (statement) => transact((own) => own.query(statement, null)) };
      return fillSearch(rows, (read) => {
        if (read % SAID_EVERY === 0) print(`${read} entries were looked at.`);
      });
    });
    print(`${filled} entries got the end of their identifier or a phone number. No other lacks one.`);
    return 0;
  },
});
