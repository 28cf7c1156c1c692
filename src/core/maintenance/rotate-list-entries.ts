import { type ListKindName, listDigests } from '../entities/values/list-values.ts';
import type { ColumnEncryption } from '../foundation/cryptography.ts';
import type { Row, RowSource } from '../foundation/transaction.ts';
import { hintOf } from '../value-lists/add-entries.ts';

/** The digest of an entry's value under the current key; null if the list's kind is unknown. */
export async function renewedDigest(
  rows: RowSource,
  encryption: ColumnEncryption,
  { entry_id, list_id, merchant_id }: Row,
  value: string,
): Promise<string | null> {
  const [list] = await rows.query<{ kind: ListKindName }>(
    {
      text: 'select kind from value_lists where merchant_id = $1 and list_id = $2',
      values: [merchant_id, list_id],
      touches: { reads: ['value_lists'] },
    },
    null,
  );
  if (!list) return null;
  const digest = listDigests(encryption, String(merchant_id), list.kind, value)[0]!;
  // Two concurrent additions may have added the value by both keys. What the other blocks, this entry goes on blocking.
  const touches = { reads: ['list_entries'], writes: ['blocklist_entries'] };
  const blocked = `update blocklist_entries b set entry_id = $4 from list_entries e where b.merchant_id = $1
    and e.merchant_id = $1 and e.list_id = $2 and e.digest = $3 and e.entry_id <> $4 and b.entry_id = e.entry_id`;
  await rows.query({ text: blocked, values: [merchant_id, list_id, digest, entry_id], touches }, null);
  const text = `delete from list_entries where merchant_id = $1 and list_id = $2 and digest = $3 and entry_id <> $4`;
  const values = [merchant_id, list_id, digest, entry_id];
  await rows.query({ text, values, touches: { writes: ['list_entries'] } }, null);
  return digest;
}

/** Lists also name cards by fingerprint: the entries of a saved card's former fingerprint get its new one. */
export async function renameListed(
  rows: RowSource,
  encryption: ColumnEncryption,
  { card, merchant_id }: Row,
  fingerprint: string,
): Promise<void> {
  const { card_fingerprint: former } = card as { card_fingerprint?: string | null };
  if (!former || former === fingerprint) return;
  const merchantId = String(merchant_id);
  const digestsOf = (value: string) => listDigests(encryption, merchantId, 'card_fingerprint', value);
  const digest = digestsOf(fingerprint)[0]!;
  const hint = hintOf('card_fingerprint', fingerprint);
  const found = await rows.query<{ entry_id: string }>(
    {
      text: `select e.entry_id from list_entries e where e.merchant_id = $1 and e.digest = any($2::text[]) and not exists (
               select from list_entries o where o.merchant_id = $1 and o.list_id = e.list_id and o.digest = $3)`,
      values: [merchantId, digestsOf(former), digest],
      touches: { reads: ['list_entries'] },
    },
    null,
  );
  for (const { entry_id } of found) {
    const location = { table: 'list_entries', column: 'value', key: [merchantId, entry_id] };
    const text = `update list_entries set value = $3, hint = $4, digest = $5 where merchant_id = $1 and entry_id = $2`;
    const values = [merchantId, entry_id, encryption.encrypt(fingerprint, location), hint, digest];
    await rows.query({ text, values, touches: { writes: ['list_entries'] } }, null);
  }
}
