import { eventsAfterwards } from './afterwards.ts';
import type { SandboxContext } from './context.ts';
import { disputeEvent, disputeOf } from './disputes.ts';
import { outcomeEvent } from './events.ts';
import { failureOf } from './failures.ts';
import {
  authenticatedSuccess,
  authenticationSuccess,
  authorizationSuccess,
  decidedNow,
  pricedCardOf,
  type SandboxTransaction,
} from './transaction.ts';

/** The button that the customer presses on the challenge page. */
export type ChallengeAnswer = 'complete' | 'fail';

/**
 * Records how a challenge ended. Only the first submission with the form's token counts. The outcome is also
 * sent by webhook, because the browser may never return to the service.
 *
 * @returns Whether this submission was accepted.
 */
export async function completeChallenge(
  ctx: SandboxContext,
  transaction: SandboxTransaction,
  token: string,
  answer: ChallengeAnswer,
): Promise<boolean> {
  const { authorized, captured, kind, merchant_id, transaction_id: id } = transaction;
  const now = ctx.now();
  const completed = answer === 'complete';
  const success =
    kind === 'authenticate'
      ? authenticationSuccess(id)
      : transaction.card_last4 === null
        ? authorizationSuccess(transaction, now, pricedCardOf(transaction))
        : authenticatedSuccess(transaction, now, pricedCardOf(transaction));
  const refusal = transaction.behaviour === 'redirect' ? 'redirect_declined' : 'authentication_failed';
  const course = decidedNow(completed ? success : failureOf(refusal, id), now);
  const after = { ...transaction, ...course };
  const dispute = completed ? disputeOf(after, captured, now) : null;
  const afterwards = eventsAfterwards(after, now);
  const events = [
    outcomeEvent(after, now),
    ...(dispute ? [disputeEvent(dispute, new Date(dispute.opens_at))] : []),
    ...afterwards,
  ];
  const text = `
    with completed as (
      update sandbox_transactions
      set outcome = $4::jsonb, settles_at = $5::timestamptz, authorized = $6, captured = $7,
        challenge_token = null, version = version + 1
      where merchant_id = $1 and transaction_id = $2 and challenge_token = $3 and settles_at is null
      returning 1
    ),
    disputed as (
      insert into sandbox_disputes
      select d.* from jsonb_populate_recordset(null::sandbox_disputes, $8::jsonb) d
      where exists (select from completed)
      returning 1
    ),
    events as (
      insert into sandbox_events
      select e.* from jsonb_populate_recordset(null::sandbox_events, $9::jsonb) e
      where exists (select from completed)
      returning 1
    )
    select 1 from completed`;
  const values = [
    merchant_id,
    id,
    token,
    JSON.stringify(course.outcome),
    course.settles_at,
    completed ? authorized : 0,
    completed ? captured : 0,
    JSON.stringify(dispute ? [dispute] : []),
    JSON.stringify(events),
  ];
  return (
    (
      await ctx.rows.query(
        { text, values, touches: { writes: ['sandbox_transactions', 'sandbox_disputes', 'sandbox_events'] } },
        merchant_id,
      )
    ).length === 1
  );
}
