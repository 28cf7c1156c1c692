import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../../../kit/events.ts';
import { dataOf } from '../../../kit/graphql.ts';
import { mutate } from '../../../kit/mutate.ts';
import { disputeOpened, scriptedConnector } from '../../../kit/scripted-connector.ts';
import { type ScriptedShop, scriptedShop } from '../../../kit/scripted-shop.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';

const script = scriptedConnector();
let service: TestService;
let shop: ScriptedShop;
let told = 0;

beforeAll(async () => {
  service = await startTestService({ connectors: [script.connector] });
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await scriptedShop(service);
});

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours)).toISOString();

/** The connector reports a dispute's steps, one webhook each. */
async function sendDispute(transactionId: string, ...steps: object[]) {
  for (const step of steps) {
    told += 1;
    const basics = { id: `evt_${told}`, at: hour(told), connectorTransactionId: transactionId };
    const event = { ...disputeOpened, ...basics, connectorDisputeId: `dis_${transactionId}`, ...step };
    expect(await shop.sendWebhook([event])).toBe(200);
  }
}
async function disputesOf(paymentId: string) {
  const query = `query ($id: ID!) { payment(paymentId: $id) { disputes { disputeId disputeStage disputeStatus
    challengeRequiredBy timeline { fromStatus toStatus } } } }`;
  return (await dataOf(service, shop.key, query, { id: paymentId })).payment.disputes;
}
const events = async () =>
  (await recordedEvents(service.database, shop.merchantId)).map(({ event_type: type }) => type);

const endings = ['expired', 'won', 'lost', 'accepted', 'cancelled'] as const;

test.each(endings)(
  'A dispute %s at one stage reopens at the next, and the merchant is notified',
  async (end) => {
    const { paymentId, transactionId } = await shop.paidPayment();
    const respondBy = '2099-02-01T00:00:00.000Z';
    await sendDispute(
      transactionId,
      { stage: 'pre_dispute' },
      { stage: 'pre_dispute', status: end },
      { stage: 'dispute', respondBy },
    );
    expect(await disputesOf(paymentId)).toMatchObject([
      {
        disputeStage: 'dispute',
        disputeStatus: 'dispute_opened',
        challengeRequiredBy: respondBy,
        timeline: [{}, { toStatus: `dispute_${end}` }, { toStatus: 'dispute_opened' }],
      },
    ]);
    expect(await events()).toEqual(['dispute_opened', `dispute_${end}`, 'dispute_opened']);
  },
);

test('A won chargeback reopens at pre-arbitration, and can be challenged and lost', async () => {
  const { paymentId, transactionId } = await shop.paidPayment();
  await sendDispute(transactionId, {}, { status: 'won' }, { stage: 'pre_arbitration' });
  const [{ disputeId }] = await disputesOf(paymentId);
  const selection = 'dispute { disputeStatus }';
  const { payload } = await mutate(
    service,
    shop.key,
    'challengeDispute',
    { disputeId, evidence: 'E' },
    selection,
  );
  expect(payload.dispute.disputeStatus).toBe('dispute_challenged');
  await sendDispute(transactionId, { stage: 'pre_arbitration', status: 'lost' });
  expect(await events()).toEqual([
    'dispute_opened',
    'dispute_won',
    'dispute_opened',
    'dispute_challenged',
    'dispute_lost',
  ]);
});

test('A later stage is reported even if the earlier one is still open or arrives after it', async () => {
  const open = await shop.paidPayment();
  await sendDispute(open.transactionId, { stage: 'pre_dispute' }, { stage: 'dispute' });
  expect(await events()).toEqual(['dispute_opened', 'dispute_opened']);
  const early = await shop.paidPayment();
  await sendDispute(
    early.transactionId,
    {},
    { status: 'won', at: hour(900) },
    { stage: 'pre_arbitration', at: hour(899) },
  );
  expect(await disputesOf(early.paymentId)).toMatchObject([
    { disputeStage: 'pre_arbitration', disputeStatus: 'dispute_opened' },
  ]);
});

test('A late report about an earlier stage leaves the later stage open', async () => {
  const { paymentId, transactionId } = await shop.paidPayment();
  await sendDispute(transactionId, {}, { stage: 'pre_arbitration' }, { stage: 'dispute', status: 'won' });
  expect(await disputesOf(paymentId)).toMatchObject([
    { disputeStage: 'pre_arbitration', disputeStatus: 'dispute_opened' },
  ]);
});

test('A late response to one stage does not respond to the next', async () => {
  const { paymentId, transactionId } = await shop.paidPayment();
  await sendDispute(transactionId, {});
  const [{ disputeId }] = await disputesOf(paymentId);
  script.respond('challenge', async () => {
    await sendDispute(transactionId, { stage: 'pre_arbitration' });
    return { kind: 'succeeded', connectorTransactionId: 'd' };
  });
  await mutate(service, shop.key, 'challengeDispute', { disputeId, evidence: 'E' }, 'dispute { disputeId }');
  expect((await disputesOf(paymentId))[0].disputeStatus).toBe('dispute_opened');
});

test('A new identifier at the connector opens a separate dispute with its event', async () => {
  const { paymentId, transactionId } = await shop.paidPayment();
  await sendDispute(
    transactionId,
    {},
    { status: 'won' },
    { stage: 'pre_arbitration', connectorDisputeId: 'another' },
  );
  expect(
    (await disputesOf(paymentId)).map((one: Record<string, string>) => one.disputeStatus).sort(),
  ).toEqual(['dispute_opened', 'dispute_won']);
  expect(await events()).toEqual(['dispute_opened', 'dispute_won', 'dispute_opened']);
});
