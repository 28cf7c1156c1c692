import { expect } from 'vitest';
import {
  type ChangeFeedEntry,
  readChanges,
  UPDATES_READ_MAX,
} from '../../../../src/core/writes/change-feed.ts';

import { test } from '../../../kit/test.ts';

test('The change feed is ordered by numeric transaction and sequence numbers and yields each change once', async ({
  service,
  shop,
}) => {
  const { rows } = service.database;
  const values = [shop.merchantId];
  const inOrder = Array.from({ length: 1200 }, (_, i) => `${1 + Math.floor(i / 3)}.${i % 3}`);
  const inserted = `
    insert into updates (merchant_id, object_id, object_type, recorded_at)
    values ${inOrder.map((id) => `($1, '${id}', 'payment', now())`)}`;
  await rows.query({ text: inserted, values }, shop.merchantId);
  // Transaction numbers below those of a new database, so all of them are committed.
  const text = `update updates set transaction_id = split_part(object_id, '.', 1)::xid8 where merchant_id = $1`;
  await rows.query({ text, values }, shop.merchantId);

  const read: ChangeFeedEntry[] = [];
  const pages: number[] = [];
  for (let more = true; more; ) {
    const after = read.at(-1) ?? { transactionId: 0n, sequence: 0n };
    const page = await readChanges(service.database.rows, shop.merchantId, after);
    read.push(...page.updates);
    pages.push(page.updates.length);
    more = page.more && pages.length < 10;
  }
  expect(read.map(({ id }) => id)).toEqual(inOrder);
  expect(pages).toEqual([UPDATES_READ_MAX, UPDATES_READ_MAX, 200]);
});
