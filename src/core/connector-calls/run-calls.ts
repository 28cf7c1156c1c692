import { ConnectorCall } from '../entities/connector-call.ts';
import type { Life } from '../entities/states/lives.ts';
import type { CallOperation, CallRecord, CommittedCall } from '../foundation/call-record.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import type { PaymentMethodDetails } from '../foundation/payment-method-details.ts';
import { NOT_SENT_CODE, type Outcome } from '../foundation/ports/connector.ts';
import type { Money } from '../foundation/ports/connector-requests.ts';
import { isInteractive } from '../foundation/ports/customer-action.ts';
import { decryptField, encryptField, reuseDecrypted } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { callConnector } from './call-connector.ts';
import { TooEarlyError } from './connector-reports.ts';
import { readOutcome } from './read-outcome.ts';

/** The first interval between look-ups; it doubles with each, up to the longest. */
const LOOK_UP_FIRST_MS = 15_000;
const LOOK_UP_LONGEST_MS = 60 * 60 * 1000;

const methods = {
  screen: 'screen',
  authorize: 'authorize',
  increment: 'incrementAuthorization',
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  fulfill: 'payout',
  recall: 'cancelPayout',
} as const;

/** Executes a committed call and every call that follows from it. Each is committed before it is sent. */
export async function runCalls(
  ctx: Context,
  first: CallRecord | null,
  cvc: string | null = null,
): Promise<void> {
  for (let call = first; call !== null; ) {
    const askedAt = ctx.ports.now();
    const { durationMs, outcome } = await makeCall(ctx, call, cvc);
    call = await recordAnswer(ctx, call, outcome, askedAt, durationMs);
  }
}

/** The result of sending a call. */
interface MadeCall {
  readonly outcome: Outcome;
  /** How long the connector took, also if it did not respond in time; null if the call was not sent. */
  readonly durationMs: number | null;
}

/**
 * Sends a committed call, outside any transaction. No response is the outcome `unknown`; a call that certainly was not
 * sent has failed.
 *
 * @param cvc The card verification code, if the confirming request had one. It is never stored, so a repetition goes
 * without it.
 */
export async function makeCall(ctx: Context, call: CallRecord, cvc: string | null): Promise<MadeCall> {
  const request = decryptField(ctx, call, 'request') as Record<string, unknown>;
  const method = request.method as PaymentMethodDetails | null | undefined;
  const charged = method?.kind === 'card' ? { method: { ...method, card: { ...method.card, cvc } } } : {};
  const operation = methods[call.operation];
  let started: number | null = null;
  const result = await callConnector<Outcome>(ctx, call, operation, (connector, access, signal) => {
    // Shown as `reference_id` of an attempt or capture, or as `authorization_id`; a refund's is its identifier.
    const reference = call.part_id ?? call.object_id;
    started = performance.now();
    const basics = { idempotencyKey: call.call_id, reference, signal };
    // The request was committed for this operation, so it has the method's type.
    return connector[operation](access, { ...request, ...charged, ...basics } as never);
  });
  const durationMs = started === null ? null : Math.round(performance.now() - started);
  switch (result.kind) {
    case 'answered':
      return { outcome: result.value, durationMs };
    case 'not_sent': {
      const outcome: Outcome =
        mustArrive(request) && !result.lasting
          ? { kind: 'unknown', reason: 'not_sent' }
          : { kind: 'failed', code: NOT_SENT_CODE, message: result.reason };
      return { outcome, durationMs: null };
    }
    case 'unknown':
      return { outcome: { kind: 'unknown', reason: result.reason }, durationMs };
  }
}

/**
 * Whether a call is repeated until its outcome is known, however long that takes: it gives money back, or ends a challenge
 * that its payment has left. Nobody would ask for it again.
 */
export const mustArrive = (request: Readonly<Record<string, unknown>>): boolean =>
  request.mustArrive === true;

/**
 * Records a connector's response to a call, or to a look-up of it. If another report, such as a webhook, completed the
 * call meanwhile, the response counts as a report of the moment at which the request was sent.
 *
 * @returns As {@link recordOutcome}.
 */
export async function recordAnswer(
  ctx: Context,
  committed: CommittedCall,
  answered: Outcome,
  askedAt: Date,
  durationMs: number | null = null,
): Promise<CallRecord | null> {
  try {
    return await recordOutcome(ctx, committed, answered, durationMs, null, askedAt);
  } catch (error) {
    // A call under way decides. Unlike a webhook, the response does not come again, but that call's does.
    if (error instanceof TooEarlyError) return null;
    throw error;
  }
}

