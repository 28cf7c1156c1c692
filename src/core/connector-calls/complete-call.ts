import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Outcome } from '../foundation/connector.ts';
import type { WritingContext } from '../foundation/context.ts';
import { decryptField, encryptField } from '../writes/apply-changes.ts';

/**
 * Ends a call that is locked: its outcome is known for good. It is not made again, so that the number of its card
 * has no more business with it.
 */
export function completeCall(tx: WritingContext, call: ConnectorCall, outcome: Outcome): void {
  call.outcome = outcome;
  call.status = 'completed';
  call.completed_at = tx.now();
  call.look_up_at = null;
  const request = decryptField(tx, call, 'request') as Record<string, unknown>;
  if (request.card) encryptField(tx, call, 'request', { ...request, card: null });
}
