import { ConnectorAccount } from '../entities/connector-account.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import type { ConnectorAccountUpdate } from './connector-account-input.ts';

/**
 * Changes an account at a connector. A secret that comes back masked, as it is shown, stays what it is.
 * Specification: Connector account.
 *
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for taking the credentials away.
 */
export function updateConnectorAccount(
  ctx: Context,
  connectorId: string,
  changes: ConnectorAccountUpdate,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, ConnectorAccount, connectorId);
    if (changes.connector_account_details === null) {
      throw invalidParameter('connector_account_details', 'connector_account_details must not be null.');
    }
    applyChanges(tx, account, changes);
    account.modified_at = tx.now();
  });
}
