import { openSealed, seal } from '../apply-changes.ts';
import type { WritingContext } from '../context.ts';
import type { ConnectorCall } from './connector-call.ts';
import type { Outcome } from './port.ts';

/**
 * Ends a call that is locked: its outcome is known for good. It is not made again, so that the number of its card
 * has no more business with it.
 */
export function closeCall(tx: WritingContext, call: ConnectorCall, outcome: Outcome): void {
  call.outcome = outcome;
  call.status = 'settled';
  call.settled_at = tx.now();
  call.look_up_at = null;
  const request = openSealed(tx, call, 'request') as Record<string, unknown>;
  if (request.card) seal(tx, call, 'request', { ...request, card: null });
}
