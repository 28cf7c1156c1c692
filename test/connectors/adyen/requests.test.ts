import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adyenConnector } from '../../../src/connectors/adyen/adyen.ts';
import { requestOptions } from '../../../src/connectors/adyen/client.ts';
import { type KeptAnswer, NotSentError, type Outcome } from '../../../src/core/foundation/connector.ts';
import type { ExternalAuthentication } from '../../../src/core/foundation/connector-requests.ts';
import type { CredentialUse } from '../../../src/core/foundation/credential-use.ts';
import type { PaymentContext, PostalAddress } from '../../../src/core/foundation/payment-context.ts';
import type { PaymentMethodDetails } from '../../../src/core/foundation/payment-method-details.ts';
import { accessTo, type Bench, basics, cardOf, charge, context, startBench } from './bench.ts';
import { furtherCards, testCards } from './stand-in/cards.ts';
import { API_KEY, KEY_WITHOUT_PAYOUTS } from './stand-in/server.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  expect(bench.standIn.violations()).toEqual([]);
  await bench.standIn.close();
});

const idOf = (outcome: Outcome) => (outcome as { connectorTransactionId: string }).connectorTransactionId;
const customer = { id: 'cus_1', name: 'Ann Example', email: 'ann@example.com', phone: null };
const address: PostalAddress = {
  ...{ firstName: 'Ann', lastName: 'Example', line1: 'Main Street 1', line2: null, line3: null },
  ...{ city: 'Amsterdam', zip: '1011 AB', state: 'North Holland', country: 'NL' },
};
const everything: PaymentContext = {
  ...context,
  customer: { ...customer, phone: { number: '612345678', countryCode: '+31' } },
  billing: { address, phone: null, email: null },
  methodBilling: { address, phone: null, email: null },
  shipping: { address: { ...address, line2: 'Floor 2' }, phone: null, email: null },
  browser: {
    ...{ ipAddress: '192.0.2.1', userAgent: 'Mozilla/5.0', acceptHeader: null, language: 'nl-NL' },
    ...{ colorDepth: null, screenHeight: null, screenWidth: null, timeZone: null, javaEnabled: null },
    ...{ javaScriptEnabled: null, osType: null, osVersion: null, deviceModel: null },
  },
  statementDescriptor: 'Läden & Söhne, the very long name',
  orderReference: 'order 1',
  metadata: { colour: 'red', 'a key that is much too long to be taken': 'x', nested: { a: 1 } },
};

