import type { Context } from '../foundation/context.ts';
import { answerDispute } from './answer-dispute.ts';

/**
 * Accepts a dispute: the cardholder keeps the money.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `no_connector_available` when the connector cannot
 * be told; `connector_unreachable` when it could not be reached, with the dispute as it was.
 */
export function acceptDispute(ctx: Context, disputeId: string): Promise<void> {
  return answerDispute(ctx, disputeId, { action: 'accept', evidence: null, metadata: null });
}
