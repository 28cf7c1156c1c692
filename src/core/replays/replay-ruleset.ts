import { profileOf } from '../access/choose-profile.ts';
import { rulesOf } from '../business-profiles/rulesets.ts';
import { RuleReplay } from '../entities/rule-replay.ts';
import { Ruleset } from '../entities/ruleset.ts';
import { isPersonalFact } from '../entities/values/rule-facts.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import { reachesProfile, requirePermission } from '../foundation/permissions.ts';
import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';
import { compileRules } from '../rules/compiled-rules.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import { continueReplay } from './continue-replays.ts';
import { hasMoreThan } from './replayed-rows.ts';
import { emptyTally } from './tally.ts';

@Input({ about: 'The period of a replay.' })
export class RulesetReplay {
  @f.Timestamp('Start of the period, inclusive.', { required: true }) created_gte!: string;
  @f.Timestamp('End of the period, exclusive.', { required: true }) created_lt!: string;
}

/** Payments that a request decides about itself; more are left to a job. */
const AT_ONCE_MAX = 10_000;
/** Time after which a request leaves the rest to the job. */
const AT_ONCE_MS = 10_000;
/** Replays of a merchant that may wait for the job. */
const PENDING_MAX = 5;
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Replays a ruleset over the payments, or payouts, of a period of its profile. Up to {@link AT_ONCE_MAX} are decided about
 * at once, more by a job. Nothing but the replay is written.
 *
 * @param atOnce Payments that are decided about at once.
 * @returns The identifier of the replay.
 * @throws {Problem} `resource_not_found`; `not_permitted` without the permission to read the payments or payouts, and to
 *   read personal data if the rules compare it; `invalid_parameter` for an empty period; `unexpected_state` beyond
 *   {@link PENDING_MAX}.
 */
export async function replayRuleset(
  ctx: Context,
  rulesetId: string,
  period: RulesetReplay,
  atOnce = AT_ONCE_MAX,
): Promise<string> {
  const { isLong, replay_id } = await inTransaction(ctx, async (tx) => {
    const merchant_id = requireMerchant(tx);
    const ruleset = await tx.transaction.em.findOne(Ruleset, { merchant_id, ruleset_id: rulesetId });
    if (!ruleset || !reachesProfile(tx, ruleset.profile_id)) throw notFound('ruleset', 'ruleset_id');
    requireReadableBy(ctx, ruleset);
    const [created_gte, created_lt] = [new Date(period.created_gte), new Date(period.created_lt)];
    if (created_lt <= created_gte) {
      throw invalidParameter('created_lt', 'created_lt must be after created_gte.');
    }
    const pending = await tx.transaction.em.count(RuleReplay, { merchant_id, status: 'pending' });
    if (pending >= PENDING_MAX) {
      const message = `At most ${PENDING_MAX} replays of a merchant account can be pending. Wait until one has ended.`;
      throw new Problem('unexpected_state', message);
    }
    const { decision, profile_id } = ruleset;
    await profileOf(tx, { merchant_id, profile_id });
    const now = tx.ports.now();
    const replay = Object.assign(new RuleReplay(), {
      merchant_id,
      replay_id: tx.ports.ids.make('rpy'),
      ruleset_id: rulesetId,
      ...{ decision, profile_id },
      status: 'pending',
      progress: 0,
      ...{ created_gte, created_lt },
      payments: 0,
      moved: [],
      ...emptyTally().effects,
      unknown_facts: [],
      created_at: now,
      expires_at: new Date(now.getTime() + KEPT_DAYS * DAY_MS),
    } as const);
    await insert(tx, replay, false);
    const table = decision === 'payout_routing' ? 'payouts' : 'payments';
    return { replay_id: replay.replay_id, isLong: await hasMoreThan(tx, table, replay, atOnce) };
  });
  if (!isLong) await continueReplay(ctx, replay_id, AT_ONCE_MS);
  return replay_id;
}

/** A draft could be written to find out any fact of a payment. @throws {Problem} `not_permitted`. */
function requireReadableBy(ctx: Context, ruleset: Ruleset): void {
  requirePermission(ctx, ruleset.decision === 'payout_routing' ? 'payouts:read' : 'payments:read');
  const { rules } = compileRules(ruleset.decision, ruleset, rulesOf(ruleset));
  if (rules.some(({ fields }) => fields.some(isPersonalFact))) requirePermission(ctx, 'personal_data:read');
}
