import { type BlocklistDataKind, BlocklistEntry } from '../entities/blocklist-entry.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter, notFound } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../model/index.ts';
import type { Row } from '../reads/index.ts';
import { deleteLocked } from '../writes/delete.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { addEntries } from './add-entries.ts';
import { blocklistOf } from './blocked-entries.ts';

export const BlocklistType = enumeration('BlocklistType', 'Kind of data to block or unblock.', {
  fingerprint: 'A card, by its fingerprint.',
  card_bin: 'Cards by the first six digits of their number.',
  extended_card_bin: 'Cards by the first eight digits of their number.',
});

@Input({ about: 'Parameters for blocking or unblocking cards.' })
export class BlocklistChange {
  @f.Enumeration(() => BlocklistType, 'Kind of `data`.', { required: true }) type!: ValueOf<
    typeof BlocklistType
  >;
  @f.Id("The card's fingerprint, or the digits of the BIN.", { required: true, example: '424242' })
  data!: string;
}

@Input({ about: "Change of the blocklist's state." })
export class BlocklistToggle {
  @f.Bool('True to enforce the blocklist, false to keep its entries without effect.', { required: true })
  status!: boolean;
}

export const BlocklistGuardStatus = enumeration(
  'BlocklistGuardStatus',
  'Whether the blocklist is enforced.',
  { enabled: 'Its entries block.', disabled: 'Its entries have no effect.' },
);

@ValueObject({ about: 'The state of the blocklist.' })
export class BlocklistState {
  @f.Enumeration(() => BlocklistGuardStatus, 'Whether the blocklist is enforced.', { required: true })
  blocklist_guard_status!: ValueOf<typeof BlocklistGuardStatus>;
}

const kindByType: Readonly<Record<ValueOf<typeof BlocklistType>, ValueOf<typeof BlocklistDataKind>>> = {
  fingerprint: 'payment_method',
  card_bin: 'card_bin',
  extended_card_bin: 'extended_card_bin',
};

const digitsOfType = { card_bin: 6, extended_card_bin: 8 } as const;

/** @throws {Problem} `invalid_parameter` for a BIN of the wrong length, or a fingerprint that looks like a BIN. */
function requireData({ data, type }: BlocklistChange): void {
  if (type !== 'fingerprint') {
    const digits = digitsOfType[type];
    if (new RegExp(`^\\d{${digits}}$`).test(data)) return;
    throw invalidParameter('data', `data must be the first ${digits} digits of card numbers for ${type}.`);
  }
  // A card number must not get into the table.
  if (!/^\d+$/.test(data)) return;
  throw invalidParameter('data', 'data must be a card fingerprint, which never has only digits.');
}

/**
 * Adds an entry to the merchant's blocklist, unless it exists.
 *
 * @returns The identifier of the entry.
 * @throws {Problem} `invalid_parameter` for data that does not fit the type.
 */
export function addToBlocklist(ctx: Context, change: BlocklistChange): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    requireData(change);
    const merchant_id = requireMerchant(tx);
    // Concurrent requests that add the same item take turns.
    await lock(tx, MerchantAccount, merchant_id);
    const { em } = tx.transaction;
    const known = await em.findOne(BlocklistEntry, { merchant_id, fingerprint_id: change.data });
    if (known) {
      // It does not expire any more.
      if (known.expires_at) {
        const lasting = { value: known.fingerprint_id, expiresAt: null, reason: null };
        await addEntries(tx, blocklistOf(merchant_id), [lasting]);
      }
      return known.fingerprint_id;
    }
    const listed = { value: change.data, expiresAt: null, reason: null };
    // Its own row is added here, so that the audit log has it.
    const { ids } = await addEntries(tx, blocklistOf(merchant_id), [listed], { blocks: false });
    const entry = new BlocklistEntry();
    entry.merchant_id = merchant_id;
    entry.fingerprint_id = change.data;
    entry.data_kind = kindByType[change.type];
    entry.entry_id = ids[0]!;
    entry.expires_at = null;
    entry.created_at = tx.ports.now();
    await insert(tx, entry, false);
    return entry.fingerprint_id;
  });
}

/**
 * Removes an entry from the merchant's blocklist.
 *
 * @returns Its last state.
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for data that does not fit the type.
 */
export function removeFromBlocklist(ctx: Context, change: BlocklistChange): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    requireData(change);
    const entry = await lock(tx, BlocklistEntry, change.data, 'data');
    if (entry.data_kind !== kindByType[change.type]) throw notFound('blocklist entry', 'data');
    const removed = await deleteLocked(tx, BlocklistEntry, entry, change.data);
    const text = 'delete from list_entries where merchant_id = $1 and entry_id = $2';
    const statement = {
      text,
      values: [entry.merchant_id, entry.entry_id],
      touches: { writes: ['list_entries'] },
    };
    if (entry.entry_id) await tx.rows.query(statement, entry.merchant_id);
    return removed;
  });
}

/** Enables or disables the merchant's blocklist. */
export function toggleBlocklist(ctx: Context, { status }: BlocklistToggle): Promise<BlocklistState> {
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, MerchantAccount, requireMerchant(tx));
    account.blocklist_enabled = status;
    account.modified_at = tx.ports.now();
    return { blocklist_guard_status: status ? 'enabled' : 'disabled' };
  });
}
