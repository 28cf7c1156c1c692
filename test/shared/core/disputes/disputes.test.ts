import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import type { Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { mutate, mutationError } from '../../../kit/mutate.ts';
import { disputeOpened, scriptedConnector } from '../../../kit/scripted-connector.ts';
import { scriptedShop } from '../../../kit/scripted-shop.ts';
import { test as base } from '../../../kit/test.ts';

const script = scriptedConnector();

beforeEach(() => {
  const succeeded = () => ({ kind: 'succeeded', connectorTransactionId: 'd' }) as const;
  script.respond('accept', succeeded);
  script.respond('challenge', succeeded);
});

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours)).toISOString();
const disputeEvent = (transactionId: string, values: object = {}) => {
  return {
    id: `evt_${randomUUID()}`,
    at: hour(1),
    ...disputeOpened,
    connectorTransactionId: transactionId,
    connectorDisputeId: `dis_${transactionId}`,
    ...values,
  };
};

const FIELDS = `disputeId disputeStage disputeStatus connectorStatus connectorReason connectorReasonCode amount
  challengeRequiredBy connectorCreatedAt nextStates timeline { fromStatus toStatus cause changedAt }`;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('shop', ({ service }) => scriptedShop(service))
  .extend('disputesOf', ({ service, shop }) => async (paymentId: string) => {
    const query = `query ($id: ID!) { payment(paymentId: $id) { disputes { ${FIELDS} } } }`;
    return (await dataOf(service, shop.key, query, { id: paymentId })).payment.disputes;
  })
  .extend('opened', ({ disputesOf, shop }) => async (values: object = {}) => {
    const { paymentId, transactionId } = await shop.paidPayment();
    expect(await shop.sendWebhook([disputeEvent(transactionId, values)])).toBe(200);
    const [dispute] = await disputesOf(paymentId);
    return { paymentId, transactionId, disputeId: dispute.disputeId as string, dispute };
  })
  .extend(
    'answer',
    ({ service, shop }) =>
      (name: string, input: Record<string, unknown>) =>
        mutate(service, shop.key, name, input, `dispute { ${FIELDS} }`),
  )
  .extend(
    'refusal',
    ({ service, shop }) =>
      async (name: string, input: Record<string, unknown>) =>
        (await mutationError(service, shop.key, name, input, 'dispute { disputeId }'))[0],
  );

