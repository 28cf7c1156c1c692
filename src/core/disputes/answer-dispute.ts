import { createHash } from 'node:crypto';
import { callConnector } from '../connector-calls/call-connector.ts';
import type { Dispute } from '../entities/dispute.ts';
import { type DisputeAction, DisputeAnswer } from '../entities/dispute-answer.ts';
import { EvidenceContent } from '../entities/evidence-file.ts';
import { disputeStates } from '../entities/states/dispute-states.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { requireCallsTo } from '../foundation/outgoing-calls.ts';
import type { Connector } from '../foundation/ports/connector.ts';
import { allowed, requireState } from '../foundation/state-machine.ts';
import { changeStatus, encryptField } from '../writes/apply-changes.ts';
import { authorOf } from '../writes/author.ts';
import { inTransaction } from '../writes/transactions.ts';
import {
  type DisputeChallenge,
  type Evidence,
  evidenceOf,
  requireFile,
  requireTaken,
} from './dispute-evidence.ts';
import { type KeptFile, readerOf } from './evidence-contents.ts';
import { lockDispute } from './lock-dispute.ts';

interface Answer {
  readonly action: DisputeAction;
  readonly evidence: Evidence | null;
  readonly metadata: Record<string, unknown> | null;
}

/** Evidence whose files can be read. */
type SentEvidence = Omit<Evidence, 'uploads' | 'files'> & { readonly files: readonly KeptFile[] };

/** A committed answer that has not been sent yet. */
interface CommittedAnswer {
  readonly account: { readonly merchant_id: string; readonly merchant_connector_id: string };
  readonly answerId: string;
  readonly connectorDisputeId: string;
  readonly stage: Dispute['dispute_stage'];
  /** The evidence for the connector; null if the dispute is accepted. */
  readonly sent: SentEvidence | null;
  /** Derived from the answer, so that a connector acts once on a repeated one. */
  readonly idempotencyKey: string;
}

const statusByAction = { accept: 'dispute_accepted', challenge: 'dispute_challenged' } as const;
const methodByAction = { accept: 'acceptDispute', challenge: 'challengeDispute' } as const;

/**
 * Accepts a dispute: the cardholder keeps the money.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`; `no_connector_available` if the connector does not
 * support dispute answers; `connector_unreachable`, with the dispute unchanged.
 */
export function acceptDispute(ctx: Context, disputeId: string): Promise<void> {
  return answerDispute(ctx, disputeId, { action: 'accept', evidence: null, metadata: null });
}

/**
 * Challenges a dispute with evidence, before its deadline.
 *
 * @throws {Problem} `resource_not_found`; `unexpected_state`; `invalid_parameter` or `missing_parameter` for
 * unsupported evidence; `no_connector_available` if the connector does not support dispute answers;
 * `connector_unreachable` and `storage_unavailable`, with the dispute unchanged.
 */
export async function challengeDispute(
  ctx: Context,
  disputeId: string,
  challenge: DisputeChallenge,
): Promise<void> {
  const evidence = evidenceOf(challenge);
  await answerDispute(ctx, disputeId, {
    action: 'challenge',
    evidence,
    metadata: challenge.metadata ?? null,
  });
}

/** Commits the answer, sends it, then records it on the dispute. */
async function answerDispute(ctx: Context, disputeId: string, answer: Answer): Promise<void> {
  const committed = await inTransaction(ctx, (tx) => commitAnswer(tx, disputeId, answer));
  const { account, connectorDisputeId, idempotencyKey, sent } = committed;
  const withdraw = () => inTransaction(ctx, (tx) => withdrawAnswer(tx, disputeId, committed));
  const evidence = sent && (await withContents(ctx, sent).catch(after(withdraw)));
  const method = methodByAction[answer.action];
  const result = await callConnector(ctx, account, method, (connector, access, signal) => {
    const basics = { idempotencyKey, reference: disputeId, signal };
    return answer.action === 'accept'
      ? connector.acceptDispute(access, { ...basics, connectorDisputeId })
      : connector.challengeDispute(access, { ...basics, connectorDisputeId, ...evidence! });
  });
  if (result.kind !== 'answered') {
    await withdraw();
    throw new Problem('connector_unreachable', 'The connector could not be reached. Send the answer again.', {
      cause: result.kind === 'unknown' ? result.error : new Error(result.reason),
    });
  }
  await inTransaction(ctx, (tx) => recordAnswer(tx, disputeId, committed, answer.action));
}

/** Reads the files, outside of transactions: some may be in the object store. */
async function withContents(
  ctx: Context,
  { files, ...sent }: SentEvidence,
): Promise<Omit<Evidence, 'uploads'>> {
  const contents = files.map(async ({ read, ...file }) => ({ ...file, content: await read(ctx) }));
  return { ...sent, files: await Promise.all(contents) };
}

/** Runs the undo after a failure, and rethrows the failure. */
const after = (undo: () => Promise<void>) => async (error: unknown) => {
  await undo();
  throw error;
};

