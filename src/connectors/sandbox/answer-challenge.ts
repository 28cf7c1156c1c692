import { authenticatedOutcome } from './authenticate.ts';
import { succeeded } from './authorize.ts';
import { disputeEvent, disputeOf } from './dispute.ts';
import { outcomeEvent } from './event.ts';
import { failureOf } from './failures.ts';
import type { SandboxParts } from './parts.ts';
import { atOnce, type SandboxTransaction } from './transaction.ts';

/** What a customer makes of a challenge. */
export type ChallengeAnswer = 'complete' | 'fail';

/**
 * Records the answer to a challenge: the first one that comes with the form's token, and none after it. The
 * service is told by webhook too, for a browser may never come back from here.
 *
 * @returns Whether this answer was the one.
 */
export async function answerChallenge(
  parts: SandboxParts,
  transaction: SandboxTransaction,
  token: string,
  answer: ChallengeAnswer,
): Promise<boolean> {
  const { authorized, captured, kind, merchant_id, transaction_id: id } = transaction;
  const now = parts.now();
  const completed = answer === 'complete';
  const done = kind === 'authenticate' ? authenticatedOutcome(id) : succeeded(id);
  const course = atOnce(completed ? done : failureOf('authentication_failed', id), now);
  const after = { ...transaction, ...course };
  const dispute = completed ? disputeOf(after, captured, now) : null;
  const events = [
    outcomeEvent(after, now),
    ...(dispute ? [disputeEvent(dispute, new Date(dispute.opens_at))] : []),
  ];
  const text = `
    with answered as (
      update sandbox_transactions
      set outcome = $4::jsonb, settles_at = $5::timestamptz, authorized = $6, captured = $7,
        challenge_token = null, version = version + 1
      where merchant_id = $1 and transaction_id = $2 and challenge_token = $3 and settles_at is null
      returning 1
    ),
    disputed as (
      insert into sandbox_disputes
      select d.* from jsonb_populate_recordset(null::sandbox_disputes, $8::jsonb) d
      where exists (select from answered)
    ),
    noted as (
      insert into sandbox_events
      select e.* from jsonb_populate_recordset(null::sandbox_events, $9::jsonb) e
      where exists (select from answered)
    )
    select 1 from answered`;
  const sums = completed ? [authorized, captured] : [0, 0];
  const values = [
    merchant_id,
    id,
    token,
    JSON.stringify(course.outcome),
    course.settles_at,
    ...sums,
    JSON.stringify(dispute ? [dispute] : []),
    JSON.stringify(events),
  ];
  return (await parts.rows.query({ text, values }, merchant_id)).length === 1;
}
