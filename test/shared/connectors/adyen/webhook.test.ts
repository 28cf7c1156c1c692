import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConnectorAccess,
  type ConnectorEvent,
  WebhookRefusedError,
} from '../../../../src/core/foundation/ports/connector.ts';
import { accessTo, type Bench, startBench } from './bench.ts';
import {
  asWebhook,
  forgedWebhooks,
  HMAC_KEY,
  notification,
  type Told,
  webhookOf,
} from './stand-in/notifications.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.standIn.close());

const at = new Date('2026-11-01T10:00:00Z');
const told: Told = {
  pspReference: 'QFQTPCQ8HXSKGK82',
  originalReference: '9913140798220028',
  merchantReference: 'pay_1_1',
  amount: { currency: 'EUR', value: 1000 },
};
const item = (eventCode: string, given: Partial<Told> = {}) =>
  notification(eventCode, at, { ...told, ...given });

const read = async (items: readonly object[], access: ConnectorAccess = accessTo()) => {
  const { body, headers } = webhookOf(items as never);
  return bench.connector.readWebhook(access, { headers, body: Buffer.from(body) });
};
const eventOf = async (eventCode: string, given: Partial<Told> = {}): Promise<ConnectorEvent | undefined> =>
  (await read([item(eventCode, given)])).events[0];
const refusedBody = (body: string, access = accessTo()) =>
  expect(bench.connector.readWebhook(access, { headers: {}, body: Buffer.from(body) })).rejects.toThrow(
    WebhookRefusedError,
  );

describe('The signature', () => {
  test("A batch of notifications is read completely and acknowledged in Adyen's format", async () => {
    const { events, response } = await read([
      item('CAPTURE'),
      item('REFUND', { pspReference: 'REFUNDREFUND0001' }),
    ]);
    expect(events.map(({ type }) => type)).toEqual(['capture_made', 'refund_made']);
    expect(response).toEqual({ status: 200, contentType: 'text/plain', body: '[accepted]' });
  });

  test('A notification with an unreadable amount logs a warning and does not block its batch', async () => {
    const half = { amount: { currency: 'CLP', value: 149_950 } };
    const { events, response } = await read([item('CAPTURE', half), item('REFUND')]);
    expect(events.map(({ objectReference, type }) => [type, objectReference])).toEqual([
      ['refund_made', 'pay_1_1'],
    ]);
    expect(response).toMatchObject({ status: 200 });
    expect(bench.warnings.at(-1)).toContain('CAPTURE');
  });

  test('One forged notification refuses its batch', async () => {
    for (const { body } of forgedWebhooks(webhookOf([item('CAPTURE')]))) await refusedBody(body);
    const good = JSON.parse(webhookOf([item('CAPTURE')]).body);
    const [forged] = forgedWebhooks(webhookOf([item('REFUND')]));
    good.notificationItems.push(...JSON.parse(forged!.body).notificationItems);
    await refusedBody(JSON.stringify(good));
  });

  test('Either of two secrets is valid during key rotation', async () => {
    const access = accessTo({ webhookSecret: '00'.repeat(32), additionalWebhookSecret: HMAC_KEY });
    expect((await read([item('CAPTURE')], access)).events).toHaveLength(1);
  });

  test.for([null, '', 'not hexadecimal', 'zz'.repeat(32)])(
    'An invalid secret (%s) verifies nothing, not even a signature with an empty key',
    async (webhookSecret) => {
      const signature = createHmac('sha256', Buffer.alloc(0)).update(
        'QFQTPCQ8HXSKGK82:9913140798220028:SwitchyardTestCOM:pay_1_1:1000:EUR:CAPTURE:true',
      );
      const additionalData = { hmacSignature: signature.digest('base64') };
      const NotificationRequestItem = { ...item('CAPTURE'), additionalData };
      const { body } = asWebhook(
        JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem }] }),
      );
      await refusedBody(body, accessTo({ webhookSecret }));
    },
  );

  test("Notifications of the company's other merchant accounts are accepted and ignored", async () => {
    const other = { ...item('CAPTURE'), merchantAccountCode: 'AnotherAccountCOM' };
    expect((await read([other, item('CAPTURE')])).events).toHaveLength(1);
  });

  test.for(['{}', '{"notificationItems":[]}', '{"notificationItems":[null]}', '{"notificationItems":[{}]}'])(
    '%s is refused',
    (body) => refusedBody(body),
  );

  test('A notification with members of wrong types is refused without an exception', async () => {
    for (const wrong of [{ amount: null }, { amount: { currency: 'EUR', value: '1000' } }, { reason: 7 }]) {
      const NotificationRequestItem = {
        ...item('CAPTURE'),
        ...wrong,
        additionalData: { hmacSignature: 'x' },
      };
      await refusedBody(JSON.stringify({ notificationItems: [{ NotificationRequestItem }] }));
    }
  });
});

