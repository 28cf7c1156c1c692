import { BusinessProfile } from '../entities/business-profile.ts';
import type { Context } from '../foundation/context.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { applySettings } from './apply-settings.ts';
import type { BusinessProfileUpdate } from './business-profile-input.ts';

/**
 * Changes a business profile's settings. Specification: Business profile.
 *
 * @throws {Problem} `resource_not_found`, also for a tax connector; `invalid_parameter` for settings that do not
 * hold together.
 */
export function updateBusinessProfile(
  ctx: Context,
  profileId: string,
  changes: BusinessProfileUpdate,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const profile = await lock(tx, BusinessProfile, profileId);
    await applySettings(tx, profile, changes);
    profile.modified_at = tx.now();
  });
}
