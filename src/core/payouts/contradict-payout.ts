import { named, recordNotAsAsked } from '../connector-calls/not-as-asked.ts';
import { completeCall, isLater, noteDecision } from '../connector-calls/run-calls.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Payout } from '../entities/payout.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import { reportsOnPayouts } from '../entities/states/later-reports.ts';
import { lives } from '../entities/states/lives.ts';
import { clearFailure } from '../error-mappings/map-error.ts';
import type { CallRecord, Contradiction } from '../foundation/call-record.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { Outcome } from '../foundation/ports/connector.ts';
import { changeStatus } from '../writes/apply-changes.ts';
import { lock } from '../writes/transactions.ts';
import { applyRecall } from './recall-payout.ts';
import { returnPayout } from './return-payout.ts';

/** Applies an outcome that contradicts the recorded outcome of a fulfilment. */
export const contradictPayout: Contradiction = async (tx, call, outcome, at) => {
  const payout = await lock(tx, Payout, call.object_id);
  const attempt = await lock(tx, PayoutAttempt, call.part_id!);
  if (outcome.kind === 'failed') await returnPayout(tx, payout, attempt, outcome, at);
  if (outcome.kind === 'succeeded' && isLater(lives.payout, attempt, 'success', at)) {
    noteDecision(tx, attempt, at);
    await arrive(tx, payout, attempt, call, outcome);
  }
  return null;
};

/** Applies an outcome that contradicts the recorded outcome of a recall: the money was stopped after all. */
export const contradictRecall: Contradiction = async (tx, call, outcome, at) => {
  if (outcome.kind !== 'succeeded') return null;
  const payout = await lock(tx, Payout, call.object_id);
  if (payout.status !== 'success') return applyRecall(tx, call, outcome);
  const attempt = await lock(tx, PayoutAttempt, call.part_id!);
  await returnPayout(tx, payout, attempt, { code: 'cancelled', message: 'It was cancelled.' }, at);
  return null;
};

/**
 * Records that money which was not sent, or had come back, arrived after all. If another attempt has sent it meanwhile,
 * it left twice: that is shown as not as asked, because no connector can reverse it.
 */
async function arrive(
  tx: WritingContext,
  payout: Payout,
  attempt: PayoutAttempt,
  call: CallRecord,
  outcome: Outcome,
): Promise<void> {
  if (attempt.status === 'success') return;
  if (reportsOnPayouts.success[payout.status] !== 'follows') {
    const what = `that ${named(attempt)} of attempt ${attempt.attempt_id} arrived after all, beside another attempt`;
    recordNotAsAsked(tx, 'payout_not_as_asked', what, payout, attempt);
    payout.updated = attempt.modified_at = tx.ports.now();
    return;
  }
  completeCall(tx, await lock(tx, ConnectorCall, call.call_id), outcome);
  clearFailure(payout, attempt);
  payout.connector = attempt.connector ?? null;
  payout.merchant_connector_id = attempt.merchant_connector_id ?? null;
  payout.connector_transaction_id = attempt.connector_transaction_id ?? null;
  attempt.status = 'success';
  attempt.modified_at = payout.updated = tx.ports.now();
  changeStatus(tx, payout, 'success', 'connector');
}
