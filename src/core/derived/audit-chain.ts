import { createHash } from 'node:crypto';
import { sealOfEntry } from '../entities/audit-entry.ts';
import type { Context } from '../foundation/context.ts';
import type { RowSource } from '../foundation/transaction.ts';
import { isoTimestamp } from '../reads/statement.ts';
import { findDue } from '../writes/find-due.ts';

/*
 * The audit log is chained by hash, per merchant: each entry's hash covers the entry and the hash of the entry before
 * it, so that a removed, changed or moved entry breaks the chain.
 *
 * An entry is written in the transaction of its change without a place in the chain. To chain it there, the transaction
 * would have to lock the end of its merchant's chain until it commits, and a merchant's payments would wait for each
 * other. Instead a job seals committed entries: every minute it appends those without a place, in the order of their
 * times. An entry that commits after a younger entry is sealed after it: the order of the chain is the order of sealing,
 * not of time.
 *
 * Entries are only ever inserted: their places and hashes are in `audit_seals`, 25 entries a row. A trigger queues each
 * entry in `unsealed_audit_entries`, in the same transaction, so that a late commit is not missed. The transaction that
 * seals entries takes them from the queue, so that none is sealed twice. It holds an advisory lock that only sealing
 * uses. Until release 0.5.0 entries were sealed in place: their own columns have their place and hash, and each chain
 * goes on in the seals.
 *
 * The chain does not detect the removal of the latest entries together. Against this, store the heads that `npm run
 * audit:verify` prints elsewhere: an earlier head must still be in the chain. The service's role cannot remove entries,
 * seals or queued entries anyway: see `grantServing`.
 */

/** The columns covered by a hash, as text, in this order. */
const covered = [
  'merchant_id',
  'sequence',
  'entry_id',
  'action',
  'actor_type',
  'actor_id',
  'actor_name',
  'address',
  'user_agent',
  'object_type',
  'object_id',
  'changes',
  'request_id',
  'created_at',
] as const;

/** An entry's covered columns; all are text, as PostgreSQL writes them. */
export type CoveredEntry = Readonly<Record<(typeof covered)[number], string | null>>;

/** The SELECT list of {@link CoveredEntry}, from `audit_log l`. */
export const coveredColumns = covered
  .map((name) => `${name === 'created_at' ? isoTimestamp(`l.${name}`) : `l.${name}::text`} as ${name}`)
  .join(', ');

/** The hash of an entry: SHA-256 over the JSON list of the hash before it, empty for the first, and its columns. */
export const entryHash = (previous: string, entry: CoveredEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([previous, ...covered.map((name) => entry[name])]))
    .digest('hex');

/** The end of a merchant's chain: place and hash of its last entry. 0 and empty before the first. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

/** Entries sealed per transaction. */
const BATCH_MAX = 500;

/** The key of the advisory lock that a sealing process holds. */
const SEALING_LOCK = 4_717_001;

/** Runs work in a transaction that sees every merchant. */
type InTransaction = <T>(work: (rows: RowSource) => Promise<T>) => Promise<T>;

/** The merchants of the oldest unsealed entries. */
const merchantsText = (isOfSome: () => string) => `
  select distinct merchant_id from (
    select merchant_id from unsealed_audit_entries where ${isOfSome()}
    order by created_at, entry_id limit ${BATCH_MAX}) oldest`;

/** How far the seals are behind the entries. */
export async function lagOfSeals(rows: RowSource) {
  const lag = await findDue<{ seconds: number | null; rows: number }>(rows, {
    text: (isOfSome) => `
      select extract(epoch from now() - min(created_at))::float8 as seconds, count(*)::int as rows
      from unsealed_audit_entries where ${isOfSome()}`,
    values: [],
    reads: ['unsealed_audit_entries'],
  });
  // One row, unless a cluster was asked node by node.
  return {
    oldestS: Math.max(0, ...lag.map(({ seconds }) => seconds ?? 0)),
    changes: lag.reduce((sum, { rows: queued }) => sum + queued, 0),
  };
}

/** Seals every committed entry that is not sealed yet, as {@link sealAuditLog}. */
export const followSeals = (ctx: Context): Promise<number> =>
  sealAuditLog(ctx.rows, (work) => ctx.transact(null, ({ rows }) => work(rows)));