/**
 * Applies a call's outcome to its payment, refund or payout, once, whichever process learns of it first. The
 * object is locked before the call, the order commands use, so that the two cannot deadlock.
 *
 * @param durationMs How long the connector took to respond, if it was this call's own response.
 * @param at When the connector decided, by its clock, if it reports the outcome in a webhook.
 * @param askedAt When the connector was asked, if this is its response. Only a report or a response may contradict the
 * outcome of a call that is complete.
 * @returns The follow-up call the outcome leads to, such as a retry at another connector: committed, not sent.
 */
export function recordOutcome(
  ctx: Context,
  committed: CommittedCall,
  answered: Outcome,
  durationMs: number | null = null,
  at: Date | null = null,
  askedAt: Date | null = null,
): Promise<CallRecord | null> {
  return inTransaction({ ...withinMerchant(ctx, committed.merchant_id), followsUp: true }, async (tx) => {
    await tx.ports.outcomeHandlers.lockObjects(tx, committed);
    const call = await lock(tx, ConnectorCall, committed.call_id);
    reuseDecrypted(committed, call, 'request');
    const request = decryptField(tx, call, 'request') as Record<string, unknown>;
    const outcome = asAsked(call.operation, request, answered);
    if (call.status === 'completed') {
      const decidedAt = at ?? momentOf(call, outcome, askedAt);
      return decidedAt && tx.ports.outcomeHandlers.contradict(tx, call, outcome, decidedAt);
    }
    call.duration_ms ??= durationMs;
    // Inconclusive: the connector's earlier report stands.
    const isNews = outcome.kind !== 'unknown' || !call.outcome || isNewMismatch(call, outcome);
    if (isNews) call.outcome = storedOutcome(outcome);
    call.look_up_at = nextLookUp(tx, call, outcome);
    call.process_id = null;
    if (!isNews) return null;
    const next = await tx.ports.outcomeHandlers.apply(tx, call, outcome, at);
    // Last: outcome handlers read the request, from which completing removes the card.
    if (isFinal(outcome)) completeCall(tx, call, outcome);
    return next;
  });
}

/**
 * The time of a response that arrives after another report completed its call; null if it says nothing new. A failure
 * without a transaction may concern this request alone, such as a repetition.
 */
function momentOf(call: ConnectorCall, outcome: Outcome, askedAt: Date | null): Date | null {
  const isNothingNew = outcome.kind === (call.outcome as Outcome | null)?.kind;
  const isOfRequest = outcome.kind === 'failed' && !outcome.connectorTransactionId;
  return isNothingNew || isOfRequest ? null : answeredAt(askedAt);
}

const isNewMismatch = (call: ConnectorCall, outcome: Outcome) =>
  isNotAsAsked(outcome) && !isNotAsAsked(call.outcome as Outcome);

/** Whether an outcome is a call's last. */
export const isFinal = (outcome: Outcome): boolean =>
  outcome.kind === 'succeeded' || outcome.kind === 'failed';

function nextLookUp(tx: WritingContext, call: ConnectorCall, outcome: Outcome): Date | null {
  // Do not poll during a customer's challenge: the redirect or the end of the session completes it.
  if (isFinal(outcome) || (outcome.kind === 'requires_action' && isInteractive(outcome.action))) return null;
  const waitMs = Math.min(LOOK_UP_FIRST_MS * 2 ** call.look_ups, LOOK_UP_LONGEST_MS);
  return new Date(tx.ports.now().getTime() + waitMs);
}

/**
 * Completes a locked call with its final outcome. It is not sent again, so what only the connector needs of its request is
 * erased: the payment method or destination, the customer's data, and the addresses.
 */
export function completeCall(tx: WritingContext, call: ConnectorCall, outcome: Outcome): void {
  call.outcome = settledOutcome(outcome);
  call.status = 'completed';
  call.completed_at = tx.ports.now();
  call.look_up_at = null;
  call.process_id = null;
  const request = decryptField(tx, call, 'request') as Record<string, unknown>;
  if (onlySent.some((name) => name in request)) encryptField(tx, call, 'request', withoutSent(request));
}

/**
 * The sensitive members of a call's request: payment method or destination, the cryptogram of 3-D Secure, and customer
 * data.
 */
const personal = ['method', 'destination', 'context', 'subject', 'authentication'] as const;

/** The members of a call's request that nothing reads once the call is complete. */
const onlySent = [
  ...personal,
  ...(['challengeAvoided', 'challengeRequested', 'exemption', 'paymentMethodType', 'returnUrl'] as const),
] as const;

type CallRequest = Readonly<Record<string, unknown>>;

