import {
  type EventOf,
  type EventSource,
  paymentOfTransaction,
  type Reported,
  recorded,
  unknownObject,
} from '../connector-calls/connector-reports.ts';
import { isLater } from '../connector-calls/run-calls.ts';
import { Dispute, type DisputeStatus } from '../entities/dispute.ts';
import type { Payment } from '../entities/payment.ts';
import { disputeStages } from '../entities/states/dispute-states.ts';
import { reportsOnDisputes } from '../entities/states/later-reports.ts';
import { lives } from '../entities/states/lives.ts';
import type { WritingContext } from '../foundation/context.ts';
import { TEXT_MAX, type ValueOf } from '../model/index.ts';
import { beginHistory, changeStatus, enterStatus } from '../writes/apply-changes.ts';
import { insert, lock } from '../writes/transactions.ts';

type DisputeEvent = EventOf<'dispute'>;
type Status = ValueOf<typeof DisputeStatus>;

const clip = (text: string | null): string | null => text?.slice(0, TEXT_MAX) ?? null;

/**
 * Records a dispute event. Events may arrive late and out of order: an event that is older by the connector's clock, or
 * of the same time and an earlier state, only fills in unset fields, and the stage only moves forward. Within a stage the
 * connector may correct itself, even after it closed the dispute: see `later-reports.ts`.
 *
 * The payment is locked first, so that two concurrent events do not both create the dispute.
 */
export async function recordDispute(
  tx: WritingContext,
  source: EventSource,
  event: DisputeEvent,
): Promise<Reported> {
  const disputed = await paymentOfTransaction(tx, source, event);
  if (!disputed) return unknownObject;
  const known = await knownDispute(tx, source, event);
  applyEvent(tx, known ?? (await openDispute(tx, disputed.payment, source, event)), event);
  return recorded;
}

async function knownDispute(
  tx: WritingContext,
  source: EventSource,
  event: DisputeEvent,
): Promise<Dispute | null> {
  const found = await tx.transaction.em.findOne(Dispute, {
    merchant_id: source.merchantId,
    merchant_connector_id: source.merchantConnectorId,
    connector_dispute_id: event.connectorDisputeId,
  });
  return found && lock(tx, Dispute, found.dispute_id);
}

/** A new dispute starts as opened, even if its first event reports a later status: the history is complete. */
async function openDispute(
  tx: WritingContext,
  payment: Payment,
  source: EventSource,
  event: DisputeEvent,
): Promise<Dispute> {
  const dispute = Object.assign(new Dispute(), {
    merchant_id: source.merchantId,
    dispute_id: tx.ports.ids.make('dsp'),
    payment_id: payment.payment_id,
    dispute_stage: event.stage,
    dispute_status: 'dispute_opened',
    connector_dispute_id: event.connectorDisputeId,
    connector_created_at: event.at,
    amount: event.amount,
    currency: event.currency,
    connector: payment.connector ?? null,
    payment_method: payment.payment_method ?? null,
    profile_id: payment.profile_id ?? null,
    merchant_connector_id: source.merchantConnectorId,
    created_at: tx.ports.now(),
    updated_at: tx.ports.now(),
  });
  await insert(tx, dispute);
  beginHistory(tx, dispute);
  return dispute;
}

function applyEvent(tx: WritingContext, dispute: Dispute, event: DisputeEvent): void {
  dispute.updated_at = tx.ports.now();
  if (!dispute.connector_created_at || event.at < dispute.connector_created_at)
    dispute.connector_created_at = event.at;
  dispute.connector_reason ??= clip(event.reason);
  dispute.connector_reason_code ??= clip(event.reasonCode);
  // The order of stages takes precedence over the connector's clock: a new stage has a deadline that must not be
  // missed.
  const isNewStage = disputeStages.transitions[dispute.dispute_stage].includes(event.stage);
  const isThisStage = event.stage === dispute.dispute_stage;
  const to: Status = `dispute_${event.status}`;
  const { connector_updated_at, dispute_status: status } = dispute;
  const isLate = !isLater(lives.dispute, { connector_updated_at, status }, to, event.at);
  if (!isNewStage && (isLate || !isThisStage)) {
    if (isThisStage) dispute.challenge_required_by ??= event.respondBy;
    return;
  }
  dispute.connector_updated_at = event.at;
  dispute.connector_status = clip(event.connectorStatus);
  if (isNewStage) {
    dispute.dispute_stage = event.stage;
    enterStatus(tx, dispute, 'dispute_opened', 'connector');
  }
  // Each stage has its own deadline.
  if (isNewStage || event.respondBy) dispute.challenge_required_by = event.respondBy;
  dispute.amount = event.amount;
  dispute.currency = event.currency;
  if (event.reason) dispute.connector_reason = clip(event.reason);
  if (event.reasonCode) dispute.connector_reason_code = clip(event.reasonCode);
  // Only a new stage reopens a dispute; a repeated event does not.
  if (reportsOnDisputes[to][dispute.dispute_status] === 'follows') changeStatus(tx, dispute, to, 'connector');
}
