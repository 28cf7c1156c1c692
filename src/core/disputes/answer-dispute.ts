import { createHash } from 'node:crypto';
import { openConnectorAccount } from '../connector-calls/open-account.ts';
import { Dispute } from '../entities/dispute.ts';
import { type DisputeAction, DisputeAnswer } from '../entities/dispute-answer.ts';
import { disputeStates } from '../entities/states/dispute-states.ts';
import type { Connector } from '../foundation/connector.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { allowed, requireState } from '../foundation/state-machine.ts';
import { encryptField } from '../writes/apply-changes.ts';
import { changeStatus } from '../writes/change-status.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

/** What the merchant answers. */
export interface Answering {
  readonly action: DisputeAction;
  readonly evidence: string | null;
  readonly metadata: Record<string, unknown> | null;
}

/** An answer that is committed and not sent yet. */
interface Intended {
  readonly merchantId: string;
  readonly answerId: string;
  readonly account: string;
  readonly connectorDisputeId: string;
  /** The same for the same answer, so that a connector acts on it once however often it hears it. */
  readonly idempotencyKey: string;
}

const statusByAction = { accept: 'dispute_accepted', challenge: 'dispute_challenged' } as const;

/** Answers a dispute: the answer is committed, then sent, then the dispute says so. */
export async function answerDispute(ctx: Context, disputeId: string, answering: Answering): Promise<void> {
  const intended = await inTransaction(ctx, (tx) => intendAnswer(tx, disputeId, answering));
  try {
    await send(ctx, disputeId, intended, answering);
  } catch (error) {
    await inTransaction(ctx, (tx) => takeBack(tx, disputeId, intended));
    throw new Problem('connector_unreachable', 'The connector could not be reached. Send the answer again.', {
      cause: error,
    });
  }
  await inTransaction(ctx, (tx) => record(tx, disputeId, intended, answering.action));
}

async function intendAnswer(tx: WritingContext, disputeId: string, answering: Answering): Promise<Intended> {
  const { action, evidence, metadata } = answering;
  const dispute = await lock(tx, Dispute, disputeId);
  requireState('dispute', disputeStates, action, dispute.dispute_status);
  if (action === 'challenge' && dispute.challenge_required_by && dispute.challenge_required_by < tx.now()) {
    throw new Problem('unexpected_state', 'The time in which the dispute could be challenged has passed.');
  }
  const { merchant_connector_id: account, connector_dispute_id: connectorDisputeId } = dispute;
  const connector = tx.connectors.find(dispute.connector ?? '');
  if (!account || !connectorDisputeId || !connector || !can(connector, action)) {
    const message = `The dispute's connector takes no answers from the service: ${action} the dispute there.`;
    throw new Problem('no_connector_available', message);
  }
  await giveWay(tx, dispute);
  const answer = Object.assign(new DisputeAnswer(), {
    merchant_id: dispute.merchant_id,
    answer_id: tx.ids.make('dan'),
    dispute_id: disputeId,
    dispute_stage: dispute.dispute_stage,
    action,
    metadata,
    created_at: tx.now(),
  });
  encryptField(tx, answer, 'evidence', evidence);
  tx.transaction.em.persist(answer);
  const digest = createHash('sha256')
    .update(JSON.stringify([dispute.dispute_stage, action, evidence]))
    .digest('hex');
  return {
    merchantId: dispute.merchant_id,
    answerId: answer.answer_id,
    account,
    connectorDisputeId,
    idempotencyKey: `${disputeId}_${digest.slice(0, 32)}`,
  };
}

const can = (connector: Connector, action: DisputeAction): boolean =>
  (action === 'accept' ? connector.acceptDispute : connector.challengeDispute) !== undefined;

/** While one answer is on its way there is no other. Past the deadline whoever was sending it is gone. */
async function giveWay(tx: WritingContext, dispute: Dispute): Promise<void> {
  const { em } = tx.transaction;
  const { merchant_id, dispute_id, dispute_stage } = dispute;
  const earlier = await em.findOne(DisputeAnswer, { merchant_id, dispute_id, dispute_stage, sent_at: null });
  if (!earlier) return;
  if (earlier.created_at.getTime() + 2 * tx.guard.deadlineMs > tx.now().getTime()) {
    throw new Problem(
      'unexpected_state',
      'An answer to the dispute is on its way to the connector. Try again shortly.',
    );
  }
  await em.remove(earlier).flush();
}

/** Tells the connector, outside any transaction. */
async function send(
  ctx: Context,
  disputeId: string,
  intended: Intended,
  answering: Answering,
): Promise<void> {
  const { account, connectorDisputeId, idempotencyKey, merchantId } = intended;
  if (ctx.transaction) throw new Error('A connector is never called inside a transaction.');
  const reached = await openConnectorAccount(ctx, merchantId, account);
  if (!reached) throw new Error('The connector account is not there any more.');
  const { access, connector } = reached;
  await ctx.guard.run(`${merchantId}/${account}`, async (signal) => {
    const basics = { idempotencyKey, reference: disputeId, signal };
    if (answering.action === 'accept') await connector.acceptDispute!(access, connectorDisputeId, basics);
    else await connector.challengeDispute!(access, connectorDisputeId, answering.evidence!, basics);
  });
}

/** The connector may or may not have heard it; sent again, it is the same answer under the same key. */
async function takeBack(tx: WritingContext, disputeId: string, { answerId }: Intended): Promise<void> {
  const { merchant_id } = await lock(tx, Dispute, disputeId);
  await tx.transaction.em.nativeDelete(DisputeAnswer, { merchant_id, answer_id: answerId, sent_at: null });
  await tx.idempotency?.release(tx);
}

async function record(
  tx: WritingContext,
  disputeId: string,
  { answerId }: Intended,
  action: DisputeAction,
): Promise<void> {
  const dispute = await lock(tx, Dispute, disputeId);
  const { merchant_id } = dispute;
  await tx.transaction.em.nativeUpdate(
    DisputeAnswer,
    { merchant_id, answer_id: answerId },
    { sent_at: tx.now() },
  );
  // The connector may have told of it first, and of more that followed.
  if (!allowed(disputeStates, action, dispute.dispute_status)) return;
  changeStatus(tx, dispute, statusByAction[action], action);
  dispute.updated_at = tx.now();
}