/** Every request is held to Adyen's description when the tests are over. */
describe('What Adyen is sent', () => {
  test('All that is known of a payment, in the shapes that Adyen takes', async () => {
    const terms = { incremental: true, extended: true, multipleCaptures: true, network: null };
    const request = charge({
      context: everything,
      terms,
      threeDs: true,
      challengeRequested: true,
      capture: false,
    });
    expect(await bench.connector.authorize(accessTo(), request)).toMatchObject({
      kind: 'succeeded',
      granted: { incremental: true },
      money: { authorized: 1000, captured: 0 },
    });
  });

  test('The result of 3-D Secure elsewhere stands for a challenge', async () => {
    const authentication: ExternalAuthentication = {
      transStatus: 'Y',
      eci: '05',
      cavv: 'c2FuZGJveC1jYXZ2LTAwMDAwMDA=',
      version: '2.2.0',
      dsTransactionId: 'c4e59ceb-a382-4d6a-bc87-385d591fa09d',
      threeDsServerTransactionId: null,
      acsTransactionId: null,
    };
    const request = charge({ method: cardOf(testCards.challenge), authentication });
    expect((await bench.connector.authorize(accessTo(), request)).kind).toBe('succeeded');
  });

  const bank = { holderName: 'Ann Example', bankName: null } as const;
  const debit = (account: Extract<PaymentMethodDetails, { kind: 'bank_debit' }>['account']) =>
    ({ kind: 'bank_debit', account }) as const;
  const google = { tokenType: null, network: null, displayName: null, cardEnd: null } as const;
  const apple = { network: null, displayName: null, cardType: null, transactionId: null } as const;
  test.for<PaymentMethodDetails>([
    { kind: 'wallet', wallet: { type: 'google_pay', token: '{"signature":"…"}', ...google } },
    { kind: 'wallet', wallet: { type: 'apple_pay', token: 'eyJ2ZXJzaW9uIjoi…', ...apple } },
    { kind: 'wallet', wallet: { type: 'paypal', token: null, email: null } },
    { kind: 'bank_redirect', type: 'ideal', bankName: null, country: 'NL' },
    { kind: 'bank_redirect', type: 'trustly', bankName: null, country: 'SE' },
    debit({ ...bank, scheme: 'sepa', iban: 'NL91ABNA0417164300', bic: null }),
    debit({
      ...bank,
      scheme: 'ach',
      accountNumber: '000123456789',
      routingNumber: '110000000',
      accountType: 'checking',
    }),
    debit({ ...bank, scheme: 'bacs', accountNumber: '55779911', sortCode: '200000' }),
  ])('A method of each kind: %j', async (method) => {
    expect((await bench.connector.authorize(accessTo(), charge({ method }))).kind).toBe('succeeded');
  });

  test('An idempotency key is as long as Adyen takes it, and of several requests of a call each has its own', () => {
    const { signal } = basics();
    const keyOf = (idempotencyKey: string, part?: string) =>
      requestOptions({ idempotencyKey, reference: 'r', signal }, part).idempotencyKey!;
    expect(keyOf('call_1')).toBe('call_1');
    const keys = [keyOf('x'.repeat(200)), keyOf('call_1', 'a'), keyOf('call_1', 'b'), keyOf('call_1')];
    expect(keys.every((key) => key.length <= 64)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('Stored cards', () => {
  type Stored = Extract<CredentialUse, { kind: 'stored' }>;
  const stored = (given: Partial<Stored>): Stored => ({
    kind: 'stored',
    initiator: 'merchant',
    model: 'unscheduled',
    connectorMandateId: null,
    networkTransactionId: null,
    ...given,
  });

  test('A card is stored for its customer, and charged for the same customer alone', async () => {
    const first = await bench.connector.authorize(
      accessTo(),
      charge({ credential: { kind: 'store', model: 'unscheduled' }, context: { ...context, customer } }),
    );
    expect(first).toMatchObject({
      connectorMandateId: expect.any(String),
      connectorCustomerId: 'merchant_1_cus_1',
      networkTransactionId: expect.any(String),
    });
    const { connectorCustomerId, connectorMandateId } = first as KeptAnswer;
    const credential = stored({ connectorMandateId: connectorMandateId! });
    const ofCustomer = { ...context, customer, connectorCustomerId: connectorCustomerId! };
    const later = await bench.connector.authorize(accessTo(), charge({ credential, context: ofCustomer }));
    expect(later.kind).toBe('succeeded');
    const another = { ...context, customer: { ...customer, id: 'cus_2' } };
    const stolen = await bench.connector.authorize(accessTo(), charge({ credential, context: another }));
    expect(stolen).toMatchObject({ kind: 'failed', code: '803' });
  });

  test("A card that another connector stored is charged with the network's reference, without a challenge", async () => {
    const credential = stored({ networkTransactionId: 'MCC1234567890' });
    const method = cardOf(testCards.challenge);
    const outcome = await bench.connector.authorize(
      accessTo(),
      charge({ credential, method, returnUrl: null }),
    );
    expect(outcome.kind).toBe('succeeded');
  });
});

describe('3-D Secure', () => {
  const wait = async () => {
    const request = charge({ method: cardOf(testCards.challenge), threeDs: true });
    const waiting = await bench.connector.authorize(accessTo(), request);
    if (waiting.kind !== 'requires_action' || waiting.action.type !== 'redirect')
      throw new Error('no challenge');
    return { request, waiting, url: waiting.action.url };
  };
  const comeBack = (
    { request, waiting }: Awaited<ReturnType<typeof wait>>,
    returned: Record<string, string>,
  ) => {
    const { connectorTransactionId, resume = null } = waiting;
    const { idempotencyKey, reference, signal } = request;
    const call = { idempotencyKey, reference, signal, connectorTransactionId, resume, returned };
    return bench.connector.completeAction(accessTo(), call);
  };
  const resultOf = (url: string) => ({
    redirectResult: new URL(bench.standIn.answerPage(url, true)).searchParams.get('redirectResult')!,
  });

  test('What the browser brings back completes the payment, with the result of 3-D Secure', async () => {
    const paid = await wait();
    expect(await comeBack(paid, resultOf(paid.url))).toMatchObject({
      kind: 'succeeded',
      authentication: { transStatus: 'Y', eci: '05', version: '2.2.0' },
      money: { authorized: 1000, captured: 1000 },
    });
  });

  test('The result of another payment pays nothing, and a warning tells of it', async () => {
    const [cheap, dear] = [await wait(), await wait()];
    expect(await comeBack(dear, resultOf(cheap.url))).toEqual({ kind: 'unknown', reason: 'interrupted' });
    expect(bench.warnings.at(-1)).toContain(dear.request.reference);
  });

  test.for([
    {},
    { redirectResult: 'forged' },
    { status: 'Authorised' },
    { redirectResult: 'x'.repeat(30_000) },
  ])('A forged return (%j) proves nothing, neither success nor failure', async (returned) => {
    expect((await comeBack(await wait(), returned as Record<string, string>)).kind).toBe('unknown');
  });
});

describe('Refusals', () => {
  test('The issuer refuses: its own answer is kept, and advice that forbids another attempt', async () => {
    const method = cardOf(furtherCards.never_again);
    expect(await bench.connector.authorize(accessTo(), charge({ method }))).toMatchObject({
      ...{ kind: 'failed', code: '27', message: 'Declined Non Generic' },
      ...{ issuerCode: '05', issuerMessage: 'Do not honor', advice: { code: '03', retry: 'never' } },
    });
  });

  test('An amount that Adyen cannot be told fails, and nothing is sent', async () => {
    const before = bench.standIn.desk.state.payments.size;
    const outcome = await bench.connector.authorize(accessTo(), charge({ amount: 150, currency: 'IDR' }));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'amount_inexact' });
    expect(bench.standIn.desk.state.payments.size).toBe(before);
  });

  test('A live account without its prefix fails by name, and no key is sent anywhere', async () => {
    const live = adyenConnector({
      baseUrl: null,
      environment: 'live',
      now: () => new Date(),
      warn: () => {},
    });
    for (const endpoint_prefix of [undefined, 'evil.example.com/', 'a/b', 'x@evil']) {
      const access = accessTo({ testMode: false, metadata: { endpoint_prefix } });
      expect(await live.authorize!(access, charge())).toMatchObject({
        kind: 'failed',
        code: 'live_prefix_missing',
      });
      expect(await live.verifyCredentials!(access, new AbortController().signal)).toMatchObject({
        kind: 'refused',
      });
    }
  });

  test.for([
    ['api_key', { api_key: 'AQEyhmfxK_no_such_key_0000000000000000' }],
    ['key1', { key1: 'NoSuchAccount' }],
  ] as const)('A wrong %s is named, without its value', async ([key, keys]) => {
    const answer = await bench.connector.verifyCredentials(accessTo({}, keys), new AbortController().signal);
    expect(answer).toMatchObject({ kind: 'refused', key });
    expect(JSON.stringify(answer)).not.toContain(Object.values(keys)[0]);
  });
});

describe('Payouts', () => {
  const payoutTo = (iban: string, metadata: Record<string, unknown> = birth) => ({
    ...basics('po_1_1'),
    ...{ amount: 1000, currency: 'EUR', priority: null, entityType: null, recurring: false },
    destination: {
      kind: 'bank',
      account: { scheme: 'sepa', iban, bic: null, holderName: 'Ann Example', bankName: null },
    } as const,
    context: { recipient: customer, billing: null, description: null, metadata },
  });
  const birth = { date_of_birth: '1990-12-31', nationality: 'NL' };

  test('A payout to a bank account is submitted, and confirmed by the key for reviews', async () => {
    const sent = await bench.connector.payout(accessTo(), payoutTo('NL91ABNA0417164300'));
    expect(sent.kind).toBe('pending');
    expect(bench.standIn.desk.state.records.at(-1)).toMatchObject({
      kind: 'payout',
      id: idOf(sent),
      succeeded: true,
    });
  });

  test('Without that key it waits for review', async () => {
    const before = bench.standIn.desk.state.records.length;
    const sent = await bench.connector.payout(
      accessTo({}, { key2: undefined }),
      payoutTo('NL91ABNA0417164300'),
    );
    expect(sent.kind).toBe('pending');
    expect(bench.standIn.desk.state.records).toHaveLength(before);
  });

  test('What Adyen must know of the recipient is named', async () => {
    const outcome = await bench.connector.payout(accessTo(), payoutTo('NL91ABNA0417164300', {}));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'recipient_incomplete' });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/date_of_birth.*nationality/) });
  });

  test('An account that may not pay out is refused by name', async () => {
    const access = accessTo({}, { api_key: KEY_WITHOUT_PAYOUTS });
    expect(await bench.connector.payout(access, payoutTo('NL91ABNA0417164300'))).toMatchObject({
      ...{ kind: 'failed', code: 'payouts_not_allowed' },
      message: expect.stringContaining('payout role'),
    });
  });
});

