import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../../src/core/foundation/connector.ts';
import { dataOf } from '../../kit/graphql.ts';
import { mutate, mutationError } from '../../kit/mutate.ts';
import { disputeOpened, scriptedConnector } from '../../kit/scripted-connector.ts';
import { type ScriptedShop, scriptedShop } from '../../kit/scripted-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';

const script = scriptedConnector();
let service: TestService;
let shop: ScriptedShop;
let events = 0;

beforeAll(async () => {
  service = await startTestService({ connectors: [script.connector] });
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await scriptedShop(service);
  const fine = () => ({ kind: 'succeeded', connectorTransactionId: 'd' }) as const;
  script.respond('accept', fine);
  script.respond('challenge', fine);
});

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours)).toISOString();
const told = (transactionId: string, values: object = {}) => {
  events += 1;
  return {
    id: `evt_${events}`,
    at: hour(1),
    ...disputeOpened,
    connectorTransactionId: transactionId,
    connectorDisputeId: `dis_${transactionId}`,
    ...values,
  };
};

const FIELDS = `disputeId disputeStage disputeStatus connectorStatus connectorReason connectorReasonCode amount
  challengeRequiredBy connectorCreatedAt nextStates timeline { fromStatus toStatus cause changedAt }`;
async function disputesOf(paymentId: string) {
  const query = `query ($id: ID!) { payment(paymentId: $id) { disputes { ${FIELDS} } } }`;
  return (await dataOf(service, shop.key, query, { id: paymentId })).payment.disputes;
}
async function opened(values: object = {}) {
  const { paymentId, transactionId } = await shop.paidPayment();
  expect(await shop.sendWebhook([told(transactionId, values)])).toBe(200);
  const [dispute] = await disputesOf(paymentId);
  return { paymentId, transactionId, disputeId: dispute.disputeId as string, dispute };
}
const answer = (name: string, input: Record<string, unknown>) =>
  mutate(service, shop.key, name, input, `dispute { ${FIELDS} }`);
const refusal = async (name: string, input: Record<string, unknown>) =>
  (await mutationError(service, shop.key, name, input, 'dispute { disputeId }'))[0];

