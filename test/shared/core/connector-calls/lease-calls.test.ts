import { expect, vi } from 'vitest';
import { leaseCalls } from '../../../../src/core/connector-calls/lease-calls.ts';
import { ulidMaker } from '../../../../src/core/foundation/ids.ts';
import type { RowSource } from '../../../../src/core/foundation/transaction.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { testApart as test } from '../../../kit/test.ts';

const SETTLED = 3_000;
/** Far fewer than the pages of the calls' rows. */
const PAGES_MAX = 30;

test('Leasing calls does not read calls settled since the last vacuum', async ({ service }) => {
  const { contextFor, database } = service;
  const query = (text: string, ...values: unknown[]) => database.rows.query({ text, values }, null);
  const { merchantId } = await seedMerchant(service);
  const id = ulidMaker();
  await query(
    `insert into connector_calls (merchant_id, call_id, flow, operation, object_id, merchant_connector_id, connector,
                                  status, request, look_up_at, created_at)
     select $1, call_id, 'authorize', 'authorize', 'pay_1', 'mca_1', 'sandbox', 'intended', '\\x00', '2000-01-01', now()
     from unnest($2::text[]) as call_id returning 1`,
    merchantId,
    Array.from({ length: SETTLED }, () => id.make('call')),
  );
  await query(`update connector_calls set status = 'settled' where merchant_id = $1`, merchantId);

  let pages = 0;
  const explained: RowSource = {
    query: async ({ text, values }, scope) => {
      const explain = `explain (analyze, buffers, format json) ${text}`;
      const [row] = await database.rows.query({ text: explain, values, unprepared: true }, scope);
      const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
      pages = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
      return [];
    },
  };
  const ctx = { ...contextFor({ kind: 'admin_key' }, 'req_test'), rows: explained };
  const lease = () => leaseCalls(ctx, { limit: 8, perMerchant: 4, underWay: new Map(), abandoned: true });
  // One query finds that they are settled, once no older transaction is running on the server.
  await vi.waitFor(
    async () => {
      await lease();
      expect(pages).toBeLessThan(PAGES_MAX);
    },
    { timeout: 60_000 },
  );
});
