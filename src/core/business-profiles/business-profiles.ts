import { requireOwnMerchant } from '../access/require-own-merchant.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { restNames } from '../model/rest-view.ts';
import { type Row, readOne, readPage } from '../reads/index.ts';

/** Most profiles that a list answers with: the operation has no pages. */
const LIST_MAX = 1000;

/**
 * Lists the business profiles of the caller's own account, oldest first. Specification: endpoint 15.
 *
 * @throws {Problem} `resource_not_found` for another account.
 */
export async function listBusinessProfiles(ctx: Context, accountId: string): Promise<Row[]> {
  requireOwnMerchant(ctx, accountId);
  const { rows } = await readPage(ctx, BusinessProfile, {
    columns: restNames(BusinessProfile, 'list'),
    take: 'first',
    limit: LIST_MAX,
  });
  return rows;
}

/**
 * Retrieves a business profile of the caller's own account. Specification: endpoint 16.
 *
 * @throws {Problem} `resource_not_found` for another account or an unknown profile.
 */
export async function retrieveBusinessProfile(
  ctx: Context,
  accountId: string,
  profileId: string,
): Promise<Row> {
  requireOwnMerchant(ctx, accountId);
  const row = await readOne(ctx, BusinessProfile, profileId, restNames(BusinessProfile, 'single'));
  if (!row) throw notFound('business profile');
  return row;
}
