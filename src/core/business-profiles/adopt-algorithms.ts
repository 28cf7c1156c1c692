import { ALGORITHM_WITHOUT_RULES, BusinessProfile } from '../entities/business-profile.ts';
import { RoutingConfiguration } from '../entities/routing-configuration.ts';
import { Ruleset } from '../entities/ruleset.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import type { JsonRecord } from '../model/index.ts';
import {
  type ActiveRouting,
  isSameAlgorithm,
  type RoutingDecision,
  settingByDecision,
} from '../routing/decide-routing.ts';
import { readStored } from '../routing/routing-algorithm.ts';
import { rulesOfAlgorithm, type WrittenAlgorithm } from '../routing/routing-rules.ts';
import { type DueObjects, endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { activateLocked, addRuleset, clearDecision, transactionByDecision } from './rulesets.ts';

/** Name of the rulesets of algorithms that a release without rulesets stored. */
const STORED_BEFORE = 'Stored before rulesets';

/**
 * Gives the algorithms of profiles that a release without rulesets wrote their rulesets: before this release, or beside it
 * while processes are replaced. An algorithm that it removed retires its ruleset. Decisions do not change, as the setting
 * counts while it differs from what the active ruleset shows.
 *
 * @returns The number of profiles.
 */
export function adoptAlgorithms(ctx: Context, share: MerchantShare): Promise<number> {
  const due: DueObjects = {
    table: 'business_profiles',
    id: 'profile_id',
    dueAt: 'modified_at',
    where: ALGORITHM_WITHOUT_RULES,
    end: (merchantId, id) => adoptAlgorithmsOf(withinMerchant(ctx, merchantId), id),
  };
  return endDueObjects(ctx, due, share);
}

/** Adopts the algorithms of a profile; returns whether it had one. */
const adoptAlgorithmsOf = (ctx: Context, profileId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const profile = await lock(tx, BusinessProfile, profileId);
    let isAdopted = false;
    for (const decision of Object.keys(settingByDecision) as RoutingDecision[]) {
      const stored = (profile[settingByDecision[decision]] ?? null) as WrittenAlgorithm | null;
      const active = (profile.active_rules?.[decision] ?? null) as ActiveRouting | null;
      if (isSameAlgorithm(active?.algorithm ?? null, stored)) continue;
      isAdopted = (await adopt(tx, profile, decision, stored)) || isAdopted;
    }
    return isAdopted;
  });

async function adopt(
  tx: WritingContext,
  profile: BusinessProfile,
  decision: RoutingDecision,
  stored: WrittenAlgorithm | null,
): Promise<boolean> {
  if (!stored?.type) {
    await clearDecision(tx, profile, decision);
    return true;
  }
  if (!isReadable(stored, decision)) return false;
  const configuration = await activeConfiguration(tx, profile, decision);
  const ruleset = configuration?.ruleset_id
    ? await lock(tx, Ruleset, configuration.ruleset_id)
    : await addRuleset(tx, profile, {
        decision,
        name: configuration?.name ?? STORED_BEFORE,
        description: configuration ? STORED_BEFORE : null,
        rules: rulesOfAlgorithm(stored),
      });
  if (configuration) configuration.ruleset_id = ruleset.ruleset_id;
  await tx.transaction.em.flush();
  await tx.transaction.writes.send();
  await activateLocked(tx, profile, ruleset, { ...stored } as JsonRecord);
  return true;
}

/** Whether an algorithm is valid. An invalid one refuses payments until it is set anew, and is left as it is. */
function isReadable(stored: WrittenAlgorithm, decision: RoutingDecision): boolean {
  try {
    return readStored(stored, settingByDecision[decision]) !== null;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** The active routing configuration with the algorithm that the profile has; null without one. */
async function activeConfiguration(
  tx: WritingContext,
  profile: BusinessProfile,
  decision: RoutingDecision,
): Promise<RoutingConfiguration | null> {
  const { merchant_id, profile_id } = profile;
  const found = await tx.transaction.em.findOne(RoutingConfiguration, {
    ...{ merchant_id, profile_id, active: true },
    transaction_type: transactionByDecision[decision],
  });
  const stored = (profile[settingByDecision[decision]] ?? null) as WrittenAlgorithm | null;
  if (!found || !isSameAlgorithm((found.algorithm ?? null) as WrittenAlgorithm | null, stored)) return null;
  return lock(tx, RoutingConfiguration, found.id);
}
