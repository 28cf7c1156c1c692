import { chooseProfile } from '../access/choose-profile.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { RoutedTransaction, RoutingConfiguration } from '../entities/routing-configuration.ts';
import { Ruleset } from '../entities/ruleset.ts';
import type { RuleDecision } from '../entities/values/rule-facts.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input, type JsonRecord, type ValueOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { isSameAlgorithm, settingByDecision } from '../routing/decide-routing.ts';
import { requireRoutable } from '../routing/require-accounts.ts';
import { rulesOfAlgorithm, type WrittenAlgorithm } from '../routing/routing-rules.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { activateLocked, activateRuleset, addConfiguration, addRuleset, clearDecision } from './rulesets.ts';

type Transaction = ValueOf<typeof RoutedTransaction>;

@Input({ about: 'Parameters for creating a routing configuration.' })
export class RoutingConfigurationCreation extends fieldsFrom(RoutingConfiguration, {
  requires: ['name', 'algorithm'],
  takes: ['description'],
}) {
  @f.Id("Business profile of the configuration; the merchant's default or only profile if omitted.")
  profile_id?: string | null;
  @f.Enumeration(() => RoutedTransaction, 'Type of transaction; `payment` by default.')
  transaction_type?: Transaction | null;
}

@Input({ about: 'Parameters for deactivating the active routing configuration.' })
export class RoutingDeactivation {
  @f.Id("Business profile of the configuration; the merchant's default or only profile if omitted.")
  profile_id?: string | null;
  @f.Enumeration(() => RoutedTransaction, 'Type of transaction; `payment` by default.')
  transaction_type?: Transaction | null;
}

/** The decision about a routed transaction. */
export const decisionByTransaction = {
  payment: 'payment_routing',
  payout: 'payout_routing',
} as const satisfies Record<Transaction, ValueOf<typeof RuleDecision>>;

/**
 * Creates a routing configuration, which is not active, with its ruleset, and returns its identifier.
 *
 * @throws {Problem} `resource_not_found` for an unknown profile or account; `missing_parameter` if there are several
 *   profiles to choose from; `invalid_parameter` for an invalid algorithm, naming the path of the part.
 */
export function createRoutingConfiguration(
  ctx: Context,
  { algorithm, description, name, profile_id: given, transaction_type }: RoutingConfigurationCreation,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    // GraphQL offers two forms of the algorithm; neither is required in the schema.
    if (!algorithm) {
      throw new Problem('missing_parameter', 'algorithm is required.', { param: 'algorithm' });
    }
    const { profileId } = await chooseProfile(tx, given);
    const profile = await lock(tx, BusinessProfile, profileId, 'profile_id');
    await requireRoutable(tx, profile, algorithm, 'algorithm');
    const decision = decisionByTransaction[transaction_type ?? 'payment'];
    const rules = rulesOfAlgorithm(algorithm);
    const ruleset = await addRuleset(tx, profile, {
      decision,
      name,
      description: description ?? null,
      rules,
    });
    return (await addConfiguration(tx, ruleset, algorithm)).id;
  });
}

/**
 * Activates a routing configuration: its ruleset becomes the active one of the profile, and its algorithm the profile's
 * setting, in the same transaction. Repeating it changes nothing.
 *
 * @throws {Problem} `resource_not_found`, also for an account that the algorithm names and that was deleted since.
 */
export function activateRoutingConfiguration(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const seen = await readOne(tx, RoutingConfiguration, id, ['profile_id']);
    if (!seen) throw notFound('routing configuration');
    // A change of the active configuration locks the profile.
    const profile = await lock(tx, BusinessProfile, seen.profile_id);
    const configuration = await lock(tx, RoutingConfiguration, id);
    const { algorithm, name, ruleset_id: ruleset, transaction_type } = configuration;
    if (!algorithm) return activateRuleset(tx, ruleset!);
    await requireRoutable(tx, profile, algorithm, 'algorithm');
    const decision = decisionByTransaction[transaction_type];
    if (configuration.active && profile.active_rules?.[decision]) return;
    const made = ruleset
      ? await lock(tx, Ruleset, ruleset)
      : await addRuleset(tx, profile, { decision, name, rules: rulesOfAlgorithm(algorithm) });
    configuration.ruleset_id = made.ruleset_id;
    await tx.transaction.em.flush();
    await tx.transaction.writes.send();
    await activateLocked(tx, profile, made, { ...algorithm } as JsonRecord);
  });
}

/**
 * Deactivates the active routing configuration of a profile and its ruleset, and clears the profile's setting.
 *
 * @returns The identifier of the configuration.
 * @throws {Problem} `resource_not_found` for an unknown profile; `unexpected_state` if none is active.
 */
export function deactivateRouting(
  ctx: Context,
  { profile_id: given, transaction_type: transaction }: RoutingDeactivation,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { profileId } = await chooseProfile(tx, given);
    const { merchant_id, profile_id } = await lock(tx, BusinessProfile, profileId, 'profile_id');
    const routed = transaction ?? 'payment';
    const active = { merchant_id, profile_id, transaction_type: routed, active: true };
    const was = await tx.transaction.em.findOne(RoutingConfiguration, active);
    if (!was) {
      const setting = settingByDecision[decisionByTransaction[routed]];
      throw new Problem(
        'unexpected_state',
        `The business profile has no active routing configuration for a ${routed}. If the profile itself sets the algorithm, set its ${setting} to null.`,
      );
    }
    const profile = await lock(tx, BusinessProfile, profileId);
    await clearDecision(tx, profile, decisionByTransaction[routed]);
    return was.id;
  });
}

/** Name of the rulesets of algorithms that are set in a profile. */
const SET_IN_PROFILE = 'Set in the business profile';

/**
 * Sets the algorithm of a profile, which is locked or new and already inserted: it becomes the active ruleset. Null leaves
 * the profile without rules, unless its rules have no form as an algorithm, so that writing back what was read changes
 * nothing. The algorithm is valid.
 */
export async function setAlgorithm(
  tx: WritingContext,
  profile: BusinessProfile,
  transaction: Transaction,
  algorithm: WrittenAlgorithm | null,
): Promise<void> {
  const decision = decisionByTransaction[transaction];
  const shown = (profile[settingByDecision[decision]] ?? null) as WrittenAlgorithm | null;
  const isActive = Boolean(profile.active_rules?.[decision]);
  if (isActive && isSameAlgorithm(shown, algorithm)) return;
  if (!algorithm) {
    await clearDecision(tx, profile, decision);
    return;
  }
  const rules = rulesOfAlgorithm(algorithm);
  const ruleset = await addRuleset(tx, profile, { decision, name: SET_IN_PROFILE, rules });
  await activateLocked(tx, profile, ruleset, { ...algorithm } as JsonRecord);
}
