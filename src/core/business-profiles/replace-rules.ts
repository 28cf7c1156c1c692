import { chooseProfile } from '../access/choose-profile.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { Ruleset } from '../entities/ruleset.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { requireProfile } from '../foundation/permissions.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import type { DecisionName } from '../rules/compiled-rules.ts';
import { inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { activateRuleset, clearDecision, createRuleset, type RulesetCreation } from './rulesets.ts';

/** The rules that replace those of a profile; the name is that of the active ruleset if omitted. */
export type RulesReplacement = Pick<RulesetCreation, 'decision' | 'rules' | 'default'> & {
  readonly name: string | null | undefined;
  readonly profile_id: string | null | undefined;
};

/**
 * Creates the next version of a decision's rules and activates it, in one transaction. Returns the identifier of the ruleset.
 *
 * @throws {Problem} `missing_parameter` for the first rules of a decision without a name; and those of `createRuleset`.
 */
export function replaceRules(
  ctx: Context,
  { name: given, profile_id: profileId, ...rules }: RulesReplacement,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const name = given ?? (await activeOf(tx, profileId, rules.decision))?.name;
    if (!name) throw new Problem('missing_parameter', 'name is required.', { param: 'name' });
    const id = await createRuleset(tx, { ...rules, name, profile_id: profileId ?? null });
    await activateRuleset(tx, id);
    return id;
  });
}

/**
 * Leaves a profile without rules of a decision. Returns the identifier of the ruleset that was active.
 *
 * @throws {Problem} `resource_not_found` for an unknown profile, and if no ruleset is active.
 */
export function removeRules(
  ctx: Context,
  profileId: string | null | undefined,
  decision: DecisionName,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const was = await activeOf(tx, profileId, decision);
    if (!was) throw notFound('active ruleset');
    await clearDecision(tx, await lock(tx, BusinessProfile, was.profile_id), decision);
    return was.ruleset_id;
  });
}

/**
 * The identifier of the active ruleset of a profile and decision.
 *
 * @throws {Problem} `resource_not_found` for an unknown profile, and if none is active.
 */
export function findActiveRules(
  ctx: Context,
  profileId: string | null | undefined,
  decision: DecisionName,
): Promise<string> {
  return inTransaction(evenIfSuspended(ctx), async (tx) => {
    const found = await activeOf(tx, profileId, decision);
    if (!found) throw notFound('active ruleset');
    return found.ruleset_id;
  });
}

async function activeOf(
  tx: WritingContext,
  given: string | null | undefined,
  decision: DecisionName,
): Promise<Ruleset | null> {
  const { profileId } = await chooseProfile(tx, given);
  requireProfile(tx, profileId);
  const where = {
    merchant_id: requireMerchant(tx),
    profile_id: profileId,
    decision,
    status: 'active' as const,
  };
  return tx.transaction.em.findOne(Ruleset, where);
}
