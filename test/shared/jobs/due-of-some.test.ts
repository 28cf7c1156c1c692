import { expect } from 'vitest';
import { sendDueEvents } from '../../../src/connectors/sandbox/send-webhooks.ts';
import { continueBalanceBackfills } from '../../../src/core/balance/backfill.ts';
import type { Context } from '../../../src/core/foundation/context.ts';
import type { RowSource, Statement } from '../../../src/core/foundation/transaction.ts';
import { runImports } from '../../../src/core/imports/run-imports.ts';
import { deleteAtVendors } from '../../../src/core/maintenance/delete-at-vendors.ts';
import { sendNotificationMail } from '../../../src/core/notifications/send-mail.ts';
import { continueReplays } from '../../../src/core/replays/continue-replays.ts';
import { makeReports } from '../../../src/core/reports/make-reports.ts';
import { runReportSchedules } from '../../../src/core/reports/run-schedules.ts';
import { readReports } from '../../../src/core/settlements/read-reports.ts';
import { writeExports } from '../../../src/core/vault-exports/write-exports.ts';
import { allMerchants } from '../../../src/core/writes/due-objects.ts';
import { sweepRounds } from '../../kit/sweep-rounds.ts';
import { testApart as test } from '../../kit/test.ts';

/** Every sweep for due work of all merchants. */
const rounds: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  ...sweepRounds,
  'delete at vendors': (ctx) => deleteAtVendors(ctx),
  'make reports': (ctx) => makeReports(ctx, allMerchants),
  'backfill balance entries': (ctx) => continueBalanceBackfills(ctx, allMerchants),
  'read settlement reports': (ctx) => readReports(ctx, allMerchants),
  'continue replays': (ctx) => continueReplays(ctx, allMerchants),
  'run report schedules': (ctx) => runReportSchedules(ctx, allMerchants, 90),
  'import payment methods': (ctx) => runImports(ctx),
  'export payment methods': (ctx) => writeExports(ctx),
  'send notifications by e-mail': (ctx) => sendNotificationMail(ctx),
  "send the sandbox's webhooks": (ctx) =>
    sendDueEvents({ ...ctx, now: ctx.ports.now } as unknown as Parameters<typeof sendDueEvents>[0]),
};

/** Statements of the service itself, without a merchant. */
const ofNoMerchant = /\b(attempt_counts|auth\.\w+|processes|scheduled_tasks)\b/;

/** Runs sweeps with their statements limited to some merchants. */
function ofSome(ctx: Context, merchantIds: readonly string[]) {
  const asked: Statement[] = [];
  const rows: RowSource = {
    query: (statement, merchantId) => {
      if (merchantId !== null) return ctx.rows.query(statement, merchantId);
      asked.push(statement);
      if (statement.ofSome === undefined) return ctx.rows.query(statement, null);
      return ctx.rows.query(
        { touches: statement.touches, text: statement.ofSome, values: [...statement.values, merchantIds] },
        null,
      );
    },
  };
  return { asked, ctx: { ...ctx, rows } };
}

test('Queries for due work of all merchants can be limited to some, node by node of a cluster', async ({
  service,
  shop,
}) => {
  await shop.connector();
  const payment = await shop.payment({ status: 'requires_payment_method', amount_received: 0 });
  await shop.attempt(payment);
  const system = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const without: [string, string][] = [];
  for (const [name, round] of Object.entries(rounds)) {
    const { asked, ctx } = ofSome(system, [shop.merchantId]);
    await round(ctx);
    expect([name, asked.length > 0]).toEqual([name, true]);
    for (const { ofSome: text, text: all } of asked) {
      if (text === undefined && !ofNoMerchant.test(all)) without.push([name, all]);
      if (text !== undefined)
        expect([name, text]).toEqual([name, expect.stringMatching(/merchant_id = any\(\$/)]);
    }
  }
  expect(without).toEqual([]);

  await shop.attempt(await shop.payment());
  const find = async (merchants: readonly string[]) => {
    const found: unknown[] = [];
    const { ctx } = ofSome(system, merchants);
    await sweepRounds.fold_stats!({
      ...ctx,
      rows: {
        query: async (statement, merchantId) => {
          if (merchantId === null) found.push(...(await ctx.rows.query(statement, null)));
          return [];
        },
      },
    });
    return found;
  };
  expect(await find(['another'])).toEqual([]);
  expect(await find([shop.merchantId])).toEqual([{ merchant_id: shop.merchantId, number: 2, seconds: 0 }]);
});
