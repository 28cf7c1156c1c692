import { expect, test } from 'vitest';
import type { Row, RowSource, Statement } from '../../../../src/core/reads/index.ts';
import {
  type ChangeFeedEntry,
  decodeUpdatesCursor,
  encodeUpdatesCursor,
  UPDATES_READ_MAX,
} from '../../../../src/core/writes/change-feed.ts';
import { Feeds } from '../../../../src/graphql/feeds/feeds.ts';

type Listener = (merchantIds: ReadonlySet<string> | null) => void;

/** A feed over updates in memory. Updates of finished transactions are settled. */
function memory() {
  const updates: Row[] = [];
  const listeners = new Set<Listener>();
  const state = { xmin: 1, reads: 0, fails: false };
  const rows: RowSource = {
    query: (async ({ text, values }: Statement) => {
      state.reads += 1;
      if (state.fails) throw new Error('The database is unavailable.');
      if (!text.includes('from updates')) return [{ transaction_id: String(state.xmin) }];
      const [, transactionId, sequence] = values.map(Number) as [number, number, number];
      const behind = ({ transaction_id: t, sequence: s }: Row) =>
        Number(t) > transactionId || (Number(t) === transactionId && Number(s) > sequence);
      return updates
        .filter(behind)
        .sort((a, b) => Number(a.transaction_id) - Number(b.transaction_id))
        .slice(0, UPDATES_READ_MAX)
        .map((row) => ({ ...row, settled: Number(row.transaction_id) < state.xmin }));
    }) as RowSource['query'],
  };
  const errors: unknown[] = [];
  const feeds = new Feeds({
    rows,
    now: () => new Date(),
    onError: (error) => errors.push(error),
    onUpdates: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return {
    feeds,
    state,
    errors,
    listeners,
    /** Adds an update in a separate transaction, committed at once by default. */
    update(id: string, { transaction = state.xmin }: { transaction?: number } = {}) {
      state.xmin = Math.max(state.xmin, transaction + 1);
      updates.push({
        transaction_id: String(transaction),
        sequence: String(updates.length + 1),
        object_type: 'payment',
        object_id: id,
        recorded_at: new Date(),
      });
    },
    announce() {
      for (const listener of listeners) listener(new Set(['mer_1']));
    },
  };
}

const everything = { merchantId: 'mer_1', after: null, matches: () => true };
const ids = (updates: readonly ChangeFeedEntry[] | null) => updates?.map(({ id }) => id);

test('All followers of a merchant share one feed, which ends with the last follower', async () => {
  const { feeds, listeners } = memory();
  const followed = await Promise.all([feeds.follow(everything), feeds.follow(everything)]);
  const other = await feeds.follow({ ...everything, merchantId: 'mer_2' });
  expect([feeds.size, listeners.size]).toEqual([2, 1]);
  followed[0]!.close();
  followed[0]!.close();
  expect(feeds.size).toBe(2);
  followed[1]!.close();
  other.close();
  expect(feeds.size).toBe(0);
  feeds.stop();
  expect(listeners.size).toBe(0);
});

test('Closing a follower ends its pending read', async () => {
  const { feeds } = memory();
  const { follower, close } = await feeds.follow(everything);
  const waiting = follower.next();
  close();
  expect(await waiting).toBeNull();
  expect(await follower.next()).toBeNull();
});

test('A feed that fails to start is removed', async () => {
  const { feeds, state } = memory();
  state.fails = true;
  await expect(feeds.follow(everything)).rejects.toThrow('unavailable');
  expect(feeds.size).toBe(0);
  state.fails = false;
  const { close } = await feeds.follow(everything);
  close();
});

test('A feed reports a database outage once and resumes afterwards', async () => {
  const { announce, feeds, state, errors, update } = memory();
  const { follower, close } = await feeds.follow(everything);
  state.fails = true;
  const before = state.reads;
  announce();
  await expect.poll(() => state.reads).toBeGreaterThan(before);
  const second = state.reads;
  announce();
  await expect.poll(() => state.reads).toBeGreaterThan(second);
  state.fails = false;
  update('pay_1');
  announce();
  expect(ids(await follower.next())).toEqual(['pay_1']);
  expect(errors).toHaveLength(1);
  close();
});

test('A feed polls even if no update is announced', async () => {
  const { feeds, update } = memory();
  const { follower, close } = await feeds.follow(everything);
  update('pay_1');
  expect(ids(await follower.next())).toEqual(['pay_1']);
  close();
});

test('A follower gets the last update of each changed object, in order', async () => {
  const { announce, feeds, state, update } = memory();
  const { follower, close } = await feeds.follow(everything);
  for (const id of ['a', 'b', 'a', 'c', 'b']) update(id);
  const before = state.reads;
  announce();
  await expect.poll(() => state.reads).toBeGreaterThan(before);
  const updates = await follower.next();
  expect(updates?.map(({ id, sequence }) => [id, Number(sequence)])).toEqual([
    ['a', 3],
    ['c', 4],
    ['b', 5],
  ]);
  close();
});

test('A follower that fell behind its buffer rereads each object once', async () => {
  const { announce, feeds, state, update } = memory();
  const { follower, close } = await feeds.follow(everything);
  const count = 2_600;
  for (let i = 0; i < count; i++) update(`pay_${i}`);
  announce();
  await expect.poll(() => state.reads).toBeGreaterThan(count / UPDATES_READ_MAX + 1);
  const seen: string[] = [];
  while (seen.length < count) {
    seen.push(...(ids(await follower.next()) ?? []));
    if (seen.length === 1_000) update('pay_late');
  }
  announce();
  expect(new Set(seen).size).toBe(seen.length);
  if (!seen.includes('pay_late')) seen.push(...ids(await follower.next())!);
  expect(seen.toSorted()).toEqual(
    [...Array.from({ length: count }, (_, i) => `pay_${i}`), 'pay_late'].toSorted(),
  );
  close();
});

test('A follower whose cursor is ahead of the feed gets no update twice', async () => {
  const { announce, feeds, update } = memory();
  const first = await feeds.follow(everything);
  update('old');
  update('new');
  // Another process has sent the first one; this process has not polled since.
  const after = { transactionId: 1n, sequence: 1n, at: new Date() };
  const second = await feeds.follow({ ...everything, after });
  announce();
  expect(ids(await second.follower.next())).toEqual(['new']);
  expect(ids(await first.follower.next())).toEqual(['old', 'new']);
  first.close();
  second.close();
});

test('decodeUpdatesCursor reads what encodeUpdatesCursor wrote and rejects anything else', () => {
  const position = { transactionId: 2n ** 64n - 1n, sequence: 2n ** 63n - 1n };
  const at = new Date(1_795_307_875_031);
  const cursor = encodeUpdatesCursor(position, at);
  expect(decodeUpdatesCursor(cursor, 'after')).toEqual({ ...position, at });
  const tooLarge = [`${2n ** 64n}.1.1`, `1.${2n ** 63n}.1`, '01.1.1', '-1.1.1', '1.1', '1.1.1.1', ''];
  for (const text of [...tooLarge.map((text) => Buffer.from(text).toString('base64url')), `${cursor}=`]) {
    expect(() => decodeUpdatesCursor(text, 'after')).toThrow('after must be an unmodified cursor');
  }
});
