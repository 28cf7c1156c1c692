import { forgetCards } from '../../src/core/connector-calls/forget-cards.ts';
import { leaseCalls } from '../../src/core/connector-calls/lease-calls.ts';
import { derivedRows } from '../../src/core/derived/index.ts';
import type { Context } from '../../src/core/foundation/context.ts';
import type { RowSource } from '../../src/core/foundation/transaction.ts';
import { sweepEvidenceObjects } from '../../src/core/maintenance/sweep-evidence-objects.ts';
import { captureDuePayments } from '../../src/core/payments/capture/capture-due.ts';
import { expireAuthorizations } from '../../src/core/payments/void/expire-authorizations.ts';
import { expirePayments } from '../../src/core/payments/void/expire-payments.ts';
import { expirePayouts } from '../../src/core/payouts/expire-payouts.ts';
import { beforeAll, findDueEndpoints } from '../../src/core/webhooks/due-endpoints.ts';
import { sweep } from '../../src/jobs/sweep.ts';
import { readQueues } from '../../src/telemetry/queues.ts';

/** One run of each of the service's sweeps, by name. */
export const sweepRounds: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  'expire payments': (ctx) => expirePayments(ctx),
  'expire payouts': (ctx) => expirePayouts(ctx),
  'capture payments': (ctx) => captureDuePayments(ctx),
  'expire authorizations': (ctx) => expireAuthorizations(ctx),
  ...Object.fromEntries(derivedRows.map(({ follow, task }) => [task, (ctx) => follow(ctx)])),
  'count derived changes': async (ctx) => {
    for (const { lag } of derivedRows) await lag(ctx.rows);
  },
  'forget cards': (ctx) => forgetCards(ctx),
  retention: (ctx) => sweep(ctx),
  'evidence in a bucket': (ctx) => sweepEvidenceObjects(ctx),
  'take connector calls': (ctx) =>
    leaseCalls(ctx, { limit: 8, perMerchant: 4, underWay: new Map(), abandoned: true }),
  'find due webhooks': (ctx) => findDueEndpoints(ctx, ctx.ports.now(), beforeAll, 32),
  'count queues': (ctx) => readQueues(ctx.rows, ctx.ports.now()),
};

/** The database work of a run. */
export interface RoundCost {
  readonly statements: number;
  /** Rows read and index scans started, in all tables; on a cluster, in the coordinator's. */
  readonly touched: number;
}

const touchedText = `select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
  + coalesce(idx_scan, 0)), 0)::int as touched from pg_stat_xact_user_tables`;

/** Runs a sweep with nothing to do in one transaction, and returns PostgreSQL's statistics of it. */
export function costOfRound(ctx: Context, round: (ctx: Context) => Promise<unknown>): Promise<RoundCost> {
  return ctx.transact(null, async (transaction) => {
    // Counted since the session's last report, which may precede the transaction.
    const touched = async () => {
      const counted = { text: touchedText, values: [], touches: {} };
      return (await transaction.rows.query<{ touched: number }>(counted, null))[0]!.touched;
    };
    let statements = 0;
    const rows: RowSource = {
      query: (statement, merchantId) => {
        statements += 1;
        return transaction.rows.query(statement, merchantId);
      },
    };
    const before = await touched();
    await round({ ...ctx, rows });
    return { statements, touched: (await touched()) - before };
  });
}
