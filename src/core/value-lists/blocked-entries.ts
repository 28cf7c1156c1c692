import type { BlocklistEntry } from '../entities/blocklist-entry.ts';
import { BLOCKLIST } from '../entities/values/list-values.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { ListForEntries } from './value-lists.ts';

/*
 * The blocklist is a list and has a table of its own, which a confirmation asks: its values are as they are compared.
 * Each entry of the list has a row there, which a foreign key deletes with it.
 */

/** The kind of a value of the blocklist. */
export const blockedKindOf = (value: string): BlocklistEntry['data_kind'] =>
  /^\d{6}$/.test(value) ? 'card_bin' : /^\d{8}$/.test(value) ? 'extended_card_bin' : 'payment_method';

/** The blocklist of a merchant as a list. */
export const blocklistOf = (merchant_id: string): ListForEntries => ({
  ...{ merchant_id, list_id: BLOCKLIST },
  kind: 'card',
});

/** Adds the blocklist of a merchant as a list, unless it is there. */
export async function insertBlocklist(tx: WritingContext, merchantId: string): Promise<void> {
  const text = `insert into value_lists (merchant_id, list_id, name, kind, created_at)
    values ($1, $2, $2, 'card', $3::timestamptz) on conflict do nothing`;
  const values = [merchantId, BLOCKLIST, tx.ports.now().toISOString()];
  await tx.rows.query({ text, values, touches: { writes: ['value_lists'] } }, merchantId);
}

const blockText = `
  insert into blocklist_entries (merchant_id, fingerprint_id, data_kind, created_at, entry_id, expires_at)
  select $1, g.value, g.kind, $2::timestamptz, g.entry_id, e.expires_at
  from unnest($3::text[], $4::text[], $5::text[]) as g(value, kind, entry_id)
  join list_entries e on e.merchant_id = $1 and e.entry_id = g.entry_id
  order by g.value
  on conflict (merchant_id, fingerprint_id) do update set entry_id = excluded.entry_id, expires_at = excluded.expires_at`;

/** Blocks the values of entries of the blocklist. */
export async function blockValues(
  tx: WritingContext,
  merchantId: string,
  entries: readonly { readonly value: string; readonly entry_id: string }[],
): Promise<void> {
  const values = [
    merchantId,
    tx.ports.now().toISOString(),
    entries.map(({ value }) => value),
    entries.map(({ value }) => blockedKindOf(value)),
    entries.map(({ entry_id }) => entry_id),
  ];
  const statement = {
    text: blockText,
    values,
    touches: { reads: ['list_entries'], writes: ['blocklist_entries'] },
  };
  await tx.rows.query(statement, merchantId);
}