describe('Events', () => {
  test('A repeated notification keeps its identifier, and its reversal gets another', async () => {
    const first = await eventOf('AUTHORISATION');
    const again = await eventOf('AUTHORISATION', { reason: 'Told differently' });
    const reversed = await eventOf('AUTHORISATION', { success: false, reason: 'Refused' });
    expect(again!.id).toBe(first!.id);
    expect(reversed!.id).not.toBe(first!.id);
  });

  const capture = 'cap_01JD3Q5V7X9Z1B3D5F7H9K1M3P';
  const reason = 'Insufficient balance on payment';
  test.for<readonly [string, string, Partial<Told>, object]>([
    [
      'An authorization, with what was asked for',
      'AUTHORISATION',
      { additionalData: { 'metadata.switchyard_asked': 'manual' } },
      {
        type: 'outcome',
        call: { operation: 'authorize', reference: 'pay_1_1' },
        outcome: { kind: 'succeeded', money: { currency: 'EUR', authorized: 1000, captured: 0 } },
      },
    ],
    [
      'A refusal, by the words of its reason',
      'AUTHORISATION',
      { success: false, reason: 'Expired Card' },
      { outcome: { kind: 'failed', code: '6', message: 'Expired Card' } },
    ],
    [
      'A capture of ours',
      'CAPTURE',
      { merchantReference: capture },
      {
        call: { operation: 'capture', reference: capture, parentTransactionId: '9913140798220028' },
        outcome: { kind: 'succeeded', connectorTransactionId: 'QFQTPCQ8HXSKGK82', moved: { amount: 1000 } },
      },
    ],
    [
      'A capture of ours that is refused',
      'CAPTURE',
      { merchantReference: capture, success: false, reason },
      { outcome: { kind: 'failed', code: 'capture_refused', message: reason } },
    ],
    [
      'A capture in the Customer Area',
      'CAPTURE',
      {},
      { type: 'capture_made', amount: 1000, currency: 'EUR' },
    ],
    ['Money that never came', 'CAPTURE_FAILED', {}, { type: 'capture_failed', connectorCaptureId: null }],
    [
      'A void of ours',
      'CANCELLATION',
      { merchantReference: 'pay_1_1_void' },
      { call: { operation: 'void', reference: 'pay_1_1' }, outcome: { kind: 'succeeded' } },
    ],
    [
      'A void of ours by reference',
      'TECHNICAL_CANCEL',
      {},
      { call: { operation: 'void', reference: 'pay_1_1' }, outcome: { kind: 'succeeded' } },
    ],
    [
      'A cancellation in the Customer Area',
      'CANCELLATION',
      {},
      { type: 'authorization_ended', reason: 'cancelled', connectorTransactionId: '9913140798220028' },
    ],
    [
      'An authorization that lapsed',
      'EXPIRE',
      { originalReference: '' },
      { type: 'authorization_ended', reason: 'expired', connectorTransactionId: 'QFQTPCQ8HXSKGK82' },
    ],
    [
      'An increase',
      'AUTHORISATION_ADJUSTMENT',
      {},
      { call: { operation: 'increment' }, outcome: { connectorTransactionId: '9913140798220028' } },
    ],
    [
      'A refund',
      'REFUND',
      { merchantReference: 'ref_1' },
      { type: 'refund_made', reference: 'ref_1', connectorRefundId: 'QFQTPCQ8HXSKGK82', status: 'succeeded' },
    ],
    [
      'A refund that is refused',
      'REFUND',
      { success: false, reason },
      { type: 'refund_failed', code: 'refund_refused', message: reason },
    ],
    ['A refund that failed later', 'REFUND_FAILED', {}, { type: 'refund_failed', code: 'refund_failed' }],
    ['A refund that came back', 'REFUNDED_REVERSED', {}, { type: 'refund_failed', code: 'refund_failed' }],
    [
      'A customer who never paid',
      'OFFER_CLOSED',
      {},
      { call: { operation: 'authorize', reference: 'pay_1_1' }, outcome: { kind: 'failed', code: '16' } },
    ],
    ['A payout', 'PAYOUT_THIRDPARTY', {}, { call: { operation: 'fulfill' }, outcome: { kind: 'succeeded' } }],
    ['A payout that nobody confirmed', 'PAYOUT_EXPIRE', {}, { outcome: { code: 'payout_expired' } }],
    ['A payout that a reviewer declined', 'PAYOUT_DECLINE', {}, { outcome: { code: 'payout_declined' } }],
    ['A payout that came back', 'PAIDOUT_REVERSED', {}, { type: 'payout_returned' }],
    [
      'A warning of fraud',
      'NOTIFICATION_OF_FRAUD',
      { reason: 'Stolen' },
      { type: 'fraud_warning', reason: 'Stolen' },
    ],
    ['A request for information', 'REQUEST_FOR_INFORMATION', {}, { stage: 'pre_dispute', status: 'opened' }],
    [
      'A chargeback, with its deadline',
      'CHARGEBACK',
      {
        reason: 'Other Fraud',
        additionalData: { chargebackReasonCode: ' 4853', defensePeriodEndsAt: '2026-11-15T00:00:00+01:00' },
      },
      {
        stage: 'dispute',
        status: 'opened',
        connectorDisputeId: 'QFQTPCQ8HXSKGK82',
        connectorTransactionId: '9913140798220028',
        reasonCode: '4853',
        respondBy: new Date('2026-11-14T23:00:00Z'),
      },
    ],
    ['A defence that was sent', 'INFORMATION_SUPPLIED', {}, { stage: 'pre_dispute', status: 'challenged' }],
    [
      'A defence of a chargeback that was sent',
      'INFORMATION_SUPPLIED',
      { additionalData: { chargebackReasonCode: '13.3' } },
      { stage: 'dispute', status: 'challenged' },
    ],
    ['A chargeback that is reversed', 'CHARGEBACK_REVERSED', {}, { stage: 'dispute', status: 'challenged' }],
    [
      'A reversed chargeback that may come back',
      'CHARGEBACK_REVERSED',
      { additionalData: { disputeStatus: 'Pending' } },
      { stage: 'dispute', status: 'challenged' },
    ],
    [
      'A chargeback that was won',
      'CHARGEBACK_REVERSED',
      { additionalData: { disputeStatus: 'Won' } },
      { stage: 'dispute', status: 'won' },
    ],
    [
      'An issuer who did not answer',
      'ISSUER_RESPONSE_TIMEFRAME_EXPIRED',
      {},
      { stage: 'dispute', status: 'won' },
    ],
    ['A pre-arbitration that was won', 'PREARBITRATION_WON', {}, { stage: 'pre_arbitration', status: 'won' }],
    ['A second chargeback', 'SECOND_CHARGEBACK', {}, { stage: 'pre_arbitration', status: 'lost' }],
    ['A deadline that passed', 'DISPUTE_DEFENSE_PERIOD_ENDED', {}, { stage: 'dispute', status: 'expired' }],
    [
      'A chargeback that was accepted',
      'DISPUTE_DEFENSE_PERIOD_ENDED',
      { additionalData: { disputeStatus: 'Accepted' } },
      { stage: 'dispute', status: 'accepted' },
    ],
  ])('%s (%s)', async ([, eventCode, given, expected]) => {
    expect(await eventOf(eventCode, given)).toMatchObject(expected);
  });

  test('Responses to two stages of a dispute are two events, and a repeated notification is one', async () => {
    const at = (eventDate: string) => ({ eventDate, pspReference: 'QFQTPCQ8HXSKGK82' });
    const ids = await Promise.all(
      ['2026-11-01T10:00:00+01:00', '2026-11-09T10:00:00+01:00', '2026-11-09T10:00:00+01:00'].map(
        async (eventDate) => (await eventOf('INFORMATION_SUPPLIED', at(eventDate)))!.id,
      ),
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('An unknown event code is ignored with a warning', async () => {
    expect(await eventOf('SOMETHING_OF_TOMORROW')).toBeUndefined();
    expect(bench.warnings.at(-1)).toContain('SOMETHING_OF_TOMORROW');
  });

  test('A report notification is ignored without a warning', async () => {
    const before = bench.warnings.length;
    expect(await eventOf('REPORT_AVAILABLE')).toBeUndefined();
    expect(bench.warnings).toHaveLength(before);
  });

  test('A number in a reason is not repeated', async () => {
    const event = await eventOf('CAPTURE_FAILED', { reason: 'Card 4111 1111 4555 1142 is closed' });
    expect(JSON.stringify(event)).not.toContain('4555');
  });
});
