import { settleChallenge } from '../authentications/record-authentication.ts';
import { recordable } from '../connector-calls/connector-text.ts';
import { openConnectorAccount } from '../connector-calls/open-account.ts';
import { recordOutcome, runCalls } from '../connector-calls/record-outcome.ts';
import { type EventSource, recordDispute } from '../disputes/record-dispute.ts';
import { Authentication } from '../entities/authentication.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import type { ConnectorEvent, IncomingWebhook } from '../foundation/connector.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { inTransaction } from '../writes/transactions.ts';

/** What became of an event: done now, done before, or about nothing that the service knows. */
export type EventResult = 'processed' | 'repeated' | 'ignored';

/** How long an event is remembered. Connectors stop repeating theirs after days. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a call without an answer may still turn out to be what an unknown transaction belongs to. */
const UNANSWERED_MS = 24 * 60 * 60 * 1000;

/** Rolls an event's transaction back, so that the connector tells it again. */
class ComesTooEarly extends Error {
  override readonly name = 'ComesTooEarly';
}

/**
 * Takes what a connector tells by itself. Each event is dealt with in one transaction with the note that it was:
 * after a crash the connector, which got no answer, tells it again, and it is dealt with once.
 *
 * @param read Reads the request's body; not before it is known whose it is.
 * @throws {Problem} `resource_not_found` for an unknown account and for one whose connector sends nothing;
 * `invalid_api_key` when the signature is not right; `overloaded` when an event could not be dealt with.
 */
export async function receiveWebhook(
  ctx: Context,
  source: EventSource,
  read: () => Promise<IncomingWebhook>,
): Promise<EventResult[]> {
  const own = withinMerchant(ctx, source.merchantId);
  const reached = await openConnectorAccount(own, source.merchantId, source.merchantConnectorId);
  const { access, connector } = reached ?? {};
  if (!access || !connector?.readWebhook) throw notFound('connector account');
  const webhook = await read();
  let events: ConnectorEvent[];
  try {
    events = recordable(connector.readWebhook(access, webhook));
  } catch {
    // The signature is made with the account's secret, the one key that this request has. What was wrong with it
    // stays here: it would help nobody but whoever tries to guess it.
    throw new Problem(
      'invalid_api_key',
      'The webhook is not signed with the secret of the connector account.',
    );
  }
  const results: EventResult[] = [];
  let failure: unknown = null;
  for (const event of events) {
    try {
      results.push(await receiveEvent(own, source, event));
    } catch (error) {
      // The others are dealt with all the same: they will only be repeated.
      failure ??= error;
    }
  }
  if (failure !== null) {
    throw new Problem('overloaded', 'Not every event could be dealt with. Send them again.', {
      retryAfterS: 5,
      cause: failure,
    });
  }
  return results;
}

async function receiveEvent(ctx: Context, source: EventSource, event: ConnectorEvent): Promise<EventResult> {
  const receivedAt = ctx.now();
  const { follows, result } = await inTransaction(ctx, async (tx) => {
    const nothing = { follows: null };
    if (!(await note(tx, source, event, receivedAt))) return { ...nothing, result: 'repeated' as const };
    if (event.type === 'dispute') {
      if (await recordDispute(tx, source, event)) return { ...nothing, result: 'processed' as const };
      if (await isAnswerOutstanding(tx, source)) throw new ComesTooEarly('The payment may not be known yet.');
      return { ...nothing, result: 'ignored' as const };
    }
    const { merchantId, merchantConnectorId } = source;
    const key = { merchant_id: merchantId, call_id: event.idempotencyKey };
    const call = await tx.transaction.em.findOne(ConnectorCall, key);
    const challenge = call ? null : await challengeOf(tx, source, event.idempotencyKey);
    if (challenge) {
      const follows = await settleChallenge(tx, challenge, event.outcome);
      return { follows, result: 'processed' as const };
    }
    // An account speaks for its own calls only.
    if (call?.merchant_connector_id !== merchantConnectorId)
      return { ...nothing, result: 'ignored' as const };
    const follows = await recordOutcome(tx, call, event.outcome);
    return { follows, result: 'processed' as const };
  });
  await runCalls(ctx, follows);
  return result;
}

/** The authentication that an event tells the end of: the customer's browser may never come back to tell it. */
async function challengeOf(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
  authenticationId: string,
): Promise<Authentication | null> {
  const key = { merchant_id: merchantId, authentication_id: authenticationId };
  const found = await tx.transaction.em.findOne(Authentication, key);
  return found?.merchant_connector_id === merchantConnectorId ? found : null;
}

/** Notes that an event is dealt with; false when it was before. Of two at once the second waits for the first. */
async function note(
  tx: WritingContext,
  source: EventSource,
  event: ConnectorEvent,
  receivedAt: Date,
): Promise<boolean> {
  const text = `insert into incoming_events
                  (merchant_id, merchant_connector_id, event_id, received_at, processed_at, expires_at)
                values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning event_id`;
  const nowMs = tx.now().getTime();
  const values = [
    source.merchantId,
    source.merchantConnectorId,
    event.id,
    receivedAt.toISOString(),
    new Date(nowMs).toISOString(),
    new Date(nowMs + REMEMBERED_MS).toISOString(),
  ];
  const noted = await tx.rows.query({ text, values }, source.merchantId);
  return noted.length > 0;
}

/**
 * Whether the account was asked for something and its answer is not recorded: an event may overtake the answer
 * that tells which payment it is about.
 */
async function isAnswerOutstanding(tx: WritingContext, source: EventSource): Promise<boolean> {
  const text = `select 1 as found from connector_calls
                where merchant_id = $1 and merchant_connector_id = $2 and status = 'intended' and created_at > $3
                  and (outcome is null or outcome->>'kind' = 'unknown') limit 1`;
  const since = new Date(tx.now().getTime() - UNANSWERED_MS).toISOString();
  const values = [source.merchantId, source.merchantConnectorId, since];
  return (await tx.rows.query({ text, values }, source.merchantId)).length > 0;
}