/** A completed call's request. Later reports are compared with it: what was asked, and what was to follow. */
const withoutSent = (request: CallRequest): CallRequest =>
  Object.fromEntries(Object.entries(request).filter(([name]) => !onlySent.some((sent) => sent === name)));

/** Whether a call's request still holds a payment method, destination or customer data. */
export const holdsPerson = (request: CallRequest): boolean => personal.some((name) => request[name]);

/** A call's request without those members. A customer may be deleted, but calls are kept. */
export const withoutPerson = (request: CallRequest): CallRequest => ({
  ...request,
  ...Object.fromEntries(personal.map((name) => [name, null])),
});

const notAsAsked = (connectorTransactionId: string, { amount, currency }: Money): Outcome => ({
  kind: 'unknown',
  reason: 'not_as_asked',
  connectorTransactionId,
  told: { amount, currency },
});

/** Whether an outcome is that the connector moved other money than it was asked to. */
export const isNotAsAsked = (outcome: Outcome | null | undefined): boolean =>
  outcome?.kind === 'unknown' && outcome.reason === 'not_as_asked';

/**
 * The outcome as far as it can be read, unless the connector reports moving other money than requested. Then nothing is
 * recorded as succeeded: the call stays open, is looked up like any without an outcome, and needs an operator. A smaller
 * authorized amount is no contradiction: some issuers approve a part.
 */
export function asAsked(operation: CallOperation, request: Partial<Money>, answered: Outcome): Outcome {
  const outcome = readOutcome(answered);
  if (outcome.kind !== 'succeeded') return outcome;
  const { connectorTransactionId: id, money, moved } = outcome;
  if (operation === 'authorize' && money) {
    const isPossible = money.authorized <= request.amount! && money.captured <= money.authorized;
    if (money.currency === request.currency && isPossible) return outcome;
    return notAsAsked(id, { amount: money.authorized, currency: money.currency });
  }
  if (moved && request.amount !== undefined) {
    const isSame = moved.amount === request.amount && moved.currency === request.currency;
    return isSame ? outcome : notAsAsked(id, moved);
  }
  return outcome;
}

/**
 * The parts of an outcome stored with its call: neither the vendor's whole response nor the cryptogram of 3-D Secure.
 */
function storedOutcome(outcome: Outcome): Outcome {
  if (outcome.kind === 'unknown') return outcome;
  const { raw: _, ...kept } = outcome;
  const { authentication } = kept;
  return authentication ? { ...kept, authentication: { ...authentication, cavv: null } } : kept;
}

/** The members of an outcome that its objects hold once it is applied. */
const applied = new Set([
  ...['authentication', 'captureBefore', 'card', 'chargeId', 'checks', 'connectorCustomerId'],
  ...['connectorMandateId', 'facts', 'fee', 'granted', 'liabilityShift', 'networkTransactionId'],
  ...['raw', 'settlement'],
]);

/** The parts of a final outcome kept with its call: what later reports are compared with. */
const settledOutcome = (outcome: Outcome): Outcome =>
  Object.fromEntries(
    Object.entries(outcome).filter(([name, value]) => value != null && !applied.has(name)),
  ) as unknown as Outcome;

/**
 * How far the connector's clock may differ from ours. A connector's response has no timestamp: a report that is dated
 * up to this long before it counts as later.
 */
export const CLOCKS_DIFFER_MS = 5 * 60_000;

/** The subject of a connector's decisions: an attempt, capture, refund or payout attempt. */
export interface Decided {
  connector_updated_at?: Date | null | undefined;
}

/** An object with its status, by which a report of the same moment as the last one is placed. */
export interface Living<State extends string> extends Decided {
  readonly status: State;
}

/**
 * Whether a report counts: it is later than the last one about its object, or of the same moment and not about an earlier
 * stage of the object's life. Of two reports of one moment about one stage, the last to arrive counts.
 */
export function isLater<State extends string, Report extends string>(
  life: Life<State, Report>,
  object: Living<NoInfer<State>>,
  report: NoInfer<Report>,
  at: Date,
): boolean {
  if (isNewer(object, at)) return true;
  return at.getTime() === object.connector_updated_at?.getTime() && !life.isBefore(report, object.status);
}

/** Whether a report is later than the last one about its object. */
export const isNewer = ({ connector_updated_at: last }: Decided, at: Date): boolean => !last || at > last;

/** The moment that a response counts by. */
const answeredAt = (asked: Date | null): Date | null => asked && new Date(asked.getTime() - CLOCKS_DIFFER_MS);

/** Records when the connector last decided about a locked object: `at`, or with its response just now. */
export function noteDecision(ctx: Context, object: Decided, at: Date | null): void {
  object.connector_updated_at = at ?? answeredAt(ctx.ports.now());
}
