import { ConnectorAccount } from '../entities/connector-account.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import { disputeStates } from '../entities/states/dispute-states.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import { payoutStates } from '../entities/states/payout-states.ts';
import { refundStates } from '../entities/states/refund-states.ts';
import { VendorDeletion } from '../entities/vendor-deletion.ts';
import type { Context } from '../foundation/context.ts';
import type { Row } from '../reads/index.ts';
import { type Dependent, deleteLocked, requireNoDependents } from '../writes/delete.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/** What at a connector account is not decided yet. What is decided keeps the account's identifier. */
const underWay = (account: { merchant_id: string; merchant_connector_id: string }): Dependent[] => [
  {
    target: Payment,
    where: { ...account, status: { $nin: paymentStates.terminal } },
    reason: 'payments that are not decided. Capture or cancel them, or disable the account until they are.',
  },
  {
    target: Refund,
    where: { ...account, status: { $nin: refundStates.terminal } },
    reason: 'refunds that are pending. Disable it until they are decided.',
  },
  {
    target: Payout,
    where: { ...account, status: { $nin: payoutStates.terminal } },
    reason: 'payouts that are under way. Cancel them, or disable the account until they are decided.',
  },
  {
    target: Dispute,
    where: { ...account, dispute_status: { $nin: disputeStates.terminal } },
    reason: 'open disputes. Answer them, or disable the account until they are decided.',
  },
  {
    target: ConnectorCall,
    where: { ...account, status: 'intended' },
    reason: 'calls whose outcome is not known. Disable it until they are.',
  },
  {
    target: VendorDeletion,
    where: account,
    reason: 'saved methods that the connector has yet to delete. Disable it until it has.',
  },
];

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
    await requireNoDependents(tx, ConnectorAccount, underWay({ merchant_connector_id, merchant_id }));
    return deleteLocked(tx, ConnectorAccount, account, connectorId);
  });
}
