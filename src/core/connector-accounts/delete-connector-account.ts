import { ConnectorAccount } from '../entities/connector-account.ts';
import type { Context } from '../foundation/context.ts';
import type { Row } from '../reads/index.ts';
import { deleteLocked, requireNoDependents } from '../writes/delete.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { underWay } from '../writes/under-way.ts';

/** Its description in both APIs. */
export const deletesConnectorAccount =
  'Deletes a connector account with its credentials, and returns its last state. Payments, refunds, disputes and payouts keep its identifier, but cannot be captured, refunded or answered there any more, and what customers saved at the connector alone cannot be charged. Refused with the reason while money is under way at it; `disabled` takes it out of routing meanwhile.';

/**
 * Deletes a connector account with its credentials. Payments, refunds, disputes and payouts keep its identifier; what is
 * refunded or captured later is refused by the missing account. What customers saved at the connector alone cannot be
 * charged any more.
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
