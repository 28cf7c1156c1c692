import { Payout } from '../entities/payout.ts';
import { PayoutAttempt } from '../entities/payout-attempt.ts';
import { mapError } from '../error-mappings/map-error.ts';
import type { OutcomeHandler } from '../foundation/call-record.ts';
import { changeStatus } from '../writes/change-status.ts';
import { lock } from '../writes/transactions.ts';

/** What sending a payout came to, applied to it and its attempt. */
export const applyPayout: OutcomeHandler = async (tx, call, outcome) => {
  const payout = await lock(tx, Payout, call.object_id);
  const attempt = await lock(tx, PayoutAttempt, call.part_id!);
  const move = (status: Payout['status']) => {
    changeStatus(tx, payout, status, 'connector');
    attempt.status = status;
    attempt.modified_at = payout.updated = tx.now();
  };
  if ('connectorTransactionId' in outcome && outcome.connectorTransactionId) {
    payout.connector_transaction_id = attempt.connector_transaction_id = outcome.connectorTransactionId;
  }
  switch (outcome.kind) {
    case 'succeeded':
      payout.card_number = null;
      move('success');
      return null;
    case 'failed': {
      const { code, message } = outcome;
      const mapped = await mapError(tx, {
        connector: call.connector,
        flow: 'payout',
        sub_flow: 'fulfill',
        code,
        message,
      });
      const failure = {
        error_code: code,
        error_message: message,
        unified_code: mapped.unified_code,
        unified_message: mapped.unified_message,
      };
      Object.assign(payout, failure);
      Object.assign(attempt, failure);
      payout.card_number = null;
      move('failed');
      return null;
    }
    default:
      move('pending');
      return null;
  }
};
