import { type DerivedContext, derivedRows } from '../core/derived/index.ts';
import { ANYWHERE } from '../core/foundation/transaction.ts';
import { sessionTransact } from '../database/sessions.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './command-line.ts';
import { onSession } from './read-all.ts';

const rebuilt = derivedRows.flatMap(({ about, rebuild, what }) =>
  rebuild ? [{ about, rebuild, what }] : [],
);
const names = rebuilt.map(({ what }) => what).join(', ');

export const command = defineCommand({
  about: `Makes derived rows anew from the record, merchant by merchant, while processes serve:
${rebuilt.map(({ about, what }) => `  ${what}: ${about}`).join('\n')}
It may be stopped and run again.`,
  operands: [{ name: 'what', about: `what to rebuild: ${names}` }],
  options: { merchant: { value: 'merchant_id', about: 'the only merchant whose rows are rebuilt' } },
  run: async ({ merchant }, [what]) => {
    const derived = rebuilt.find((each) => each.what === what);
    if (!derived) throw new UsageError(`Only these can be rebuilt: ${names}.`);
    const [merchants, rows] = await onSession(async (session) => {
      const transact = sessionTransact(session);
      const ctx: DerivedContext = {
        rows: { query: (statement) => transact((own) => own.query(statement, ANYWHERE)) },
        transact: (_merchantId, work) => transact((own) => work({ rows: own })),
      };
      const text = `select merchant_id from merchant_accounts where $1::text is null or merchant_id = $1 order by merchant_id`;
      const touches = { reads: ['merchant_accounts'] };
      const found = await ctx.rows.query<{ merchant_id: string }>(
        { text, values: [merchant ?? null], touches },
        null,
      );
      if (merchant !== undefined && found.length === 0) throw new UsageError('There is no such merchant.');
      let count = 0;
      for (const { merchant_id: merchantId } of found) count += await derived.rebuild(ctx, merchantId);
      return [found.length, count];
    });
    print(
      `${rows} objects of ${merchants} merchants were gone through: ${derived.about} follow from the record.`,
    );
    return 0;
  },
});