test('a dispute appears with the payment, once, however many tell of it at once', async () => {
  const { paymentId, transactionId } = await shop.paidPayment();
  const statuses = await Promise.all(
    Array.from({ length: 6 }, () => shop.sendWebhook([told(transactionId)])),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const disputes = await disputesOf(paymentId);
  expect(disputes).toHaveLength(1);
  expect(disputes[0]).toMatchObject({
    disputeStage: 'dispute',
    disputeStatus: 'dispute_opened',
    amount: 500,
    connectorReason: 'Never arrived',
    connectorCreatedAt: hour(1),
    timeline: [{ fromStatus: null, toStatus: 'dispute_opened', cause: 'create' }],
  });
});

test('it only goes forward, in whatever order it is told', async () => {
  const { paymentId, transactionId } = await shop.paidPayment();
  const story = [
    told(transactionId, { at: hour(5), stage: 'dispute', status: 'won', connectorStatus: 'won' }),
    told(transactionId, { at: hour(1), stage: 'pre_dispute', status: 'opened', connectorStatus: 'warning' }),
    told(transactionId, {
      at: hour(3),
      stage: 'dispute',
      status: 'challenged',
      connectorStatus: 'under_review',
    }),
    told(transactionId, { at: hour(6), stage: 'dispute', status: 'opened', connectorStatus: 'reopened' }),
  ];
  for (const event of story) expect(await shop.sendWebhook([event])).toBe(200);
  const [dispute] = await disputesOf(paymentId);
  expect(dispute).toMatchObject({
    disputeStage: 'dispute',
    disputeStatus: 'dispute_won',
    connectorCreatedAt: hour(1),
    nextStates: [],
  });
});

test('a further stage opens a challenged dispute again, a repetition does not', async () => {
  const { paymentId, transactionId, disputeId } = await opened();
  await answer('challengeDispute', { disputeId, evidence: 'Signed for.' });
  await shop.sendWebhook([told(transactionId, { at: hour(2), respondBy: null })]);
  expect((await disputesOf(paymentId))[0]).toMatchObject({ disputeStatus: 'dispute_challenged' });
  await shop.sendWebhook([told(transactionId, { at: hour(3), stage: 'pre_arbitration', respondBy: null })]);
  expect((await disputesOf(paymentId))[0]).toMatchObject({
    disputeStage: 'pre_arbitration',
    disputeStatus: 'dispute_opened',
    challengeRequiredBy: null,
  });
  await shop.sendWebhook([told(transactionId, { at: hour(4), stage: 'dispute', status: 'challenged' })]);
  expect((await disputesOf(paymentId))[0].disputeStage).toBe('pre_arbitration');
});

test('accepts and challenges', async () => {
  const first = await opened();
  const accepted = await answer('acceptDispute', { disputeId: first.disputeId });
  expect(accepted.payload.dispute).toMatchObject({ disputeStatus: 'dispute_accepted', nextStates: [] });
  expect(accepted.payload.dispute.timeline.at(-1)).toMatchObject({ cause: 'accept' });
  expect(script.requests.accept!.at(-1)).toMatchObject({ connectorDisputeId: `dis_${first.transactionId}` });
  expect(await refusal('acceptDispute', { disputeId: first.disputeId })).toBe('unexpected_state');

  const second = await opened();
  const input = { disputeId: second.disputeId, evidence: 'Signed for.', metadata: { case: '7' } };
  expect((await answer('challengeDispute', input)).payload.dispute.disputeStatus).toBe('dispute_challenged');
  expect(script.requests.challenge!.at(-1)).toMatchObject({ evidence: 'Signed for.' });
});

test('refuses late challenges, empty and endless evidence, and what the connector cannot do', async () => {
  const { disputeId } = await opened({ respondBy: '2020-01-01T00:00:00.000Z' });
  expect(await refusal('challengeDispute', { disputeId, evidence: 'x' })).toBe('unexpected_state');
  expect(await refusal('challengeDispute', { disputeId, evidence: ' ' })).toBe('invalid_parameter');
  expect(await refusal('challengeDispute', { disputeId, evidence: 'x'.repeat(20_001) })).toBe(
    'invalid_parameter',
  );
  expect(await refusal('acceptDispute', { disputeId: 'dsp_none' })).toBe('resource_not_found');
  const elsewhere = await shop.dispute(await shop.payment(), { connector: 'other' });
  expect(await refusal('acceptDispute', { disputeId: elsewhere })).toBe('no_connector_available');
});

test('a connector that does not answer leaves the dispute as it was, and the answer may be sent again', async () => {
  const { disputeId, paymentId } = await opened();
  script.respond('accept', () => Promise.reject(new Error('no answer')));
  const input = { disputeId, idempotencyKey: 'accept-1' };
  expect(await refusal('acceptDispute', input)).toBe('connector_unreachable');
  expect((await disputesOf(paymentId))[0].disputeStatus).toBe('dispute_opened');
  script.respond('accept', () => ({ kind: 'succeeded', connectorTransactionId: 'd' }));
  expect((await answer('acceptDispute', input)).payload.dispute.disputeStatus).toBe('dispute_accepted');
  const [unanswered, again] = script.requests.accept!.slice(-2);
  expect(again!.idempotencyKey).toBe(unanswered!.idempotencyKey);
});

test('of two answers at once one is sent', async () => {
  const { disputeId } = await opened();
  const before = (script.requests.accept?.length ?? 0) + (script.requests.challenge?.length ?? 0);
  const slow = async (): Promise<Outcome> => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { kind: 'pending', connectorTransactionId: 'd' };
  };
  script.respond('accept', slow);
  script.respond('challenge', slow);
  const both = await Promise.all([
    answer('acceptDispute', { disputeId }),
    answer('challengeDispute', { disputeId, evidence: 'Signed for.' }),
  ]);
  expect(both.filter(({ payload }) => payload.dispute !== null)).toHaveLength(1);
  expect(both.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(['unexpected_state']);
  expect(script.requests.accept!.length + script.requests.challenge!.length - before).toBe(1);
});

test('a dispute that overtakes the answer to its payment is asked for again', async () => {
  expect(await shop.sendWebhook([told('txn_of_nobody')])).toBe(200);
  const { paymentId } = await shop.paidPayment();
  script.respond('refund', () => Promise.reject(new Error('no answer')));
  await mutate(service, shop.key, 'createRefund', { paymentId }, 'refund { refundId }');
  expect(await shop.sendWebhook([told('txn_not_known_yet')])).toBe(503);
});
