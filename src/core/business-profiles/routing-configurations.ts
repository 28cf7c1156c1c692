import { chooseProfile } from '../access/choose-profile.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { RoutedTransaction, RoutingConfiguration } from '../entities/routing-configuration.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input, type ValueOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import { requireRoutable } from '../routing/require-accounts.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';

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

/** The profile setting with the active algorithm, by routed transaction. */
export const settingByTransaction = {
  payment: 'routing_algorithm',
  payout: 'payout_routing_algorithm',
} as const satisfies Record<Transaction, keyof BusinessProfile>;

/**
 * Creates a routing configuration, which is not active, and returns its identifier.
 *
 * @throws {Problem} `resource_not_found` for an unknown profile or account; `missing_parameter` if there are several
 *   profiles to choose from; `invalid_parameter` for an invalid algorithm, naming the path of the part.
 */
export function createRoutingConfiguration(
  ctx: Context,
  { algorithm, profile_id: given, transaction_type: transaction, ...texts }: RoutingConfigurationCreation,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    // GraphQL offers two forms of the algorithm; neither is required in the schema.
    if (!algorithm) {
      throw new Problem('missing_parameter', 'algorithm is required.', { param: 'algorithm' });
    }
    const configuration = new RoutingConfiguration();
    configuration.merchant_id = requireMerchant(tx);
    configuration.id = tx.ports.ids.make('rtg');
    configuration.profile_id = (await chooseProfile(tx, given)).profileId;
    configuration.transaction_type = transaction ?? 'payment';
    configuration.active = false;
    configuration.created_at = configuration.modified_at = tx.ports.now();
    await requireRoutable(tx, configuration, algorithm, 'algorithm');
    applyChanges(tx, configuration, { ...texts, algorithm });
    await insert(tx, configuration, false);
    return configuration.id;
  });
}

/**
 * Activates a routing configuration: its algorithm becomes the profile's setting, in the same transaction. Repeating it
 * sets it anew.
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
    await requireRoutable(tx, profile, configuration.algorithm, 'algorithm');
    const { transaction_type: transaction } = configuration;
    if (!configuration.active) await deactivateConfiguration(tx, profile, transaction);
    setActive(tx, configuration, true);
    setAlgorithm(tx, profile, transaction, configuration.algorithm);
  });
}

/**
 * Deactivates the active routing configuration of a profile and clears the profile's setting.
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
    const profile = await lock(tx, BusinessProfile, profileId, 'profile_id');
    const routed = transaction ?? 'payment';
    const was = await deactivateConfiguration(tx, profile, routed);
    if (!was) {
      throw new Problem(
        'unexpected_state',
        `The business profile has no active routing configuration for a ${routed}. If the profile itself sets the algorithm, set its ${settingByTransaction[routed]} to null.`,
      );
    }
    setAlgorithm(tx, profile, routed, null);
    return was.id;
  });
}

/**
 * Deactivates a profile's configuration because its setting changes. The profile is locked.
 *
 * @returns The configuration, or null if none was active.
 */
export async function deactivateConfiguration(
  tx: WritingContext,
  { merchant_id, profile_id }: BusinessProfile,
  transaction_type: Transaction,
): Promise<RoutingConfiguration | null> {
  const active = { merchant_id, profile_id, transaction_type, active: true };
  const found = await tx.transaction.em.findOne(RoutingConfiguration, active);
  if (!found) return null;
  const configuration = await lock(tx, RoutingConfiguration, found.id);
  setActive(tx, configuration, false);
  // Written before another becomes active: at most one may be.
  await tx.transaction.em.flush();
  await tx.transaction.writes.send();
  return configuration;
}

function setActive(tx: WritingContext, configuration: RoutingConfiguration, active: boolean): void {
  configuration.active = active;
  configuration.modified_at = tx.ports.now();
}

function setAlgorithm(
  tx: WritingContext,
  profile: BusinessProfile,
  transaction: Transaction,
  algorithm: RoutingConfiguration['algorithm'] | null,
): void {
  applyChanges(tx, profile, { [settingByTransaction[transaction]]: algorithm && { ...algorithm } });
  profile.modified_at = tx.ports.now();
}