async function commitAnswer(
  tx: WritingContext,
  disputeId: string,
  { action, evidence, metadata }: Answer,
): Promise<CommittedAnswer> {
  const dispute = await lockDispute(tx, disputeId);
  requireState('dispute', disputeStates, action, dispute.dispute_status);
  if (
    action === 'challenge' &&
    dispute.challenge_required_by &&
    dispute.challenge_required_by < tx.ports.now()
  ) {
    throw new Problem('unexpected_state', 'The deadline to challenge the dispute has passed.');
  }
  const { merchant_id, merchant_connector_id, connector_dispute_id: connectorDisputeId } = dispute;
  const connector = tx.ports.connectors.find(dispute.connector ?? '');
  if (!merchant_connector_id || !connectorDisputeId || !connector?.[methodByAction[action]]) {
    const message = `The dispute's connector does not support this. ${action} the dispute at the connector itself.`;
    throw new Problem('no_connector_available', message);
  }
  requireCallsTo(tx.ports, connector.name);
  if (evidence) requireTaken(connector, evidence);
  const sent = evidence && (await withUploads(tx, dispute, connector, evidence));
  await requireNoAnswerInFlight(tx, dispute);
  const answer = Object.assign(new DisputeAnswer(), await authorOf(tx, merchant_id), {
    merchant_id,
    answer_id: tx.ports.ids.make('dan'),
    dispute_id: disputeId,
    dispute_stage: dispute.dispute_stage,
    action,
    metadata,
    created_at: tx.ports.now(),
  });
  encryptField(tx, answer, 'evidence', evidence);
  tx.transaction.em.persist(answer);
  const digest = createHash('sha256')
    .update(JSON.stringify([dispute.dispute_stage, action, evidence]))
    .digest('hex');
  return {
    account: { merchant_id, merchant_connector_id },
    answerId: answer.answer_id,
    connectorDisputeId,
    stage: dispute.dispute_stage,
    sent,
    idempotencyKey: `${disputeId}_${digest.slice(0, 32)}`,
  };
}

/**
 * Adds the uploaded files of a locked dispute.
 *
 * @throws {Problem} `invalid_parameter` for a file that the dispute does not have, or the connector does not accept.
 */
async function withUploads(
  tx: WritingContext,
  { dispute_id, evidence_files, merchant_id }: Dispute,
  { disputes, name: connector }: Connector,
  { uploads, ...evidence }: Evidence,
): Promise<SentEvidence> {
  const files: KeptFile[] = evidence.files.map(({ content, ...file }) => ({
    ...file,
    read: async () => content,
  }));
  for (const { field, fileId: file_id } of uploads) {
    const shown = (evidence_files ?? []).find((one) => one.file_id === file_id);
    const kept = await tx.transaction.em.findOne(EvidenceContent, { merchant_id, file_id, dispute_id });
    if (!shown || !kept) {
      throw invalidParameter('evidence_files', 'evidence_files must name files uploaded for the dispute.');
    }
    requireFile(connector, disputes, shown.content_type, shown.size);
    files.push({ field, name: shown.name, contentType: shown.content_type, read: readerOf(tx, kept) });
  }
  return { ...evidence, files };
}

/**
 * Allows one answer at a time. An unsent answer older than two deadlines comes from a crashed process, and is removed.
 */
async function requireNoAnswerInFlight(tx: WritingContext, dispute: Dispute): Promise<void> {
  const { em } = tx.transaction;
  const { merchant_id, dispute_id, dispute_stage } = dispute;
  const earlier = await em.findOne(DisputeAnswer, { merchant_id, dispute_id, dispute_stage, sent_at: null });
  if (!earlier) return;
  if (earlier.created_at.getTime() + 2 * tx.ports.guard.deadlineMs > tx.ports.now().getTime()) {
    throw new Problem(
      'unexpected_state',
      'An answer to the dispute is being sent to the connector. Try again shortly.',
    );
  }
  await em.remove(earlier).flush();
}

/** The connector may have received the answer. Sent again, it has the same idempotency key. */
async function withdrawAnswer(
  tx: WritingContext,
  disputeId: string,
  { answerId }: CommittedAnswer,
): Promise<void> {
  const { merchant_id } = await lockDispute(tx, disputeId);
  await tx.transaction.em.nativeDelete(DisputeAnswer, { merchant_id, answer_id: answerId, sent_at: null });
  await tx.idempotency?.release(tx);
}

async function recordAnswer(
  tx: WritingContext,
  disputeId: string,
  { answerId, stage }: CommittedAnswer,
  action: DisputeAction,
): Promise<void> {
  const dispute = await lockDispute(tx, disputeId);
  const key = { merchant_id: dispute.merchant_id, answer_id: answerId };
  await tx.transaction.em.nativeUpdate(DisputeAnswer, key, { sent_at: tx.ports.now() });
  dispute.evidence_draft = null;
  // The connector's webhook may have arrived first and moved the dispute further, or opened its next stage.
  if (dispute.dispute_stage !== stage || !allowed(disputeStates, action, dispute.dispute_status)) return;
  changeStatus(tx, dispute, statusByAction[action], action);
  dispute.updated_at = tx.ports.now();
}
