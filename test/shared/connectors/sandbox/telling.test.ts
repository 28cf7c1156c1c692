import { afterAll, beforeEach, expect, test } from 'vitest';
import { sendDueEvents } from '../../../../src/connectors/sandbox/send-webhooks.ts';
import { SIGNATURE_HEADER } from '../../../../src/connectors/sandbox/webhook-signature.ts';
import { type ConnectorEvent, WebhookRefusedError } from '../../../../src/core/foundation/ports/connector.ts';
import {
  about,
  accessTo,
  authorization,
  payoutOf,
  type SandboxWorld,
  SECRET,
  sandboxWorld,
} from './sandbox-world.ts';

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: string;
}

let world: SandboxWorld;
let sent: Sent[];
let answerWith: () => number;
let secret: string | null;
// Each test sends all due webhooks, so none may find another test's.
beforeEach(async () => {
  await world?.close();
  world = await sandboxWorld();
  sent = [];
  answerWith = () => 200;
  secret = SECRET;
});
afterAll(() => world.close());

const tell = () =>
  sendDueEvents({
    ...world.sandboxContext,
    secretOf: async () => secret,
    send: async (url, headers, body) => {
      sent.push({ url, headers, body });
      return answerWith();
    },
  });

const read = async ({ headers, body }: Sent, access = accessTo()): Promise<readonly ConnectorEvent[]> =>
  (await world.sandbox.readWebhook(access, { headers, body: Buffer.from(body) })).events;
const answerTo = (connectorDisputeId: string) => ({
  ...authorization(1),
  connectorDisputeId,
  text: '',
  fields: {},
  files: [],
  defenceReason: null,
});

test('The sandbox sends a webhook once an operation settles late, in a form it can read', async () => {
  const access = accessTo();
  const paid = await world.sandbox.authorize(access, authorization('waits'));
  const refund = about(paid, 100);
  const pending = await world.sandbox.refund(access, refund);
  world.pass(29_999);
  expect(await tell()).toBe(0);
  world.pass(1);
  expect(await tell()).toBe(1);
  expect(await tell()).toBe(0);
  expect(sent[0]!.url).toBe(`https://pay.example.com/webhooks/${access.merchantId}/mca_1`);
  const { connectorTransactionId } = pending as { connectorTransactionId: string };
  expect(await read(sent[0]!)).toEqual([
    {
      id: `${connectorTransactionId}_outcome`,
      at: world.sandboxContext.now(),
      type: 'outcome',
      call: { idempotencyKey: refund.idempotencyKey },
      outcome: {
        kind: 'succeeded',
        connectorTransactionId,
        moved: { amount: 100, currency: 'USD' },
        fee: { amount: 0, currency: 'USD' },
        settlement: {
          reference: connectorTransactionId.replace('sbx_', 'bal_'),
          availableOn: expect.stringMatching(/^2\d{3}-.*Z$/),
        },
      },
    },
  ]);
});

test('Several processes sending webhooks at once send each event once', async () => {
  const access = accessTo();
  for (let i = 0; i < 30; i += 1) await world.sandbox.payout(access, payoutOf('waits'));
  world.pass(30_000);
  const told = await Promise.all([tell(), tell(), tell(), tell()]);
  expect(told.reduce((sum, count) => sum + count)).toBe(30);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(30);
  expect(sent).toHaveLength(30);
});

test('The sandbox retries an event unchanged after an error or no response, with growing delays', async () => {
  await world.sandbox.payout(accessTo(), payoutOf('waits'));
  world.pass(30_000);
  answerWith = () => 500;
  expect(await tell()).toBe(0);
  world.pass(29_000);
  expect(await tell()).toBe(0);
  expect(sent).toHaveLength(1);
  world.pass(1_000);
  answerWith = () => {
    throw new Error('No answer.');
  };
  expect(await tell()).toBe(0);
  answerWith = () => 204;
  world.pass(59_000);
  expect(await tell()).toBe(0);
  world.pass(1_000);
  expect(await tell()).toBe(1);
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  expect(new Set(sent.map(({ headers }) => headers[SIGNATURE_HEADER])).size).toBe(3);
});

