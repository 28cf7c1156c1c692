import { expect } from 'vitest';
import { withinMerchant } from '../../../src/core/foundation/context.ts';
import { continueFinanceImport } from '../../../src/core/settlements/files/run-finance-imports.ts';
import { csvOf, goodLine, financeTest as test } from './finance-files.ts';

/** Three batches. */
const LINES = 1_100;
const csv = csvOf(...Array.from({ length: LINES }, (_, n) => goodLine(n, `batch_0000000${n % 2}`)));

test('An import that is killed in each of its transactions records each line once, and is taken back whole', async ({
  files,
  service,
  shop,
}) => {
  const ctx = withinMerchant(service.contextFor({ kind: 'admin_key' }, 'req_test'), shop.merchantId);
  /** Like a killed process: each transaction is written once, not committed, and then repeated. */
  const continueKilled = async (id: string) => {
    let kills = 0;
    for (let at = 1; ; at++) {
      let opened = 0;
      const killed = {
        ...ctx,
        transact: ((merchantId, work) =>
          ctx.transact(merchantId, async (open) => {
            const result = await work(open);
            opened += 1;
            if (opened === 1 && at % 2 === 1) throw new Error('killed');
            return result;
          })) as typeof ctx.transact,
      };
      try {
        if (await continueFinanceImport(killed, id, 0)) return kills;
      } catch (error) {
        expect(String(error)).toContain('killed');
        kills += 1;
      }
    }
  };
  const { body: preview } = await files.settle(csv);
  const id = preview.import_id;
  await files.post(`/settlements/imports/${id}/confirm`);
  expect(await continueKilled(id)).toBe(3);
  expect(await files.retrieve(id)).toMatchObject({ status: 'done', lines_taken: LINES, lines_duplicate: 0 });
  const half = { line_count: LINES / 2, net: (LINES / 2) * 960 };
  expect(await files.settlements()).toMatchObject([half, half]);
  await files.post(`/settlements/imports/${id}/undo`);
  expect(await continueKilled(id)).toBeGreaterThan(0);
  expect(await files.retrieve(id)).toMatchObject({ status: 'undone', lines_taken: 0 });
  expect(await files.settlements()).toEqual([]);
});

test('Processes that record an import at once record each line once', async ({ files, service, shop }) => {
  const ctx = withinMerchant(service.contextFor({ kind: 'admin_key' }, 'req_test'), shop.merchantId);
  const { body: preview } = await files.settle(csv);
  const id = preview.import_id;
  await files.post(`/settlements/imports/${id}/confirm`);
  const runs = [1, 2, 3].map(() => continueFinanceImport(ctx, id, 600_000));
  expect(await Promise.all(runs)).toEqual([true, true, true]);
  expect(await files.retrieve(id)).toMatchObject({ status: 'done', lines_taken: LINES, lines_duplicate: 0 });
});

test('An import whose merchant switches reconciliation off fails, and none of its lines counts', async ({
  files,
  service,
  shop,
}) => {
  const ctx = withinMerchant(service.contextFor({ kind: 'admin_key' }, 'req_test'), shop.merchantId);
  const { body: preview } = await files.settle(csv);
  const id = preview.import_id;
  await files.post(`/settlements/imports/${id}/confirm`);
  expect(await continueFinanceImport(ctx, id, 0)).toBe(false);
  expect(await files.settlements()).toMatchObject([{ line_count: 250 }, { line_count: 250 }]);
  await service.database.rows.query(
    {
      text: `update merchant_accounts set is_recon_enabled = false, recon_status = 'disabled' where merchant_id = $1`,
      values: [shop.merchantId],
      touches: 'everything',
    },
    null,
  );
  expect(await continueFinanceImport(ctx, id, 600_000)).toBe(true);
  const failed = await files.retrieve(id);
  expect(failed).toMatchObject({
    status: 'failed',
    failure_reason: 'Reconciliation was switched off.',
    lines_taken: 0,
  });
});
