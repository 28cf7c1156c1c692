import type { Context } from '../context.ts';
import { inTransaction, lock } from '../transactions.ts';
import { applySettings } from './apply-settings.ts';
import { BusinessProfile } from './business-profile.ts';
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