test('The sandbox sends no webhook before the account has a webhook secret', async () => {
  await world.sandbox.payout(accessTo(), payoutOf('waits'));
  world.pass(30_000);
  secret = null;
  expect(await tell()).toBe(0);
  expect(sent).toEqual([]);
  secret = SECRET;
  world.pass(30_000);
  expect(await tell()).toBe(1);
});

test('The sandbox opens a dispute once, ten seconds after the first capture', async () => {
  const access = accessTo();
  const authorized = await world.sandbox.authorize(access, authorization('disputed', { capture: false }));
  world.pass(60_000);
  expect(await tell()).toBe(0);
  await world.sandbox.capture(access, about(authorized, 600, { more: true }));
  await world.sandbox.capture(access, about(authorized, 400));
  world.pass(9_999);
  expect(await tell()).toBe(0);
  world.pass(1);
  expect(await tell()).toBe(1);
  const { connectorTransactionId } = authorized as { connectorTransactionId: string };
  const [event] = await read(sent[0]!);
  expect(event).toMatchObject({
    type: 'dispute',
    connectorTransactionId,
    stage: 'dispute',
    status: 'opened',
    amount: 600,
    currency: 'USD',
    connectorStatus: 'needs_response',
    respondBy: new Date(world.sandboxContext.now().getTime() + 7 * 86_400_000),
  });
});

test.each([
  ['We will win this.', ['won'], ['won']],
  ['We lose.', ['lost'], ['lost']],
  ['A receipt.', ['under_review'], ['challenged']],
  [null, ['lost'], ['accepted']],
])('The sandbox resolves a dispute by its evidence: %j', async (evidence, connectorStatuses, statuses) => {
  const access = accessTo();
  await world.sandbox.authorize(access, authorization('disputed'));
  world.pass(10_000);
  await tell();
  const [opened] = (await read(sent.pop()!)) as Extract<ConnectorEvent, { type: 'dispute' }>[];
  const id = opened!.connectorDisputeId;
  // The same response twice counts once.
  for (let i = 0; i < 2; i += 1) {
    if (evidence === null) await world.sandbox.acceptDispute(access, answerTo(id));
    else await world.sandbox.challengeDispute(access, { ...answerTo(id), text: evidence });
  }
  expect(await tell()).toBe(0);
  world.pass(2_000);
  expect(await tell()).toBe(1);
  const told = await Promise.all(sent.map((one) => read(one)));
  const events = told.flat() as Extract<ConnectorEvent, { type: 'dispute' }>[];
  expect(events.map(({ status }) => status)).toEqual(statuses);
  expect(events.map(({ connectorStatus }) => connectorStatus)).toEqual(connectorStatuses);
  const stranger = accessTo();
  await expect(world.sandbox.acceptDispute(stranger, answerTo(id))).rejects.toThrow('no such dispute');
});

test('The sandbox accepts only unaltered webhooks signed recently with the secret of the account', async () => {
  await world.sandbox.payout(accessTo(), payoutOf('waits'));
  world.pass(30_000);
  await tell();
  const [webhook] = sent as [Sent];
  const refuses = (given: Partial<Sent>, access = accessTo()) =>
    expect(read({ ...webhook, ...given }, access)).rejects.toThrow(WebhookRefusedError);
  const header = webhook.headers[SIGNATURE_HEADER]!;

  await refuses({}, accessTo({ webhookSecret: 'another' }));
  await refuses({}, accessTo({ webhookSecret: null }));
  await refuses({ headers: {} });
  await refuses({ headers: { [SIGNATURE_HEADER]: `${header}0` } });
  await refuses({
    headers: { [SIGNATURE_HEADER]: header.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
  });
  await refuses({ headers: { [SIGNATURE_HEADER]: header.replace(/t=(\d)/, 't=2') } });
  await refuses({ body: webhook.body.replace('succeeded', 'failed') });
  await refuses({ body: `${webhook.body} ` });

  // Within the tolerance a repetition is read as the same event, which its reader already has.
  world.pass(4 * 60_000);
  expect(await read(webhook)).toEqual(await read(webhook));
  world.pass(61_000);
  await refuses({});
});
