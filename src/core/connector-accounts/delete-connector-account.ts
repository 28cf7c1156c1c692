import { ConnectorAccount } from '../entities/connector-account.ts';
import type { Context } from '../foundation/context.ts';
import type { Row } from '../reads/index.ts';
import { deleteLocked, requireNoDependents } from '../writes/delete.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { underWay } from '../writes/under-way.ts';

/**
 * Deletes a connector account with its credentials. Payments, refunds, disputes and payouts keep its identifier; later
 * refunds and captures fail because the account is missing. Methods that only the connector stores can no longer be
 * charged.
 *
 * @returns Its last state, with secrets masked.
 * @throws {Problem} `resource_not_found`; `unexpected_state` with the reason, while money is under way at it.
 */
export function deleteConnectorAccount(ctx: Context, connectorId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const account = await lock(tx, ConnectorAccount, connectorId);
    const { merchant_connector_id, merchant_id } = account;
    const dependents = underWay({ merchant_connector_id, merchant_id }, 'disable');
    await requireNoDependents(tx, ConnectorAccount, dependents);
    return deleteLocked(tx, ConnectorAccount, account, connectorId);
  });
}