test('Concurrent webhooks about one dispute create it once on the payment', async ({ disputesOf, shop }) => {
  const { paymentId, transactionId } = await shop.paidPayment();
  const statuses = await Promise.all(
    Array.from({ length: 6 }, () => shop.sendWebhook([disputeEvent(transactionId)])),
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

test('A dispute counts under the method of its payment', async ({ graphqlAs, shop }) => {
  const { transactionId } = await shop.paidPayment({ payment_method: 'wallet' });
  await shop.sendWebhook([disputeEvent(transactionId)]);
  const { disputeStats, disputes } = await graphqlAs(shop.key).data(`{
    disputeStats(groupBy: [PAYMENT_METHOD]) { paymentMethod count amount }
    disputes(filter: { paymentMethod: { eq: wallet } }) { nodes { amount paymentMethod } }
  }`);
  expect(disputeStats).toEqual([{ paymentMethod: 'wallet', count: 1, amount: 500 }]);
  expect(disputes.nodes).toEqual([{ amount: 500, paymentMethod: 'wallet' }]);
});

test('A dispute only moves forward, whatever the order of its webhooks', async ({ disputesOf, shop }) => {
  const { paymentId, transactionId } = await shop.paidPayment();
  const story = [
    disputeEvent(transactionId, { at: hour(5), stage: 'dispute', status: 'won', connectorStatus: 'won' }),
    disputeEvent(transactionId, {
      at: hour(1),
      stage: 'pre_dispute',
      status: 'opened',
      connectorStatus: 'warning',
    }),
    disputeEvent(transactionId, {
      at: hour(3),
      stage: 'dispute',
      status: 'challenged',
      connectorStatus: 'under_review',
    }),
    disputeEvent(transactionId, {
      at: hour(6),
      stage: 'dispute',
      status: 'opened',
      connectorStatus: 'reopened',
    }),
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

test('A later stage reopens a challenged dispute; a repeated webhook does not', async ({
  answer,
  disputesOf,
  opened,
  shop,
}) => {
  const { paymentId, transactionId, disputeId } = await opened();
  await answer('challengeDispute', { disputeId, evidence: 'Signed for.' });
  await shop.sendWebhook([disputeEvent(transactionId, { at: hour(2), respondBy: null })]);
  expect((await disputesOf(paymentId))[0]).toMatchObject({ disputeStatus: 'dispute_challenged' });
  await shop.sendWebhook([
    disputeEvent(transactionId, { at: hour(3), stage: 'pre_arbitration', respondBy: null }),
  ]);
  expect((await disputesOf(paymentId))[0]).toMatchObject({
    disputeStage: 'pre_arbitration',
    disputeStatus: 'dispute_opened',
    challengeRequiredBy: null,
  });
  await shop.sendWebhook([
    disputeEvent(transactionId, { at: hour(4), stage: 'dispute', status: 'challenged' }),
  ]);
  expect((await disputesOf(paymentId))[0].disputeStage).toBe('pre_arbitration');
});

test('A dispute can be accepted and challenged', async ({ answer, opened, refusal }) => {
  const first = await opened();
  const accepted = await answer('acceptDispute', { disputeId: first.disputeId });
  expect(accepted.payload.dispute).toMatchObject({ disputeStatus: 'dispute_accepted', nextStates: [] });
  expect(accepted.payload.dispute.timeline.at(-1)).toMatchObject({ cause: 'accept' });
  expect(script.requests.accept!.at(-1)).toMatchObject({ connectorDisputeId: `dis_${first.transactionId}` });
  expect(await refusal('acceptDispute', { disputeId: first.disputeId })).toBe('unexpected_state');

  const second = await opened();
  const input = { disputeId: second.disputeId, evidence: 'Signed for.', metadata: { case: '7' } };
  expect((await answer('challengeDispute', input)).payload.dispute.disputeStatus).toBe('dispute_challenged');
  expect(script.requests.challenge!.at(-1)).toMatchObject({ text: 'Signed for.' });
});

test('Late challenges, empty or oversized evidence and connectors without dispute support are rejected', async ({
  opened,
  refusal,
  shop,
}) => {
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

test('A connector that does not respond leaves the dispute unchanged and allows a retry', async ({
  answer,
  disputesOf,
  opened,
  refusal,
}) => {
  const { disputeId, paymentId } = await opened();
  script.respond('accept', () => Promise.reject(new Error('no response')));
  const input = { disputeId, idempotencyKey: 'accept-1' };
  expect(await refusal('acceptDispute', input)).toBe('connector_unreachable');
  expect((await disputesOf(paymentId))[0].disputeStatus).toBe('dispute_opened');
  script.respond('accept', () => ({ kind: 'succeeded', connectorTransactionId: 'd' }));
  expect((await answer('acceptDispute', input)).payload.dispute.disputeStatus).toBe('dispute_accepted');
  const [unanswered, again] = script.requests.accept!.slice(-2);
  expect(again!.idempotencyKey).toBe(unanswered!.idempotencyKey);
});

test('Of two concurrent responses to a dispute, one reaches the connector', async ({ answer, opened }) => {
  const { disputeId } = await opened();
  const before = (script.requests.accept?.length ?? 0) + (script.requests.challenge?.length ?? 0);
  // The connector responds once the other response has been refused.
  const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>();
  const slow = async (): Promise<Outcome> => {
    await isRefused;
    return { kind: 'pending', connectorTransactionId: 'd' };
  };
  script.respond('accept', slow);
  script.respond('challenge', slow);
  const asked = [
    answer('acceptDispute', { disputeId }),
    answer('challengeDispute', { disputeId, evidence: 'Signed for.' }),
  ];
  await Promise.race(asked);
  refuse();
  const both = await Promise.all(asked);
  expect(both.filter(({ payload }) => payload.dispute !== null)).toHaveLength(1);
  expect(both.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(['unexpected_state']);
  expect(script.requests.accept!.length + script.requests.challenge!.length - before).toBe(1);
});

test('A webhook about a dispute that precedes its payment is requested again', async ({ service, shop }) => {
  expect(await shop.sendWebhook([disputeEvent('txn_of_nobody')])).toBe(200);
  const { paymentId } = await shop.paidPayment();
  script.respond('refund', () => Promise.reject(new Error('no response')));
  await mutate(service, shop.key, 'createRefund', { paymentId }, 'refund { refundId }');
  const at = new Date().toISOString();
  expect(await shop.sendWebhook([disputeEvent('txn_not_known_yet', { at })])).toBe(503);
});
