import type Stripe from 'stripe';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeAmounts } from './amounts.ts';
import type { Report } from './events.ts';
import { idOf } from './stored-response.ts';

type DisputeReport = Extract<Report, { type: 'dispute' }>;
type Place = Pick<DisputeReport, 'stage' | 'status'>;

/** Stripe's statuses, which name the stage with it: a warning is an inquiry, which moves no money. */
export const disputePlaces: Readonly<Record<string, Place>> = {
  warning_needs_response: { stage: 'pre_dispute', status: 'opened' },
  warning_under_review: { stage: 'pre_dispute', status: 'challenged' },
  // An inquiry that no dispute followed within its time.
  warning_closed: { stage: 'pre_dispute', status: 'won' },
  needs_response: { stage: 'dispute', status: 'opened' },
  under_review: { stage: 'dispute', status: 'challenged' },
  won: { stage: 'dispute', status: 'won' },
  lost: { stage: 'dispute', status: 'lost' },
  // Settled with the issuer before it became a dispute.
  prevented: { stage: 'pre_dispute', status: 'cancelled' },
  appeal_needs_response: { stage: 'pre_arbitration', status: 'opened' },
  appeal_under_review: { stage: 'pre_arbitration', status: 'challenged' },
};

/** A reported dispute; nothing if it belongs to no payment, or its status is unknown. */
export function disputeEvent(setup: Pick<ConnectorSetup, 'warn'>, dispute: Stripe.Dispute): Report[] {
  const { amount, currency, evidence_details: details, id, reason, status } = dispute;
  const place = disputePlaces[status];
  if (!place) {
    setup.warn({ status }, 'Stripe gave a dispute a status that the connector does not know.');
    return [];
  }
  const connectorTransactionId = idOf(dispute.payment_intent);
  if (!connectorTransactionId) return [];
  return [
    {
      ...place,
      ...stripeAmounts.fromVendor(amount, currency),
      type: 'dispute',
      connectorTransactionId,
      connectorDisputeId: id,
      reason,
      reasonCode:
        dispute.payment_method_details?.card?.network_reason_code ?? dispute.network_reason_code ?? null,
      respondBy: details?.due_by ? new Date(details.due_by * 1000) : null,
      connectorStatus: status,
    },
  ];
}
