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
  // Transaction numbers below those of a new database, so all of them are committed.
  const text = `
    insert into updates (merchant_id, transaction_id, sequence, object_type, object_id, recorded_at)
    overriding system value
    select $1, t::text::xid8, 3 * t + n, 'payment', t || '.' || n, now()
    from generate_series(1, 400) t cross join generate_series(0, 2) n`;
  await service.database.rows.query({ text, values: [shop.merchantId] }, shop.merchantId);

  const read: ChangeFeedEntry[] = [];
  const pages: number[] = [];
  for (let more = true; more; ) {
    const after = read.at(-1) ?? { transactionId: 0n, sequence: 0n };
    const page = await readChanges(service.database.rows, shop.merchantId, after);
    read.push(...page.updates);
    pages.push(page.updates.length);
    more = page.more && pages.length < 10;
  }
  const inOrder = Array.from({ length: 1200 }, (_, i) => `${1 + Math.floor(i / 3)}.${i % 3}`);
  expect(read.map(({ id }) => id)).toEqual(inOrder);
  expect(pages).toEqual([UPDATES_READ_MAX, UPDATES_READ_MAX, 200]);
});
