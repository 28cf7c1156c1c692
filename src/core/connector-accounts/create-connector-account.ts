import { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { TEXT_MAX } from '../model/index.ts';
import { type Row, readByKeys, readOne } from '../reads/index.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { insert, inTransaction, requireMerchant } from '../writes/transactions.ts';
import type { ConnectorAccountCreation } from './connector-account-input.ts';

/**
 * Sets up an account at a connector and answers its identifier; its credentials are sealed.
 * Specification: Connector account.
 *
 * @throws {Problem} `resource_already_exists`; `resource_not_found` for an unknown merchant or profile;
 * `missing_parameter` when no profile is given and the merchant has no default one.
 */
export function createConnectorAccount(ctx: Context, given: ConnectorAccountCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { merchant_connector_id: chosen, profile_id: profileId, ...settings } = given;
    const merchantId = requireMerchant(tx);
    const profile = await profileFor(tx, merchantId, profileId);

    const account = new ConnectorAccount();
    account.merchant_id = merchantId;
    account.merchant_connector_id = chosen ?? tx.ids.make('mca');
    account.profile_id = profile.profile_id as string;
    account.connector_label = `${given.connector_name}_${profile.profile_name}`.slice(0, TEXT_MAX);
    account.status = 'active';
    account.test_mode = tx.environment === 'test';
    account.created_at = account.modified_at = tx.now();
    applyChanges(tx, account, settings);
    await insert(tx, account);
    return account.merchant_connector_id;
  });
}

/** The profile that is named, or the merchant's default one. */
async function profileFor(
  tx: WritingContext,
  merchantId: string,
  named: string | null | undefined,
): Promise<Row> {
  const id = named ?? (await defaultProfile(tx, merchantId));
  const [profile] = await readByKeys(tx, BusinessProfile, [{ merchantId, id }], ['profile_name']);
  if (!profile) throw notFound('business profile', 'profile_id');
  return profile;
}

async function defaultProfile(tx: WritingContext, merchantId: string): Promise<string> {
  const account = await readOne(tx, MerchantAccount, merchantId, ['default_profile']);
  if (!account) throw notFound('merchant account', 'merchant_id');
  if (account.default_profile !== null) return account.default_profile as string;
  throw new Problem('missing_parameter', 'profile_id is required: the merchant has no default profile.', {
    param: 'profile_id',
  });
}
