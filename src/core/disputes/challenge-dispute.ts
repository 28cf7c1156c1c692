import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { answerDispute } from './answer-dispute.ts';
import type { DisputeChallenge } from './dispute-challenge.ts';

/**
 * Challenges a dispute with evidence, as long as its time has not passed.
 *
 * @throws {Problem} `resource_not_found`, `unexpected_state`, `invalid_parameter`, `no_connector_available` when
 * the connector cannot be told; `connector_unreachable` when it could not be reached, with the dispute as it was.
 */
export async function challengeDispute(
  ctx: Context,
  disputeId: string,
  given: DisputeChallenge,
): Promise<void> {
  const { evidence, metadata = null } = given;
  if (evidence.trim() === '') throw invalidParameter('evidence', 'evidence must not be empty.');
  await answerDispute(ctx, disputeId, { action: 'challenge', evidence, metadata });
}
