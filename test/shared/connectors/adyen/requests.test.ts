import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOptions } from '../../../../src/connectors/adyen/client.ts';
import type { PaymentContext, PostalAddress } from '../../../../src/core/foundation/payment-context.ts';
import type { PaymentMethodDetails } from '../../../../src/core/foundation/payment-method-details.ts';
import type { StoredResponse } from '../../../../src/core/foundation/ports/connector.ts';
import type {
  AuthorizeRequest,
  ExternalAuthentication,
} from '../../../../src/core/foundation/ports/connector-requests.ts';
import type { CredentialUse } from '../../../../src/core/foundation/ports/credential-use.ts';
import { accessTo, type Bench, basics, cardOf, charge, context, startBench } from './bench.ts';
import { testCards } from './stand-in/cards.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  expect(bench.standIn.violations()).toEqual([]);
  await bench.standIn.close();
});

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

/** After the tests, every request is validated against Adyen's description. */
describe('Requests to Adyen', () => {
  test("A payment is sent with all known details, in Adyen's format", async () => {
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

  test('An external 3-D Secure result replaces a challenge', async () => {
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

  // Checkout's `threeDSRequestorChallengeInd` and `scaExemption`.
  test.for<[given: Partial<AuthorizeRequest>, indicator: string | undefined, exemption: string | undefined]>([
    [{}, undefined, undefined],
    [{ threeDs: true }, undefined, undefined],
    [{ threeDs: true, challengeRequested: true }, '04', undefined],
    [{ threeDs: true, challengeAvoided: true }, '02', undefined],
    [
      { threeDs: true, challengeAvoided: true, exemption: 'transaction_risk_analysis' },
      '05',
      'transactionRiskAnalysis',
    ],
    [{ exemption: 'low_value' }, undefined, 'lowValue'],
    [{ exemption: 'transaction_risk_analysis' }, undefined, 'transactionRiskAnalysis'],
    [{ exemption: 'secure_corporate_payment' }, undefined, 'secureCorporate'],
    [{ exemption: 'trusted_beneficiary' }, undefined, 'trustedBeneficiary'],
  ])(
    'The preference for a challenge and the exemption are sent: %j',
    async ([given, indicator, exemption]) => {
      await bench.connector.authorize(accessTo(), charge(given));
      const sent = bench.standIn.lastPayment() as {
        authenticationData?: { attemptAuthentication?: string };
        threeDS2RequestData?: { threeDSRequestorChallengeInd?: string };
        additionalData?: { scaExemption?: string };
      };
      expect(sent.threeDS2RequestData?.threeDSRequestorChallengeInd).toBe(indicator);
      expect(sent.additionalData?.scaExemption).toBe(exemption);
      expect(sent.authenticationData?.attemptAuthentication).toBe(given.threeDs ? 'always' : undefined);
    },
  );

  const bank = { holderName: 'Ann Example', bankName: null } as const;
  const debit = (account: Extract<PaymentMethodDetails, { kind: 'bank_debit' }>['account']) =>
    ({ kind: 'bank_debit', account }) as const;
  const google = { tokenType: null, network: null, displayName: null, cardEnd: null } as const;
  const apple = { network: null, displayName: null, cardType: null, transactionId: null } as const;
  test.for<PaymentMethodDetails>([
    { kind: 'wallet', wallet: { type: 'google_pay', token: '{"signature":"…"}', ...google } },
    { kind: 'wallet', wallet: { type: 'apple_pay', token: 'eyJ2ZXJzaW9uIjoi…', ...apple } },
    debit({ ...bank, scheme: 'sepa', iban: 'NL91ABNA0417164300', bic: null }),
    debit({
      ...bank,
      scheme: 'ach',
      accountNumber: '000123456789',
      routingNumber: '110000000',
      accountType: 'checking',
    }),
    debit({ ...bank, scheme: 'bacs', accountNumber: '55779911', sortCode: '200000' }),
  ])('A payment with each kind of method is sent: %j', async (method) => {
    expect((await bench.connector.authorize(accessTo(), charge({ method }))).kind).toBe('succeeded');
  });

  test("A token of PayPal's own library is refused, as Adyen does not support it", async () => {
    const method = { kind: 'wallet', wallet: { type: 'paypal', token: 'EC-1', email: null } } as const;
    expect(await bench.connector.authorize(accessTo(), charge({ method }))).toMatchObject({
      ...{ kind: 'failed', code: 'wallet_token_not_supported' },
    });
  });

  const unchosen = { bankName: null, holderName: null, email: null, code: null } as const;
  test.for<PaymentMethodDetails>([
    { kind: 'bank_redirect', type: 'ideal', ...unchosen, country: 'NL' },
    { kind: 'bank_redirect', type: 'trustly', ...unchosen, country: 'SE' },
    { kind: 'wallet', wallet: { type: 'paypal', token: null, email: null } },
    { kind: 'bank_redirect', type: 'online_banking_poland', ...unchosen, bankName: '154', country: null },
  ])('A method redirects to a page: %j', async (method) => {
    const outcome = await bench.connector.authorize(accessTo(), charge({ method }));
    expect(outcome).toMatchObject({ kind: 'requires_action', action: { type: 'redirect' } });
  });

  test('A lender receives line items that add up to the amount, and the customer from its details', async () => {
    const lines = [{ productName: 'Shirt', quantity: 2, unitPrice: 400 }];
    const customerOfKlarna = { holderName: 'Ann Maria Example', email: 'ann@example.org', country: 'SE' };
    const method = { kind: 'pay_later', type: 'klarna', ...customerOfKlarna } as const;
    const sent = async (given: Partial<PaymentContext>, amount = 1000) => {
      const request = charge({ method, amount, context: { ...context, ...given } });
      expect((await bench.connector.authorize(accessTo(), request)).kind).toBe('requires_action');
      return bench.standIn.lastPayment();
    };
    expect(await sent({ lines })).toMatchObject({
      paymentMethod: { type: 'klarna' },
      countryCode: 'SE',
      shopperEmail: 'ann@example.org',
      shopperName: { firstName: 'Ann Maria', lastName: 'Example' },
      lineItems: [
        { id: '1', description: 'Shirt', quantity: 2, amountIncludingTax: 400 },
        { id: '2', quantity: 1, amountIncludingTax: 200 },
      ],
    });
    expect((await sent({ lines }, 800)).lineItems).toHaveLength(1);
    expect((await sent({ lines }, 700)).lineItems).toMatchObject([{ quantity: 1, amountIncludingTax: 700 }]);
    expect((await sent({})).lineItems).toMatchObject([{ quantity: 1, amountIncludingTax: 1000 }]);
  });

  test("Idempotency keys fit Adyen's length limit and differ for each request of a call", () => {
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

  test('A stored card is charged only for its customer', async () => {
    const first = await bench.connector.authorize(
      accessTo(),
      charge({ credential: { kind: 'store', model: 'unscheduled' }, context: { ...context, customer } }),
    );
    expect(first).toMatchObject({
      connectorMandateId: expect.any(String),
      connectorCustomerId: 'merchant_1_cus_1',
      networkTransactionId: expect.any(String),
    });
    const { connectorCustomerId, connectorMandateId } = first as StoredResponse;
    const credential = stored({ connectorMandateId: connectorMandateId! });
    const ofCustomer = { ...context, customer, connectorCustomerId: connectorCustomerId! };
    const later = await bench.connector.authorize(accessTo(), charge({ credential, context: ofCustomer }));
    expect(later.kind).toBe('succeeded');
    const another = { ...context, customer: { ...customer, id: 'cus_2' } };
    const stolen = await bench.connector.authorize(accessTo(), charge({ credential, context: another }));
    expect(stolen).toMatchObject({ kind: 'failed', code: '803' });
  });

  test("A card stored at another connector is charged with the network's reference, without a challenge", async () => {
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

  test("The browser's return completes the payment with the 3-D Secure result", async () => {
    const paid = await wait();
    expect(await comeBack(paid, resultOf(paid.url))).toMatchObject({
      kind: 'succeeded',
      authentication: { transStatus: 'Y', eci: '05', version: '2.2.0' },
      money: { authorized: 1000, captured: 1000 },
    });
  });

  test('The result of another payment pays nothing and logs a warning', async () => {
    const [cheap, dear] = [await wait(), await wait()];
    expect(await comeBack(dear, resultOf(cheap.url))).toEqual({ kind: 'unknown', reason: 'interrupted' });
    expect(bench.warnings.at(-1)).toContain(dear.request.reference);
  });

  test.for([
    {},
    { redirectResult: 'forged' },
    { status: 'Authorised' },
    { redirectResult: 'x'.repeat(30_000) },
  ])('A forged return (%j) proves neither success nor failure', async (returned) => {
    expect((await comeBack(await wait(), returned as Record<string, string>)).kind).toBe('unknown');
  });
});
