import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adyenConnector } from '../../../../src/connectors/adyen/adyen.ts';
import {
  NotSentError,
  type Outcome,
  UnansweredError,
} from '../../../../src/core/foundation/ports/connector.ts';
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

describe('Refusals', () => {
  test("An issuer's refusal keeps its own code and the advice not to retry", async () => {
    const method = cardOf(furtherCards.never_again);
    expect(await bench.connector.authorize(accessTo(), charge({ method }))).toMatchObject({
      ...{ kind: 'failed', code: '27', message: 'Declined Non Generic' },
      ...{ issuerCode: '05', issuerMessage: 'Do not honor', advice: { code: '03', retry: 'never' } },
    });
  });

  test('An amount that Adyen cannot represent fails without a request', async () => {
    const before = bench.standIn.desk.state.payments.size;
    const outcome = await bench.connector.authorize(accessTo(), charge({ amount: 150, currency: 'IDR' }));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'amount_not_exact' });
    expect(bench.standIn.desk.state.payments.size).toBe(before);
  });

  test("A live account without its prefix fails with the field's name, and sends no key", async () => {
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
  ] as const)('A wrong %s is named without its value', async ([key, keys]) => {
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

  test('A payout to a bank account is submitted, then confirmed with the review key', async () => {
    const sent = await bench.connector.payout(accessTo(), payoutTo('NL91ABNA0417164300'));
    expect(sent.kind).toBe('pending');
    expect(bench.standIn.desk.state.records.at(-1)).toMatchObject({
      kind: 'payout',
      id: idOf(sent),
      succeeded: true,
    });
  });

  test('A submission that may not be confirmed waits for a person, with a warning', async () => {
    const access = accessTo({}, { key2: KEY_WITHOUT_PAYOUTS });
    const sent = await bench.connector.payout(access, payoutTo('NL91ABNA0417164300'));
    expect(sent).toMatchObject({ kind: 'pending', connectorTransactionId: expect.any(String) });
    expect(bench.warnings.at(-1)).toContain('Customer Area');
  });

  test.for(['1990-02-30', '1990-13-01', '31.12.1990', 19901231])(
    'An invalid birth date (%s) is reported by name, and nothing is sent',
    async (date_of_birth) => {
      const metadata = { ...birth, date_of_birth };
      expect(
        await bench.connector.payout(accessTo(), payoutTo('NL91ABNA0417164300', metadata)),
      ).toMatchObject({ kind: 'failed', code: 'recipient_incomplete' });
    },
  );

  test('Without the review key a payout waits for review', async () => {
    const before = bench.standIn.desk.state.records.length;
    const sent = await bench.connector.payout(
      accessTo({}, { key2: undefined }),
      payoutTo('NL91ABNA0417164300'),
    );
    expect(sent.kind).toBe('pending');
    expect(bench.standIn.desk.state.records).toHaveLength(before);
  });

  test('Missing recipient data that Adyen requires is reported by name', async () => {
    const outcome = await bench.connector.payout(accessTo(), payoutTo('NL91ABNA0417164300', {}));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'recipient_incomplete' });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/date_of_birth.*nationality/) });
  });

  test('An account without payout support is refused by name', async () => {
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

  test('Text becomes a page, files are sent unchanged, and the reason matches the documents', async () => {
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
    // The stand-in accepts only the general defence document.
    await expect(bench.connector.challengeDispute(accessTo(), withFile)).rejects.toThrow('not applicable');
  });

  test('A dispute unknown to Adyen is refused', async () => {
    const request = { ...basics('dsp_3'), connectorDisputeId: 'NOSUCHDISPUTE001' };
    await expect(bench.connector.acceptDispute(accessTo(), request)).rejects.toThrow('Dispute not found');
    await expect(
      bench.connector.challengeDispute(accessTo(), { ...request, ...evidence, text: 'x' }),
    ).rejects.toThrow();
  });
});

