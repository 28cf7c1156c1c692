import {
  type ChainEnd,
  type CoveredEntry,
  coveredColumns,
  entryHash,
  isUnsealed,
} from '../derived/audit-chain.ts';
import type { RowSource } from '../foundation/transaction.ts';

/** Entries sealed in place read per statement, and seals of up to 25 entries. */
const BATCH_SIZE = 1_000;
const SEALS_MAX = 40;
/** Entries are sealed within a minute; an older unsealed entry was prevented from being sealed. */
const UNSEALED_MAX_MS = 60 * 60_000;

/** A fault in a merchant's chain. */
export interface BrokenChain {
  readonly merchantId: string;
  /** The place from which the chain is broken; null for an unsealed entry. */
  readonly sequence: number | null;
  /** The entry at that place, if it exists. */
  readonly entryId: string | null;
  readonly reason: string;
}

/** The last entry of a merchant's chain, to be stored elsewhere. */
export interface ChainHead extends ChainEnd {
  readonly merchantId: string;
}

export interface AuditReport {
  readonly merchants: number;
  readonly entries: number;
  /** Entries of the last hour that are not sealed yet. */
  readonly unsealed: number;
  /** Merchants whose older entries were deleted at the end of their retention. */
  readonly anchored: number;
  readonly heads: readonly ChainHead[];
  /** The first fault of each merchant. */
  readonly broken: readonly BrokenChain[];
}

/**
 * Recomputes the chain of every merchant's audit log.
 *
 * @param earlier Heads of an earlier verification, each of which must still be in its chain: otherwise the latest entries
 * were removed or replaced.
 */
export async function verifyAuditLog(
  rows: RowSource,
  now: Date,
  earlier: readonly ChainHead[] = [],
): Promise<AuditReport> {
  const anchors = await readAnchors(rows);
  const verifiers = new Map([...anchors].map(([id, anchor]) => [id, new ChainVerifier(id, anchor)]));
  const verifierOf = (merchantId: string) => {
    const known = verifiers.get(merchantId) ?? new ChainVerifier(merchantId, start);
    verifiers.set(merchantId, known);
    return known;
  };
  for (const { merchantId, ...head } of earlier) verifierOf(merchantId).expect(head);
  let entries = 0;
  // Each chain begins in place.
  for (const source of [entriesIn(rows, inPlace), entriesIn(rows, apart)]) {
    for await (const entry of source) {
      entries += 1;
      verifierOf(entry.merchant_id!).add(entry);
    }
  }
  for (const { entry_id, merchant_id } of await readRemoved(rows))
    verifierOf(merchant_id).fail(null, entry_id, 'was removed before it had a place in the chain');
  const unsealed = await readUnsealed(rows);
  for (const { created_at, entry_id, merchant_id } of unsealed) {
    if (now.getTime() - new Date(created_at!).getTime() > UNSEALED_MAX_MS) {
      const reason = `was created at ${created_at} and is not in the chain: no process runs jobs, or it was added by hand`;
      verifierOf(merchant_id!).fail(null, entry_id!, reason);
    }
  }
  const chains = [...verifiers.values()];
  for (const chain of chains) chain.end();
  return {
    merchants: chains.length,
    entries,
    unsealed: unsealed.length,
    anchored: anchors.size,
    heads: chains.map(({ merchantId, head }) => ({ merchantId, ...head })),
    broken: chains.flatMap(({ fault }) => fault ?? []),
  };
}

const start: ChainEnd = { sequence: 0, hash: '' };

/** An entry with its place and hash; without an action if it is gone. */
type SealedEntry = CoveredEntry & { readonly hash: string };

/** Follows one merchant's chain, up to its first fault. */
class ChainVerifier {
  head: ChainEnd;
  fault: BrokenChain | null = null;
  readonly #anchor: ChainEnd;
  readonly #expected = new Map<number, string>();

  constructor(
    readonly merchantId: string,
    anchor: ChainEnd,
  ) {
    this.#anchor = this.head = anchor;
  }

  /** A head that must be in the chain, unless its entry is past retention. */
  expect({ hash, sequence }: ChainEnd): void {
    if (sequence > this.head.sequence) this.#expected.set(sequence, hash);
  }

