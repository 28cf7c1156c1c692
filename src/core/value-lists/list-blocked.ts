import type { BlocklistEntry } from '../entities/blocklist-entry.ts';
import { BLOCKLIST } from '../entities/values/list-values.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { findDue } from '../writes/find-due.ts';
import { inTransaction } from '../writes/transactions.ts';
import { addEntries } from './add-entries.ts';
import { blocklistOf, insertBlocklist } from './blocked-entries.ts';

/** Most merchants and entries that a run finds at a time. */
const FOUND_MAX = 1_000;

/**
 * Makes blocklists lists: those of merchants, and entries, that a release before blocklists were lists created.
 *
 * @returns The number of entries that were added to their lists.
 */
export async function listBlocked(ctx: Context): Promise<number> {
  for (;;) {
    const text = (isOfSome: (of: 'x.') => string) => `select x.merchant_id from merchant_accounts x
      where not exists (select from value_lists v where v.merchant_id = x.merchant_id and v.list_id = $1)
      and ${isOfSome('x.')} limit ${FOUND_MAX}`;
    const reads = ['merchant_accounts', 'value_lists'];
    const found = await findDue<{ merchant_id: string }>(ctx.rows, { text, values: [BLOCKLIST], reads });
    for (const { merchant_id } of found) {
      await inTransaction(withinMerchant(ctx, merchant_id), (tx) => insertBlocklist(tx, merchant_id));
    }
    if (found.length < FOUND_MAX) break;
  }
  let entries = 0;
  for (;;) {
    const text = (isOfSome: () => string) => `select merchant_id, fingerprint_id from blocklist_entries
      where entry_id is null and ${isOfSome()} order by created_at limit ${FOUND_MAX}`;
    type Unlisted = Pick<BlocklistEntry, 'merchant_id' | 'fingerprint_id'>;
    const found = await findDue<Unlisted>(ctx.rows, { text, values: [], reads: ['blocklist_entries'] });
    for (const [merchantId, of] of Map.groupBy(found, ({ merchant_id }) => merchant_id)) {
      const given = of.map(({ fingerprint_id: value }) => ({ value, expiresAt: null, reason: null }));
      await inTransaction(withinMerchant(ctx, merchantId), (tx) =>
        addEntries(tx, blocklistOf(merchantId), given, { keepsLonger: true }),
      );
    }
    entries += found.length;
    if (found.length < FOUND_MAX) return entries;
  }
}
