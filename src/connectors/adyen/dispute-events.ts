import type { DisputeEvent } from '../../core/foundation/ports/connector.ts';
import { fromAdyen } from './amounts.ts';
import type { AdyenNotification } from './notification.ts';

type Stage = DisputeEvent['stage'];
type Status = DisputeEvent['status'];

/** The stage and status of a dispute by the code of its notification. */
export const disputeStandings: Readonly<Record<string, readonly [Stage, Status]>> = {
  REQUEST_FOR_INFORMATION: ['pre_dispute', 'opened'],
  NOTIFICATION_OF_CHARGEBACK: ['dispute', 'opened'],
  CHARGEBACK: ['dispute', 'opened'],
  INFORMATION_SUPPLIED: ['dispute', 'challenged'],
  // "This stage is not final" (Webhooks-v1): the issuer may decline the defence. Only `disputeStatus` says if it is won.
  CHARGEBACK_REVERSED: ['dispute', 'challenged'],
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: ['dispute', 'won'],
  DISPUTE_DEFENSE_PERIOD_ENDED: ['dispute', 'expired'],
  // The issuer declined the defence, and the money is lost.
  SECOND_CHARGEBACK: ['pre_arbitration', 'lost'],
  PREARBITRATION_OPEN: ['pre_arbitration', 'opened'],
  PREARBITRATION_DECLINED: ['pre_arbitration', 'challenged'],
  PREARBITRATION_ACCEPTED: ['pre_arbitration', 'accepted'],
  PREARBITRATION_ISSUER_WITHDRAWN: ['pre_arbitration', 'cancelled'],
  PREARBITRATION_WON: ['pre_arbitration', 'won'],
  PREARBITRATION_LOST: ['pre_arbitration', 'lost'],
  SCHEME_ARBITRATION: ['pre_arbitration', 'challenged'],
  SCHEME_ARBITRATION_WON: ['pre_arbitration', 'won'],
  SCHEME_ARBITRATION_LOST: ['pre_arbitration', 'lost'],
};

/** The status of a dispute, by the facts in its notification besides the code. */
function statusOf(eventCode: string, status: Status, disputeStatus: string | undefined): Status {
  if (disputeStatus === 'Accepted') return 'accepted';
  return eventCode === 'CHARGEBACK_REVERSED' && disputeStatus === 'Won' ? 'won' : status;
}

/** Reads the notifications of a dispute's code; null for any other code. */
export function disputeEvent(
  eventCode: string,
): ((item: AdyenNotification) => Omit<DisputeEvent, 'id' | 'at'>) | null {
  const standing = disputeStandings[eventCode];
  if (!standing) return null;
  return (item) => {
    const { additionalData = {}, originalReference, pspReference, reason } = item;
    const { chargebackReasonCode, defensePeriodEndsAt, disputeStatus } = additionalData;
    const [stage, status] = standing;
    const isInquiry = eventCode === 'INFORMATION_SUPPLIED' && !chargebackReasonCode;
    const respondBy = new Date(defensePeriodEndsAt ?? '');
    return {
      type: 'dispute',
      connectorTransactionId: originalReference || pspReference,
      connectorDisputeId: pspReference,
      stage: isInquiry ? 'pre_dispute' : stage,
      status: statusOf(eventCode, status, disputeStatus),
      ...fromAdyen(item.amount),
      reason: reason || null,
      reasonCode: chargebackReasonCode?.trim() || null,
      respondBy: Number.isNaN(respondBy.getTime()) ? null : respondBy,
      connectorStatus: disputeStatus ?? eventCode,
    };
  };
}
