import pg from 'pg';
import { expect } from 'vitest';
import { followStatistics } from '../../../src/core/derived/fold-stats.ts';
import { derivedRows } from '../../../src/core/derived/index.ts';
import { ownerUrl } from '../../kit/database.ts';
import { cloneMerchant } from '../../kit/many-merchants.ts';
import { costOfRound, type RoundCost, sweepRounds } from '../../kit/sweep-rounds.ts';
import { testApart as test } from '../../kit/test.ts';

const MERCHANTS = 1_000;
/** The tolerance for chance and the planner; reading each merchant would take one scan per merchant. */
const MORE_MAX = 100;

test('A run of any sweep costs the same with a thousand idle merchants as with one', async ({
  service,
  shared,
  shop,
}) => {
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
  await owner.connect();
  const costs = async () => {
    await foldAll();
    await owner.query('analyze');
    const rounds: [string, RoundCost][] = [];
    for (const [name, round] of Object.entries(sweepRounds))
      rounds.push([name, await costOfRound(ctx, round)]);
    return rounds;
  };
  // A merchant is idle after an hour without an object.
  const foldAll = async () => {
    for (const hours of [2, 4]) await followStatistics(ctx.rows, new Date(Date.now() + hours * 3_600_000));
    for (const { task } of derivedRows) await sweepRounds[task]!(ctx);
  };
  try {
    await shop.connector();
    const payment = await shop.payment();
    await shop.attempt(payment);
    await shop.payment({ status: 'requires_payment_method', amount_received: 0 });
    const before = await costs();
    const query = async (text: string, ...values: unknown[]) =>
      (await service.database.rows.query({ text, values }, null)) as Record<string, unknown>[];
    await cloneMerchant(query, shop.merchantId, MERCHANTS);
    expect((await query('select count(*)::int as n from merchant_accounts'))[0]).toEqual({
      n: MERCHANTS + 1,
    });
    const after = new Map(await costs());
    for (const [name, { statements, touched }] of before) {
      const now = after.get(name)!;
      expect([name, now.statements]).toEqual([name, statements]);
      expect([name, now.touched - touched < MORE_MAX]).toEqual([name, true]);
    }
  } finally {
    await owner.end();
  }
});
