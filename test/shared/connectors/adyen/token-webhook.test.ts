import { afterAll, beforeAll, expect, test } from 'vitest';
import { HmacValidator } from '../../../../src/connectors/adyen/library.ts';
import {
  type ConnectorAccess,
  WebhookRefusedError,
} from '../../../../src/core/foundation/ports/connector.ts';
import { accessTo, type Bench, startBench } from './bench.ts';
import { HMAC_KEY, MERCHANT_ACCOUNT, notification, webhookOf } from './stand-in/notifications.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.standIn.close());

/** A webhook of Adyen's tokenization, in its documented format. */
const tokenWebhook = (type: string, given: object = {}) =>
  JSON.stringify({
    createdAt: '2026-11-01T10:00:00+01:00',
    data: {
      merchantAccount: MERCHANT_ACCOUNT,
      operation: 'Created',
      shopperReference: 'merchant_1_cus_1',
      storedPaymentMethodId: 'M5N7TQ4TG5PFWR50',
      type: 'visa',
    },
    environment: 'test',
    eventId: 'QBQQ9DLNRHHKGK38',
    type,
    version: '1',
    ...given,
  });
const signatureOf = (body: string, key = HMAC_KEY) => new HmacValidator().calculateHmacSignature(body, key);
const read = (body: string, access: ConnectorAccess = accessTo(), signature = signatureOf(body)) =>
  bench.connector.readWebhook(access, { headers: { hmacsignature: signature }, body: Buffer.from(body) });

test.for([
  ['recurring.token.created', { type: 'mandate_stored', connectorTransactionId: 'QBQQ9DLNRHHKGK38' }],
  ['recurring.token.alreadyExisting', { type: 'mandate_stored', connectorTransactionId: 'QBQQ9DLNRHHKGK38' }],
  ['recurring.token.disabled', { type: 'mandate_revoked' }],
] as const)('%s updates the stored token', async ([type, expected]) => {
  const { events, response } = await read(tokenWebhook(type));
  expect(events).toMatchObject([
    { ...expected, connectorMandateId: 'M5N7TQ4TG5PFWR50', at: new Date('2026-11-01T09:00:00Z') },
  ]);
  expect(response).toMatchObject({ status: 200 });
});

test('For an updated token, the connector asks Adyen for the replaced card', async () => {
  const updated = tokenWebhook('recurring.token.updated');
  const { tokens } = bench.standIn.desk.state;
  const stored = { shopperReference: 'merchant_1_cus_1', scenario: 'good', type: 'scheme' } as const;
  const card = { brand: 'mc', lastFour: '1111', expiryMonth: '3', expiryYear: '31' };
  expect((await read(updated)).events).toEqual([]);
  tokens.set('M5N7TQ4TG5PFWR50', { ...stored, card, shopperReference: 'merchant_1_cus_2' });
  expect((await read(updated)).events).toEqual([]);
  tokens.set('M5N7TQ4TG5PFWR50', { ...stored, card });
  expect((await read(updated)).events).toMatchObject([
    {
      ...{
        type: 'card_updated',
        connectorMandateId: 'M5N7TQ4TG5PFWR50',
        at: new Date('2026-11-01T09:00:00Z'),
      },
      ...{ last4: '1111', network: 'Mastercard', expMonth: '03', expYear: '2031' },
    },
  ]);
  tokens.set('M5N7TQ4TG5PFWR50', { ...stored, card: { ...card, brand: 'polished', expiryYear: '2031' } });
  expect((await read(updated)).events).toMatchObject([{ network: null, expYear: '2031' }]);
  // For no card.
  tokens.set('M5N7TQ4TG5PFWR50', stored);
  expect((await read(updated)).events).toEqual([]);
  tokens.delete('M5N7TQ4TG5PFWR50');
  // A key that may not read tokens.
  const other = accessTo({}, { api_key: 'AQE_unknown' });
  expect((await read(updated, other)).events).toEqual([]);
  expect(bench.warnings.at(-1)).toContain('does not show an updated token');
  expect(bench.standIn.violations()).toEqual([]);
});

test('A token of another merchant account is ignored', async () => {
  const data = { merchantAccount: 'AnotherCOM', storedPaymentMethodId: 'M5N7TQ4TG5PFWR50' };
  expect((await read(tokenWebhook('recurring.token.created', { data }))).events).toEqual([]);
});

test('An unknown token event is ignored with a warning', async () => {
  expect((await read(tokenWebhook('recurring.token.polished'))).events).toEqual([]);
  expect(bench.warnings.at(-1)).toContain('recurring.token.polished');
});

test('A token webhook is refused without a signature, with a wrong one, or if changed after signing', async () => {
  const body = tokenWebhook('recurring.token.created');
  const changed = body.replace('M5N7TQ4TG5PFWR50', 'ANOTHERTOKEN');
  const refused = [
    read(body, accessTo(), ''),
    read(body, accessTo(), signatureOf(body, '00'.repeat(32))),
    read(changed, accessTo(), signatureOf(body)),
    read(body, accessTo({ webhookSecret: 'not hexadecimal' }), signatureOf(body, '')),
    bench.connector.readWebhook(accessTo(), { headers: {}, body: Buffer.from(body) }),
  ];
  for (const result of refused) await expect(result).rejects.toThrow(WebhookRefusedError);
  const additional = accessTo({ webhookSecret: '00'.repeat(32), additionalWebhookSecret: HMAC_KEY });
  expect((await read(body, additional)).events).toHaveLength(1);
});

test('A recurring contract in the standard webhook updates the token, using only signed fields', async () => {
  const item = notification('RECURRING_CONTRACT', new Date('2026-11-01T10:00:00Z'), {
    pspReference: 'M5N7TQ4TG5PFWR50',
    originalReference: '9913140798220028',
    merchantReference: 'pay_1_1',
    amount: { currency: 'EUR', value: 0 },
    additionalData: { 'recurring.recurringDetailReference': 'SOMETHINGELSE' },
  });
  const { body, headers } = webhookOf([item]);
  const { events } = await bench.connector.readWebhook(accessTo(), { headers, body: Buffer.from(body) });
  expect(events).toMatchObject([
    {
      type: 'mandate_stored',
      connectorTransactionId: '9913140798220028',
      connectorMandateId: 'M5N7TQ4TG5PFWR50',
    },
  ]);
});