describe('Wallets', () => {
  const asked = (wallet: string, more: object = {}) => ({
    ...{ ...basics(), amount: 1000, currency: 'EUR', wallet, context },
    collect: { billing: true, shipping: false },
    ...more,
  });

  test('Google Pay gets a request in its format, with Adyen as the gateway', async () => {
    const token = await bench.connector.sessionToken(accessTo(), asked('google_pay'));
    expect(token).toMatchObject({
      walletName: 'google_pay',
      data: {
        environment: 'TEST',
        allowedPaymentMethods: [
          {
            parameters: { billingAddressRequired: true, billingAddressParameters: { format: 'FULL' } },
            tokenizationSpecification: {
              parameters: { gateway: 'adyen', gatewayMerchantId: 'SwitchyardTestCOM' },
            },
          },
        ],
        merchantInfo: { merchantId: '5000' },
        transactionInfo: { totalPrice: '10.00', currencyCode: 'EUR' },
      },
    });
  });

  test("Apple Pay gets a request in its format, and a merchant session with Adyen's certificate", async () => {
    const domain = 'shop.example.com';
    const inGermany = { context: { ...context, businessCountry: 'DE' } };
    const open = (access = accessTo(), more: object = {}) =>
      bench.connector.sessionToken(access, asked('apple_pay', { ...inGermany, ...more }));
    expect(await open()).toMatchObject({
      data: {
        countryCode: 'DE',
        merchantIdentifier: '000000000200001',
        total: { label: 'Switchyard', amount: '10.00' },
      },
      validatesMerchant: true,
      merchantSession: null,
    });
    expect((await open(accessTo(), { domain }))!.merchantSession).toEqual({ domainName: domain });
    expect((await open(accessTo(), { domain: 'other.example' }))!.merchantSession).toBeNull();
    const own = { apple_pay: { certificate: 'Y2VydA==', certificate_keys: 'a2V5', display_name: 'Acme' } };
    expect(await open(accessTo({ wallets: own }), { domain })).toMatchObject({
      data: { total: { label: 'Acme' } },
      validatesMerchant: false,
      merchantSession: null,
    });
  });

  test('A wallet that the account does not support gets no session', async () => {
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

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Responses of a faulty vendor. */
describe('Inconclusive responses', () => {
  let broken: Server;
  let answer: { status: number; headers?: Record<string, string>; body: string };
  let calls = 0;
  const warnings: string[] = [];
  const connector = () =>
    adyenConnector({
      ...{ baseUrl: `http://127.0.0.1:${(broken.address() as AddressInfo).port}`, environment: 'test' },
      ...{ now: () => new Date(), warn: (facts) => void warnings.push(JSON.stringify(facts)) },
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
    '%s leaves the outcome unknown: the request is sent once, and no error repeats it',
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

  test('Too many requests and a refused connection count as not performed', async () => {
    answer = { status: 429, body: '{}' };
    await expect(connector().authorize!(accessTo(), charge())).rejects.toThrow(NotSentError);
    const setup = { environment: 'test', now: () => new Date(), warn: () => {} } as const;
    const nobody = adyenConnector({ ...setup, baseUrl: `http://127.0.0.1:${await freePort()}` });
    await expect(nobody.authorize!(accessTo(), charge())).rejects.toThrow(NotSentError);
  });

  test.for(['capture', 'refund', 'void', 'incrementAuthorization', 'payout'] as const)(
    '%s that Adyen has no capacity for is retried later and does not fail',
    async (operation) => {
      answer = { status: 429, body: '{}' };
      const { card } = cardOf(testCards.good);
      const request = {
        ...{ ...basics(), amount: 1000, currency: 'EUR', connectorTransactionId: 'QFQTPCQ8HXSKGK82' },
        ...{ more: false, reason: null, destination: { kind: 'card', card } },
        context: { recipient: customer, billing: null, description: null, metadata: {} },
      };
      await expect(connector()[operation]!(accessTo(), request as never)).rejects.toThrow(UnansweredError);
    },
  );

  test('The warning about an unknown refusal reason hides the card number', async () => {
    const refusalReason = `No such card: ${testCards.good}`;
    answer = { status: 200, body: JSON.stringify({ resultCode: 'Refused', refusalReason }) };
    warnings.length = 0;
    const outcome = await connector().authorize!(accessTo(), charge());
    expect(outcome.kind).toBe('failed');
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify([outcome, warnings])).not.toContain(testCards.good);
  });

  test('A refusal that repeats the card number is stored without it', async () => {
    answer = { status: 422, body: error('101', `Invalid card number: ${testCards.good}`) };
    const outcome = await connector().authorize!(accessTo(), charge());
    expect(outcome).toMatchObject({ kind: 'failed', code: '101' });
    expect(JSON.stringify(outcome)).not.toContain(testCards.good);
  });
});

describe('Look-ups', () => {
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

  test('A look-up repeats the call while Adyen keeps its key, unless Adyen has answered', async () => {
    const day = 24 * 60 * 60 * 1000;
    expect(await look(day, null)).toEqual({ kind: 'cannot_tell', repeat: 'safe' });
    expect(await look(8 * day, null)).toEqual({ kind: 'cannot_tell', repeat: 'unsafe' });
    expect(await look(day, 'QFQTPCQ8HXSKGK82')).toEqual({ kind: 'cannot_tell', repeat: 'unsafe' });
  });
});
