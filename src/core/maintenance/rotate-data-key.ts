import { setTimeout as sleep } from 'node:timers/promises';
import { type KeyringParts, newDataKey } from '../access/keyring.ts';
import type { RowSource } from '../foundation/transaction.ts';
import { GONE_AFTER_MS } from '../writes/liveness.ts';

const POLL_MS = 250;
/** Longer than processes need to read a new key: their next heartbeat is within a second. */
const WAIT_MS = 30_000;

/** The result of creating a data key. */
export interface NewDataKey {
  readonly keyId: string;
  /** Processes that do not know the key yet, so that it encrypts nothing; empty if it is in use. */
  readonly unaware: readonly string[];
}

/**
 * Creates a data key for new values. Values under other keys stay readable. The key comes into use once every running
 * process knows it, so that no process meets a value that it cannot decrypt; until then it is only stored, and another
 * call continues with it.
 */
export async function rotateDataKey(
  { keks, transact }: KeyringParts,
  { waitMs = WAIT_MS } = {},
): Promise<NewDataKey> {
  const inRows = <T>(work: (rows: RowSource) => Promise<T>) => transact(null, ({ rows }) => work(rows));
  const keyId = (await inRows(findUnused)) ?? (await store(inRows, await newDataKey(keks[0]!)));
  const until = performance.now() + waitMs;
  for (;;) {
    const unaware = await inRows((rows) => activate(rows, keyId));
    if (unaware.length === 0 || performance.now() > until) return { keyId, unaware };
    await sleep(POLL_MS);
  }
}

async function findUnused(rows: RowSource): Promise<string | null> {
  const [row] = await rows.query<{ key_id: string }>(
    {
      text: 'select key_id from encryption_keys where activated_at is null and wrapped is not null order by 1 limit 1',
      values: [],
      touches: { reads: ['encryption_keys'] },
    },
    null,
  );
  return row?.key_id ?? null;
}

async function store(
  inRows: <T>(work: (rows: RowSource) => Promise<T>) => Promise<T>,
  { kek, key_id: keyId, sample, wrapped }: Awaited<ReturnType<typeof newDataKey>>,
): Promise<string> {
  await inRows((rows) =>
    rows.query(
      {
        text: `insert into encryption_keys (key_id, wrapped, kek, sample, created_at) values ($1, $2, $3, $4, now())`,
        values: [keyId, wrapped, kek, sample],
        touches: { writes: ['encryption_keys'] },
      },
      null,
    ),
  );
  return keyId;
}

/** Puts a key into use unless some processes do not know it; returns those processes. */
async function activate(rows: RowSource, keyId: string): Promise<string[]> {
  const unaware = await rows.query<{ process_id: string }>(
    {
      text: `select process_id from processes
             where seen_at > now() - interval '${GONE_AFTER_MS} ms' and not jsonb_exists(known_key_ids, $1) order by 1`,
      values: [keyId],
      touches: { reads: ['processes'] },
    },
    null,
  );
  if (unaware.length === 0)
    await rows.query(
      {
        text: `update encryption_keys set activated_at = greatest(clock_timestamp(),
                 (select max(activated_at) + interval '1 ms' from encryption_keys))
               where key_id = $1 and activated_at is null`,
        values: [keyId],
        touches: { writes: ['encryption_keys'] },
      },
      null,
    );
  return unaware.map(({ process_id: id }) => id);
}