/**
 * Seals every committed entry that has no place in its merchant's chain.
 *
 * @param rows Finds the merchants with unsealed entries.
 *
 * @returns The number sealed; 0 while another process seals.
 */
export async function sealAuditLog(rows: RowSource, inTransaction: InTransaction): Promise<number> {
  let total = 0;
  let sealed: number;
  do {
    const due = { text: merchantsText, values: [], reads: ['unsealed_audit_entries'] };
    const found = await findDue<{ merchant_id: string }>(rows, due);
    if (found.length === 0) return total;
    const merchantIds = found.map(({ merchant_id: id }) => id);
    sealed = await inTransaction((within) => sealBatch(within, merchantIds));
    total += sealed;
  } while (sealed === BATCH_MAX);
  return total;
}

async function sealBatch(rows: RowSource, merchantIds: readonly string[]): Promise<number> {
  const lock = {
    text: 'select pg_try_advisory_xact_lock($1) as locked',
    values: [SEALING_LOCK],
    touches: {},
  };
  const [attempt] = await rows.query<{ locked: boolean }>(lock, null);
  if (!attempt?.locked) return 0;
  const touches = { reads: ['unsealed_audit_entries', 'audit_log', 'audit_seals'] };
  const values = [BATCH_MAX, merchantIds];
  const entries = await rows.query<CoveredEntry>({ text: unsealedText, values, touches }, null);
  if (entries.length === 0) return 0;
  const chains = [...Map.groupBy(entries, ({ merchant_id }) => merchant_id!)];
  // All entries are read before the tables' owner changes any: on a cluster it uses a separate session.
  const ends = new Map<string, ChainEnd>();
  for (const [merchantId] of chains) ends.set(merchantId, await chainEnd(rows, merchantId));
  for (const [merchantId, of] of chains) await sealOf(rows, merchantId, of, ends.get(merchantId)!);
  return entries.length;
}

/** Appends a merchant's entries to its chain. */
async function sealOf(
  rows: RowSource,
  merchantId: string,
  entries: readonly CoveredEntry[],
  end: ChainEnd,
): Promise<void> {
  let { hash, sequence } = end;
  const hashes = entries.map((entry) => {
    sequence += 1;
    hash = entryHash(hash, { ...entry, sequence: String(sequence) });
    return hash;
  });
  const ids = entries.map(({ entry_id }) => entry_id);
  const values = [merchantId, end.sequence + 1, ids, hashes.join('')];
  const text = `select append_audit_seals($1, $2::int, $3::text[], decode($4, 'hex'))`;
  const touches = {
    reads: ['audit_log', 'audit_anchors'],
    writes: ['audit_seals', 'unsealed_audit_entries'],
  };
  await rows.query({ text, values, touches }, null);
}

/**
 * An entry that is sealed already, and was queued again by hand, is not sealed again. `order by` is qualified, as the bare
 * names mean the selected texts.
 */
const unsealedText = `
  select ${coveredColumns} from unsealed_audit_entries q
  join audit_log l on l.merchant_id = q.merchant_id and l.entry_id = q.entry_id
  where q.merchant_id = any($2::text[]) and ${isUnsealed('l')}
  order by q.created_at, q.entry_id limit $1`;

/** Whether an entry, by its alias, is neither sealed in place nor apart. */
export function isUnsealed(entry: string): string {
  return `${entry}.hash is null and (select true from audit_seals s ${sealOfEntry(entry)}) is null`;
}

async function chainEnd(rows: RowSource, merchantId: string): Promise<ChainEnd> {
  const text = `
    (select s.sequence + cardinality(s.entry_ids) - 1 as sequence,
       encode(substring(s.hashes from length(s.hashes) - 31), 'hex') as hash
     from audit_seals s where s.merchant_id = $1 order by s.sequence desc limit 1)
    union all
    (select sequence, hash from audit_log where merchant_id = $1 and hash is not null
     order by sequence desc limit 1)
    union all
    (select sequence, hash from audit_anchors where merchant_id = $1 order by sequence desc limit 1)
    order by sequence desc limit 1`;
  const [end] = await rows.query<ChainEnd>(
    { text, values: [merchantId], touches: { reads: ['audit_seals', 'audit_log', 'audit_anchors'] } },
    null,
  );
  return end ?? { sequence: 0, hash: '' };
}
