import type { Connector, ConnectorAccess, ConnectorEvent } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { type SandboxAccountKey, type StoredEvent, storedEvent } from './events.ts';
import { simulateNetwork } from './settings.ts';
import type { SandboxTransaction } from './transaction.ts';

const OPENS_AFTER_MS = 10_000;
const RESPOND_WITHIN_MS = 7 * 24 * 60 * 60 * 1000;
const DECIDED_AFTER_MS = 2_000;

type DisputeEvent = Extract<ConnectorEvent, { type: 'dispute' }>;
type Status = DisputeEvent['status'];

/** A row of `sandbox_disputes`. */
export interface SandboxDispute extends SandboxAccountKey {
  readonly dispute_id: string;
  readonly transaction_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: Status;
  readonly stage: Exclude<DisputeEvent['stage'], 'pre_dispute'>;
  readonly opens_at: string;
  readonly respond_by: string;
}

/** The sandbox's own status names, where they differ from the service's. */
const connectorStatuses: Partial<Record<Status, string>> = {
  opened: 'needs_response',
  challenged: 'under_review',
  accepted: 'lost',
};

/**
 * The dispute that a `disputed` card raises some seconds after its first capture; null for any other card. An
 * authorization has at most one dispute, for the amount captured first.
 */
export function disputeOf(transaction: SandboxTransaction, amount: number, now: Date): SandboxDispute | null {
  if (transaction.behaviour !== 'disputed' || amount === 0) return null;
  const { merchant_id, merchant_connector_id, transaction_id, currency } = transaction;
  const opensAt = now.getTime() + OPENS_AFTER_MS;
  return {
    merchant_id,
    merchant_connector_id,
    dispute_id: `${transaction_id}_dispute`,
    transaction_id,
    amount,
    currency,
    status: 'opened',
    stage: 'dispute',
    opens_at: new Date(opensAt).toISOString(),
    respond_by: new Date(opensAt + RESPOND_WITHIN_MS).toISOString(),
  };
}

/** The event that reports a dispute's status. Each occurs once at a stage, so both identify the event. */
export function disputeEvent(dispute: SandboxDispute, at: Date): StoredEvent {
  return storedEvent(dispute, {
    id: `${dispute.dispute_id}_${dispute.stage}_${dispute.status}`,
    at,
    type: 'dispute',
    connectorTransactionId: dispute.transaction_id,
    connectorDisputeId: dispute.dispute_id,
    stage: dispute.stage,
    status: dispute.status,
    amount: dispute.amount,
    currency: dispute.currency,
    reason: 'Fraud, card absent',
    reasonCode: '10.4',
    respondBy: new Date(dispute.respond_by),
    connectorStatus: connectorStatuses[dispute.status] ?? dispute.status,
  });
}

/** The issuer disputes it again, with a new deadline. */
function nextStage(dispute: SandboxDispute, opensAt: number): SandboxDispute {
  return {
    ...dispute,
    status: 'opened',
    stage: 'pre_arbitration',
    opens_at: new Date(opensAt).toISOString(),
    respond_by: new Date(opensAt + RESPOND_WITHIN_MS).toISOString(),
  };
}

interface Verdict {
  readonly status: Status;
  /** The correction ten seconds later: another status, or pre-arbitration. */
  readonly correction: Status | 'next_stage' | null;
}

/** Verdicts by the words that decide: the first that the evidence contains counts. */
const verdicts: Readonly<Record<string, Verdict>> = {
  'win then lose': { status: 'won', correction: 'lost' },
  'lose then win': { status: 'lost', correction: 'won' },
  arbitration: { status: 'won', correction: 'next_stage' },
  win: { status: 'won', correction: null },
  lose: { status: 'lost', correction: null },
};
/** Evidence without any of the words leaves the dispute challenged. */
const UNDECIDED: Verdict = { status: 'challenged', correction: null };

export const EVIDENCE_WORDS = Object.keys(verdicts);

/**
 * The dispute operations. The words of the evidence decide a challenged dispute; accepting one loses the money.
 * A webhook reports the result two seconds later.
 */
export const disputeOperations = (
  ctx: SandboxContext,
): Pick<Connector, 'challengeDispute' | 'acceptDispute'> => ({
  challengeDispute: (access, { connectorDisputeId, fields, signal, text }) => {
    const evidence = [text, ...Object.values(fields)].join(' ');
    const word = EVIDENCE_WORDS.find((word) => evidence.toLowerCase().includes(word));
    const { status, correction } = word ? verdicts[word]! : UNDECIDED;
    return resolveDispute(ctx, access, connectorDisputeId, status, signal, correction);
  },
  acceptDispute: (access, { connectorDisputeId, signal }) =>
    resolveDispute(ctx, access, connectorDisputeId, 'accepted', signal),
});

async function resolveDispute(
  ctx: SandboxContext,
  access: ConnectorAccess,
  disputeId: string,
  status: Status,
  signal: AbortSignal,
  correction: Status | 'next_stage' | null = null,
): Promise<void> {
  await simulateNetwork(access, signal);
  const key = [access.merchantId, access.merchantConnectorId, disputeId];
  const select = `select to_jsonb(d) as row from sandbox_disputes d
    where merchant_id = $1 and merchant_connector_id = $2 and dispute_id = $3`;
  const [found] = await ctx.rows.query<{ row: SandboxDispute }>(
    { text: select, values: key, touches: { reads: ['sandbox_disputes'] } },
    access.merchantId,
  );
  if (!found) throw new Error('The sandbox has no such dispute.');
  const decidedAt = ctx.now().getTime() + DECIDED_AFTER_MS;
  const decided = { ...found.row, status };
  const correctedAt = decidedAt + OPENS_AFTER_MS;
  const after =
    correction === 'next_stage'
      ? decided.stage === 'dispute'
        ? nextStage(decided, correctedAt)
        : decided
      : correction
        ? { ...decided, status: correction }
        : decided;
  const events = [
    disputeEvent(decided, new Date(decidedAt)),
    ...(after === decided ? [] : [disputeEvent(after, new Date(correctedAt))]),
  ];
  // A final status stays: repeating the call, or contradicting it, changes nothing and sends no event.
  const text = `
    with resolved as (
      update sandbox_disputes set status = $4, stage = $6, opens_at = $7::timestamptz, respond_by = $8::timestamptz
      where merchant_id = $1 and merchant_connector_id = $2 and dispute_id = $3
        and status in ('opened', 'challenged') and (status, stage) <> ($4, $6) and stage = $9
      returning 1
    )
    insert into sandbox_events
    select e.* from jsonb_populate_recordset(null::sandbox_events, $5::jsonb) e where exists (select from resolved)
    returning 1`;
  const { opens_at, respond_by, stage } = after;
  const values = [...key, after.status, JSON.stringify(events), stage, opens_at, respond_by, decided.stage];
  await ctx.rows.query(
    { text, values, touches: { writes: ['sandbox_disputes', 'sandbox_events'] } },
    access.merchantId,
  );
}