describe('Disputes', () => {
  const dispute = async () => {
    await bench.connector.authorize(accessTo(), charge({ method: cardOf(testCards.disputed) }));
    return [...bench.standIn.desk.state.disputes.keys()].at(-1)!;
  };
  const evidence = { text: '', fields: {}, files: [], defenceReason: null };

  test('Text becomes a page, files are sent as they are, and the reason is one whose documents are given', async () => {
    const connectorDisputeId = await dispute();
    const content = Buffer.from('%PDF-1.4 invoice');
    const file = {
      field: 'InvoiceShowingDistinctTransactions',
      name: 'a.pdf',
      contentType: 'application/pdf',
      content,
    };
    const challenge = {
      ...basics('dsp_1'),
      connectorDisputeId,
      ...evidence,
      text: 'It was (really) delivered.\nTwice.',
    };
    await bench.connector.challengeDispute(accessTo(), challenge);
    const [page] = bench.standIn.desk.state.disputes.get(connectorDisputeId)!.documents;
    expect(page).toMatch(/^%PDF-1\.4[\s\S]*It was \\\(really\\\) delivered\.[\s\S]*%%EOF\n$/);
    const withFile = { ...basics('dsp_2'), connectorDisputeId: await dispute(), ...evidence, files: [file] };
    // The stand-in takes the defence of the general document alone.
    await expect(bench.connector.challengeDispute(accessTo(), withFile)).rejects.toThrow('not applicable');
  });

  test('A dispute that Adyen does not have is refused', async () => {
    const request = { ...basics('dsp_3'), connectorDisputeId: 'NOSUCHDISPUTE001' };
    await expect(bench.connector.acceptDispute(accessTo(), request)).rejects.toThrow('Dispute not found');
    await expect(
      bench.connector.challengeDispute(accessTo(), { ...request, ...evidence, text: 'x' }),
    ).rejects.toThrow();
  });
});

