import { BLOCKLIST } from '../entities/values/list-values.ts';
import type { WritingContext } from '../foundation/context.ts';
import { StatementBuilder } from '../reads/statement.ts';
import type { LookupAsker, PastLookup } from '../rules/rule-lookups.ts';
import type { PastPayment } from './past-lookups.ts';
import { inTurns } from './turns.ts';

type PastList = Extract<PastLookup, { of: 'list' }>;

/** Whether lists have the values of payments at present: 1 for each payment whose value a list has. One statement. */
export async function findListed(
  tx: WritingContext,
  asker: LookupAsker,
  lists: readonly PastList[],
  payments: readonly PastPayment[],
): Promise<(number | null)[][]> {
  const remembering = { ...asker, ports: { ...asker.ports, encryption: remembered(asker.ports.encryption) } };
  const sought = await inTurns(payments, ({ subject }) =>
    lists.map((list) => list.sought(subject, remembering)),
  );
  const isListed = await readListed(tx, asker.merchantId, lists, sought);
  return lists.map(({ listId }, i) =>
    sought.map((values) => (values[i]!.some((value) => isListed(listId, value)) ? 1 : null)),
  );
}

/** Makes the digests of a text once: many payments have the same country or address. */
function remembered({ digests }: LookupAsker['ports']['encryption']) {
  const made = new Map<string, readonly string[]>();
  return {
    digests: (text: string) => {
      const found = made.get(text) ?? digests(text);
      made.set(text, found);
      return found;
    },
  };
}

async function readListed(
  tx: WritingContext,
  merchantId: string,
  lists: readonly PastList[],
  sought: readonly (readonly (readonly string[])[])[],
): Promise<(listId: string, value: string) => boolean> {
  const byList = new Map(lists.map(({ listId }) => [listId, new Set<string>()]));
  for (const values of sought)
    for (const [i, { listId }] of lists.entries())
      for (const value of values[i]!) byList.get(listId)!.add(value);
  const pairs = [...byList].flatMap(([id, values]) => [...values].map((value) => ({ id, value })));
  if (pairs.length === 0) return () => false;
  const builder = new StatementBuilder();
  const merchant = builder.parameter(merchantId, 'text');
  const now = builder.parameter(tx.ports.now().toISOString(), 'timestamptz');
  const text = `
    with sought as materialized (select s.id, s.value from ${builder.unnest(pairs, 'id', 'value')} as s (id, value))
    select s.id, s.value from sought s
    join ${builder.table('list_entries')} e on e.merchant_id = ${merchant} and e.digest = s.value and e.list_id = s.id
    where e.expires_at is null or e.expires_at > ${now}
    union all
    select s.id, s.value from sought s
    join ${builder.table('blocklist_entries')} b on b.merchant_id = ${merchant} and b.fingerprint_id = s.value
    join ${builder.table('merchant_accounts')} m on m.merchant_id = ${merchant} and m.blocklist_enabled
    where s.id = ${builder.parameter(BLOCKLIST, 'text')} and (b.expires_at is null or b.expires_at > ${now})`;
  const found = await tx.rows.query<(typeof pairs)[number]>(
    { ...builder.build(text), unprepared: true },
    merchantId,
  );
  const listed = new Set(found.map(({ id, value }) => `${id} ${value}`));
  return (id, value) => listed.has(`${id} ${value}`);
}
