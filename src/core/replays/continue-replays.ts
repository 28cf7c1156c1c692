import { profileOf } from '../access/choose-profile.ts';
import { rulesOf } from '../business-profiles/rulesets.ts';
import { RuleReplay } from '../entities/rule-replay.ts';
import { Ruleset } from '../entities/ruleset.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { accountsOf } from '../routing/choose-accounts.ts';
import { merchantsPayoutAlgorithm } from '../routing/choose-payout-accounts.ts';
import { type CompiledRouting, type RoutingDecision, rulesOfProfile } from '../routing/decide-routing.ts';
import { compileRules } from '../rules/compiled-rules.ts';
import { earlyRules } from '../rules/decide-early.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { ReplayRules } from './judge.ts';
import { judgePage } from './judge-page.ts';
import { keepJudged } from './keep-judged.ts';
import { PAGE_ROWS } from './replayed-rows.ts';
import { addTo, emptyTally, expectedOf, showTally, type Tally } from './tally.ts';

/** The time that one replay may use per run, so that a long one does not delay the others. */
const REPLAY_MS = 10_000;

/**
 * Continues the replays of a share of the merchants that wait, page by page, each page in a separate transaction. After an
 * interruption the next run continues with the missing page.
 *
 * @returns The number of finished replays.
 */
export function continueReplays(ctx: Context, share: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'rule_replays',
    id: 'replay_id',
    dueAt: 'created_at',
    where: "status = 'pending'",
    end: (merchantId, id) => continueReplay(withinMerchant(ctx, merchantId), id, REPLAY_MS),
  };
  return endDueObjects(ctx, due, share);
}

/** Continues a replay until it is finished, or for a time; returns whether it is finished. */
export async function continueReplay(ctx: Context, replayId: string, ms: number): Promise<boolean> {
  const untilMs = performance.now() + ms;
  try {
    while (!(await replayPage(ctx, replayId))) if (performance.now() > untilMs) return false;
    return true;
  } catch (error) {
    // Its ruleset or profile was deleted, or a stored algorithm is invalid.
    if (!(error instanceof Problem)) throw error;
    await fail(ctx, replayId, error.message);
    return true;
  }
}

const REASON_MAX = 255;

const fail = (ctx: Context, replayId: string, reason: string) =>
  inTransaction(ctx, async (tx) => {
    const replay = await lock(tx, RuleReplay, replayId);
    if (replay.status !== 'pending') return;
    replay.status = 'failed';
    replay.failure_reason = reason.slice(0, REASON_MAX);
    replay.finished_at = tx.ports.now();
  });

/** Decides about the next page of a replay in one transaction, which saves its progress; returns whether it is finished. */
export const replayPage = (ctx: Context, replayId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const replay = await lock(tx, RuleReplay, replayId);
    if (replay.status !== 'pending') return true;
    const rules = await rulesFor(tx, replay);
    const { judged, unknown } = await judgePage(tx, replay, rules);
    const tally = structuredClone((replay.tally ?? emptyTally()) as unknown as Tally);
    await keepJudged(tx, replay, judged, tally.payments);
    for (const one of judged) addTo(tally, one);
    tally.unknown = [...new Set([...tally.unknown, ...unknown])];
    replay.tally = { ...tally };
    showTally(replay, tally);
    const last = judged.at(-1);
    if (last && judged.length === PAGE_ROWS) {
      replay.read_to = [last.created, last.id];
      replay.progress = percentOf(replay, new Date(last.created));
      return false;
    }
    replay.status = 'succeeded';
    replay.progress = 100;
    replay.expected = expectedOf(tally) ?? null;
    replay.finished_at = tx.ports.now();
    return true;
  });

const percentOf = ({ created_gte: from, created_lt: to }: RuleReplay, at: Date) =>
  Math.floor((99 * (at.getTime() - from.getTime())) / (to.getTime() - from.getTime()));

/** The rules of a replay: the active ones of its profile, with the replayed ruleset in place of that of its decision. */
async function rulesFor(tx: WritingContext, replay: RuleReplay): Promise<ReplayRules> {
  const { decision, merchant_id, profile_id, ruleset_id } = replay;
  const ruleset = await tx.transaction.em.findOne(Ruleset, { merchant_id, ruleset_id });
  if (!ruleset) throw notFound('ruleset', 'ruleset_id');
  const profile = await profileOf(tx, { merchant_id, profile_id });
  const given = compileRules(decision, ruleset, rulesOf(ruleset));
  const isPayout = decision === 'payout_routing';
  const name: RoutingDecision = isPayout ? 'payout_routing' : 'payment_routing';
  return {
    profile,
    accounts: await accountsOf(tx, merchant_id, profile),
    early: isPayout ? [] : earlyRules(profile, {}, given),
    routing: decision === name ? (given as CompiledRouting) : rulesOfProfile(profile, name),
    merchants: isPayout ? await merchantsPayoutAlgorithm(tx, profile) : null,
  };
}