describe('Wallets', () => {
  test.for(['google_pay', 'apple_pay'])('%s is given its parameters', async (wallet) => {
    const collect = { billing: false, shipping: false };
    const token = await bench.connector.sessionToken(accessTo(), {
      ...{ ...basics(), amount: 1000, currency: 'EUR', wallet, context, collect },
    });
    expect(token).toMatchObject({ walletName: wallet, data: { merchantId: expect.any(String) } });
  });

  test('A wallet that the account does not take has none', async () => {
    const request = {
      ...basics(),
      amount: 1000,
      currency: 'EUR',
      context,
      collect: { billing: false, shipping: false },
    };
    expect(await bench.connector.sessionToken(accessTo(), { ...request, wallet: 'paypal' })).toBeNull();
    expect(await bench.connector.sessionToken(accessTo(), { ...request, wallet: 'unheard_of' })).toBeNull();
  });
});

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a vendor answers when something is wrong with it. */
describe('Answers that tell nothing', () => {
  let broken: Server;
  let answer: { status: number; headers?: Record<string, string>; body: string };
  let calls = 0;
  const connector = () =>
    adyenConnector({
      ...{ baseUrl: `http://127.0.0.1:${(broken.address() as AddressInfo).port}`, environment: 'test' },
      ...{ now: () => new Date(), warn: () => {} },
    });
  beforeAll(async () => {
    broken = createServer((request, response) => {
      calls += 1;
      request.resume().on('end', () => {
        response
          .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
          .end(answer.body);
      });
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void broken.close());

  const error = (errorCode: string, message = 'Try later.') => JSON.stringify({ errorCode, message });
  test.for([
    ['An internal error', { status: 500, body: error('905') }],
    ['A gateway without JSON', { status: 502, body: '<html>' }],
    ['A request under the same key in progress', { status: 422, body: error('704') }],
    ['A transient error', { status: 422, headers: { 'transient-error': 'true' }, body: error('702') }],
    ['Success that is no JSON', { status: 200, body: `{"number":"${testCards.good}",` }],
    ['A redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' }, body: '{}' }],
  ] as const)(
    '%s leaves the outcome unknown: sent once, and no error holds what was sent',
    async ([, given]) => {
      answer = given;
      const before = calls;
      const thrown: unknown = await connector().authorize!(accessTo(), charge()).catch(
        (error: unknown) => error,
      );
      expect(thrown).toBeInstanceOf(Error);
      expect(thrown).not.toBeInstanceOf(NotSentError);
      const told = `${(thrown as Error).stack} ${JSON.stringify(thrown)} ${String((thrown as Error).cause)}`;
      for (const secret of [testCards.good, API_KEY]) expect(told).not.toContain(secret);
      expect(calls).toBe(before + 1);
    },
  );

  test('Too many requests, and nobody listening, were certainly not performed', async () => {
    answer = { status: 429, body: '{}' };
    await expect(connector().authorize!(accessTo(), charge())).rejects.toThrow(NotSentError);
    const setup = { environment: 'test', now: () => new Date(), warn: () => {} } as const;
    const nobody = adyenConnector({ ...setup, baseUrl: `http://127.0.0.1:${await freePort()}` });
    await expect(nobody.authorize!(accessTo(), charge())).rejects.toThrow(NotSentError);
  });

  test('A refusal that repeats the card number is told without it', async () => {
    answer = { status: 422, body: error('101', `Invalid card number: ${testCards.good}`) };
    const outcome = await connector().authorize!(accessTo(), charge());
    expect(outcome).toMatchObject({ kind: 'failed', code: '101' });
    expect(JSON.stringify(outcome)).not.toContain(testCards.good);
  });
});

describe('Looking up', () => {
  const look = (ageMs: number, connectorTransactionId: string | null) =>
    bench.connector.lookUp(accessTo(), {
      ...{
        ...basics(),
        operation: 'authorize',
        money: null,
        parentTransactionId: null,
        ageMs,
        connectorTransactionId,
      },
    });

  test('The same call is sent again while Adyen keeps its key, unless Adyen has answered it', async () => {
    const day = 24 * 60 * 60 * 1000;
    expect(await look(day, null)).toEqual({ kind: 'cannot_tell', repeat: 'safe' });
    expect(await look(8 * day, null)).toEqual({ kind: 'cannot_tell', repeat: 'unsafe' });
    expect(await look(day, 'QFQTPCQ8HXSKGK82')).toEqual({ kind: 'cannot_tell', repeat: 'unsafe' });
  });
});
