import { randomBytes } from 'node:crypto';
import {
  type ChallengeAnswer,
  completeChallenge,
} from '../../../src/connectors/sandbox/complete-challenge.ts';
import type { SandboxTransaction } from '../../../src/connectors/sandbox/transaction.ts';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { ulidMaker } from '../../../src/core/foundation/ids.ts';
import type { Pair, SandboxShop } from './pair.ts';

/** The customer answers a payment's challenge at the sandbox. Returns the waiting call. */
export async function answerAtSandbox(
  { query, services }: Pick<Pair, 'query' | 'services'>,
  paymentId: string,
  answer: ChallengeAnswer,
): Promise<string> {
  const [found] = await query(
    `select to_jsonb(t) as row from sandbox_transactions t join connector_calls c
       on c.merchant_id = t.merchant_id and c.call_id = t.idempotency_key
     where c.object_id = $1 and c.operation = 'authorize' order by c.call_id desc limit 1`,
    paymentId,
  );
  const transaction = found!.row as SandboxTransaction;
  const { now } = services[0].contextFor({ kind: 'admin_key' }, 'req_test').ports;
  const parts = { rows: services[0].database.rows, now, ids: ulidMaker(), randomBytes, publicUrl: () => '' };
  await completeChallenge(parts, transaction, transaction.challenge_token ?? '', answer);
  return transaction.idempotency_key;
}

/** The same, with a report to the service. */
export async function answerWaitingChallenge(
  pair: Pair,
  shop: SandboxShop,
  paymentId: string,
  answer: ChallengeAnswer,
  at: number,
): Promise<void> {
  const callId = await answerAtSandbox(pair, paymentId, answer);
  const ctx = pair.services[at]!.contextFor({ kind: 'admin_key' }, 'req_test');
  await recoverCall(ctx, shop.merchantId, callId);
}
