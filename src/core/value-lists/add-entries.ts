import { ListEntry, type ValueList } from '../entities/value-list.ts';
import {
  BLOCKLIST,
  kindOfValue,
  type ListKindName,
  listDigests,
  listKinds,
} from '../entities/values/list-values.ts';
import type { WritingContext } from '../foundation/context.ts';
import { maskToLastFour } from '../model/masks.ts';
import { maskPersonalText } from '../reads/index.ts';
import { encryptField } from '../writes/apply-changes.ts';
import { blockValues } from './blocked-entries.ts';

/** A valid entry to add. */
export interface NewEntry {
  /** In the form in which values of the kind are compared. */
  readonly value: string;
  readonly expiresAt: Date | null;
  readonly reason: string | null;
}

/** The entries of a list after an addition: each value's, in the order given. */
export interface AddedEntries {
  readonly ids: readonly string[];
  /** The number of values that the list did not have. */
  readonly added: number;
}

/** Options of an addition. */
export interface AdditionOptions {
  /** Time of the addition; now unless given. */
  readonly at?: Date;
  /** Whether an existing entry keeps its expiry if that is later, or never. */
  readonly keepsLonger?: boolean;
  /** Whether entries of the blocklist get their rows, by which cards are blocked; true unless given. */
  readonly blocks?: boolean;
}

/**
 * Adds values to a list, in one statement, or two while an encryption key is being rotated out, and one more for the blocklist. A value that the list has
 * gets the new expiry and reason. A value that occurs twice is added once, as it occurs last.
 */
export async function addEntries(
  tx: WritingContext,
  list: Pick<ValueList, 'merchant_id' | 'list_id' | 'kind'>,
  given: readonly NewEntry[],
  { at = tx.ports.now(), blocks = true, keepsLonger = false }: AdditionOptions = {},
): Promise<AddedEntries> {
  const { encryption } = tx.ports;
  const byDigest = new Map<string, NewEntry>();
  const former: [current: string, former: string][] = [];
  const order: string[] = [];
  for (const entry of given) {
    const [digest, ...others] = listDigests(encryption, list.merchant_id, list.kind, entry.value);
    order.push(digest!);
    const earlier = byDigest.get(digest!);
    if (!earlier) for (const other of others) former.push([digest!, other]);
    byDigest.set(digest!, { ...entry, reason: entry.reason ?? earlier?.reason ?? null });
  }
  if (former.length > 0) await renewDigests(tx, list, former);
  // In one order, so that concurrent additions cannot deadlock.
  const rows = [...byDigest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([digest, entry]) => rowOf(tx, list, digest, entry));
  const columns = [
    rows.map(({ entry_id }) => entry_id),
    rows.map(({ value }) => value),
    rows.map(({ hint }) => hint),
    rows.map(({ digest }) => digest),
    rows.map(({ expires_at }) => expires_at?.toISOString() ?? null),
    rows.map(({ reason }) => reason ?? null),
  ];
  const values = [list.merchant_id, list.list_id, at.toISOString(), keepsLonger, ...columns];
  const found = await tx.rows.query<Pick<ListEntry, 'digest' | 'entry_id'>>(
    { text: addText, values, touches: { writes: ['list_entries'] } },
    list.merchant_id,
  );
  if (blocks && list.list_id === BLOCKLIST) {
    const blocked = found.map(({ digest, entry_id }) => ({ entry_id, value: byDigest.get(digest)!.value }));
    await blockValues(tx, list.merchant_id, blocked);
  }
  const ids = new Map(found.map(({ digest, entry_id }) => [digest, entry_id]));
  // An entry that existed keeps its identifier.
  const added = rows.filter(({ digest, entry_id }) => ids.get(digest) === entry_id).length;
  return { ids: order.map((digest) => ids.get(digest)!), added };
}

function rowOf(
  tx: WritingContext,
  { kind, list_id, merchant_id }: Pick<ValueList, 'merchant_id' | 'list_id' | 'kind'>,
  digest: string,
  { expiresAt, reason, value }: NewEntry,
): ListEntry {
  const entry = Object.assign(new ListEntry(), {
    merchant_id,
    list_id,
    entry_id: tx.ports.ids.make('lse'),
    digest,
    hint: hintOf(kind, value),
    expires_at: expiresAt,
    reason,
  });
  encryptField(tx, entry, 'value', value);
  return entry;
}

/** The part of a value that everyone sees: all of it, unless it is personal. */
export function hintOf(listKind: ListKindName, value: string): string {
  const kind = kindOfValue(listKind, value);
  if (kind === 'email') return maskPersonalText(value, true);
  return listKinds[kind].personal ? maskToLastFour(value) : value;
}

const addText = `
  insert into list_entries as e (merchant_id, list_id, entry_id, value, hint, digest, expires_at, reason, created_at)
  select $1, $2, g.entry_id, g.value, g.hint, g.digest, g.expires_at, g.reason, $3::timestamptz
  from unnest($5::text[], $6::bytea[], $7::text[], $8::text[], $9::timestamptz[], $10::text[])
    as g(entry_id, value, hint, digest, expires_at, reason)
  on conflict (merchant_id, list_id, digest) do update set
    expires_at = case when $4::bool and (e.expires_at is null or e.expires_at > excluded.expires_at) then e.expires_at
      else excluded.expires_at end,
    reason = coalesce(excluded.reason, e.reason)
  returning e.digest, e.entry_id`;

/** Values found by a digest under an earlier key are found by the current key's from now on. */
async function renewDigests(
  tx: WritingContext,
  { list_id, merchant_id }: Pick<ValueList, 'merchant_id' | 'list_id'>,
  digests: readonly (readonly [current: string, former: string])[],
): Promise<void> {
  const text = `
    update list_entries e set digest = g.digest from unnest($3::text[], $4::text[]) as g(digest, former)
    where e.merchant_id = $1 and e.list_id = $2 and e.digest = g.former and not exists (
      select from list_entries o where o.merchant_id = $1 and o.list_id = $2 and o.digest = g.digest)`;
  const values = [
    merchant_id,
    list_id,
    digests.map(([digest]) => digest),
    digests.map(([, digest]) => digest),
  ];
  await tx.rows.query({ text, values, touches: { writes: ['list_entries'] } }, merchant_id);
}
