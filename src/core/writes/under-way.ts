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
import type { Dependent } from './delete.ts';

/** Statuses of a payment without money under way: before its confirmation, and decided ones. */
const withoutMoney = [...paymentStates.terminal, ...paymentStates.initial];

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/**
 * The undecided payments, refunds and payouts of a connector account, or of a whole merchant. Decided ones need only
 * the identifiers.
 *
 * @param verb The permitted alternative until then, such as `disable`.
 */
export const underWay = (
  owner: { merchant_id: string; merchant_connector_id?: string },
  verb: 'disable' | 'suspend',
): Dependent[] => [
  {
    target: Payment,
    where: { ...owner, status: { $nin: withoutMoney } },
    reason: `payments that are not decided. Capture or cancel them, or ${verb} the account until they are.`,
  },
  {
    target: Refund,
    where: { ...owner, status: { $nin: refundStates.terminal } },
    reason: `refunds that are pending. ${capital(verb)} it until they are decided.`,
  },
  {
    target: Payout,
    where: { ...owner, status: { $nin: payoutStates.terminal } },
    reason: `payouts that are under way. Cancel them, or ${verb} the account until they are decided.`,
  },
  {
    target: Dispute,
    where: { ...owner, dispute_status: { $nin: disputeStates.terminal } },
    reason: `open disputes. Answer them, or ${verb} the account until they are decided.`,
  },
  {
    target: ConnectorCall,
    where: { ...owner, status: 'intended' },
    reason: `calls whose outcome is not known. ${capital(verb)} it until they are.`,
  },
  {
    target: VendorDeletion,
    where: owner,
    reason: `saved methods that a connector has yet to delete. ${capital(verb)} it until it has.`,
  },
];
