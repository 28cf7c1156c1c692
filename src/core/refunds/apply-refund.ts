import { connectorText } from '../connector-calls/connector-text.ts';
import { Refund } from '../entities/refund.ts';
import { mapError } from '../error-mappings/map-error.ts';
import type { OutcomeHandler } from '../foundation/call-record.ts';
import { ERROR_MESSAGE_MAX } from '../model/index.ts';
import { changeStatus } from '../writes/change-status.ts';
import { lock } from '../writes/transactions.ts';

/**
 * What a refund came to, applied to it. The payment's sum of refunds follows by itself: one that failed no longer
 * counts, and may be asked for again as a new one.
 */
export const applyRefund: OutcomeHandler = async (tx, call, outcome) => {
  const refund = await lock(tx, Refund, call.object_id);
  switch (outcome.kind) {
    case 'succeeded':
      changeStatus(tx, refund, 'succeeded', 'connector');
      break;
    case 'failed': {
      const { code, message, issuerCode, issuerMessage } = outcome;
      const mapping = await mapError(tx, {
        connector: call.connector,
        flow: 'refund',
        sub_flow: 'refund',
        code,
        message,
      });
      Object.assign(refund, {
        error_code: connectorText(code),
        error_message: connectorText(message, ERROR_MESSAGE_MAX),
        unified_code: mapping.unified_code,
        unified_message: mapping.unified_message,
        issuer_error_code: connectorText(issuerCode),
        issuer_error_message: connectorText(issuerMessage, ERROR_MESSAGE_MAX),
      });
      changeStatus(tx, refund, 'failed', 'connector');
      break;
    }
    default:
      // The refund stays as it is until the outcome is known.
      return null;
  }
  refund.updated_at = tx.now();
  return null;
};