  add(entry: SealedEntry): void {
    if (this.fault) return;
    const sequence = Number(entry.sequence);
    // The seal of a kept entry names those before it too.
    if (sequence <= this.#anchor.sequence && 'sealed_at' in entry) return;
    const next = this.head.sequence + 1;
    if (sequence !== next) {
      const missing = sequence - next === 1 ? `entry ${next} is` : `entries ${next} to ${sequence - 1} are`;
      this.fail(
        sequence,
        entry.entry_id!,
        sequence > next ? `${missing} missing before it` : 'was sealed twice',
      );
      return;
    }
    if (entry.action === null) {
      this.fail(sequence, entry.entry_id!, 'is missing: it was removed');
      return;
    }
    if (entryHash(this.head.hash, entry) !== entry.hash) {
      this.fail(sequence, entry.entry_id!, 'does not fit its hash: it was changed, or exchanged for another');
      return;
    }
    const expected = this.#expected.get(sequence);
    this.#expected.delete(sequence);
    if (expected !== undefined && expected !== entry.hash) {
      this.fail(sequence, entry.entry_id!, 'differs from the entry that an earlier verification found');
      return;
    }
    this.head = { sequence, hash: entry.hash };
  }

  fail(sequence: number | null, entryId: string, reason: string): void {
    this.fault ??= { merchantId: this.merchantId, sequence, entryId, reason };
  }

  end(): void {
    const [gone] = this.#expected.keys();
    if (this.fault || gone === undefined) return;
    const reason = `is missing, with all after ${this.head.sequence}: an earlier verification found it`;
    this.fault = { merchantId: this.merchantId, sequence: gone, entryId: null, reason };
  }
}

/** The entries of all merchants that were sealed in place, each merchant's in the order of its chain. */
const inPlace = {
  text: `
    select ${coveredColumns}, l.hash from audit_log l
    where l.hash is not null and (l.merchant_id, l.sequence) > ($1, $2::int)
    order by l.merchant_id, l.sequence limit ${BATCH_SIZE}`,
  reads: ['audit_log'],
  placeOf: ({ merchant_id, sequence }: SealedEntry) => [merchant_id, sequence],
};

/** An entry that a seal names, with the place of the seal: its first entry's. */
type NamedEntry = SealedEntry & { readonly sealed_at: number };

/** The entries of all seals, with the seal's values: the entry may have been deleted. */
const apart = {
  text: `
    select ${coveredColumns}, s.merchant_id, u.entry_id, (s.sequence + u.at - 1)::text as sequence,
      encode(substring(s.hashes from 32 * u.at::int - 31 for 32), 'hex') as hash, s.sequence as sealed_at
    from (select * from audit_seals where (merchant_id, sequence) > ($1, $2::int)
          order by merchant_id, sequence limit ${SEALS_MAX}) s
    cross join lateral unnest(s.entry_ids) with ordinality as u(entry_id, at)
    left join audit_log l on l.merchant_id = s.merchant_id and l.entry_id = u.entry_id
    order by s.merchant_id, s.sequence, u.at`,
  reads: ['audit_seals', 'audit_log'],
  placeOf: ({ merchant_id, sealed_at }: NamedEntry) => [merchant_id, sealed_at],
};

/** Reads entries in batches, each after the place of the last one. */
async function* entriesIn<Entry extends SealedEntry>(
  rows: RowSource,
  { placeOf, reads, text }: { text: string; reads: string[]; placeOf: (last: Entry) => unknown[] },
): AsyncGenerator<Entry> {
  let values: unknown[] = ['', 0];
  for (;;) {
    const batch = await rows.query<Entry>({ text, values, touches: { reads } }, null);
    yield* batch;
    const last = batch.at(-1);
    if (!last) return;
    values = placeOf(last);
  }
}

/** Entries of the queue that are gone. */
const readRemoved = (rows: RowSource) =>
  rows.query<{ merchant_id: string; entry_id: string }>(
    {
      text: `select q.merchant_id, q.entry_id from unsealed_audit_entries q where not exists (
               select from audit_log l where l.merchant_id = q.merchant_id and l.entry_id = q.entry_id)`,
      values: [],
      touches: { reads: ['unsealed_audit_entries', 'audit_log'] },
    },
    null,
  );

/** All entries without a seal, whether they are queued or not. */
const readUnsealed = (rows: RowSource) =>
  rows.query<CoveredEntry>(
    {
      text: `select ${coveredColumns} from audit_log l where ${isUnsealed('l')} order by l.created_at`,
      values: [],
      touches: { reads: ['audit_log', 'audit_seals'] },
    },
    null,
  );

async function readAnchors(rows: RowSource): Promise<Map<string, ChainEnd>> {
  const text = `select distinct on (merchant_id) merchant_id, sequence, hash from audit_anchors
                order by merchant_id, sequence desc`;
  const found = await rows.query<ChainEnd & { merchant_id: string }>(
    { text, values: [], touches: { reads: ['audit_anchors'] } },
    null,
  );
  return new Map(found.map(({ hash, merchant_id, sequence }) => [merchant_id, { sequence, hash }]));
}
