import { describe, expect } from 'vitest';
import { inUnits } from '../../../../src/connectors/wallet-requests.ts';
import type { BankAccount } from '../../../../src/core/foundation/payment-method-details.ts';
import {
  type ConnectorEvent,
  UnansweredError,
  WebhookRefusedError,
} from '../../../../src/core/foundation/ports/connector.ts';
import { noContext, noPayoutContext } from '../../../kit/no-context.ts';
import { LATER_MS } from './stand-in/intents.ts';
import { createRefund, releaseAsBefore } from './stand-in/refunds.ts';
import { CONNECT_SECRET, dueWebhooks, eventBody, signed } from './stand-in/webhooks.ts';
import { access, basics, charge, idOf, type stripeWorld, test } from './world.ts';

type World = Awaited<ReturnType<typeof stripeWorld>>;

const account: BankAccount = {
  ...{ scheme: 'ach', accountNumber: '000123456789', routingNumber: '110000000', accountType: null },
  ...{ holderName: 'Ann Example', bankName: null },
};
const payout = (metadata: Record<string, unknown>) => ({
  ...basics('poa'),
  ...{ amount: 1000, currency: 'USD', priority: null, entityType: null, recurring: false },
  destination: { kind: 'bank' as const, account },
  context: { ...noPayoutContext, metadata },
});

const refusals = (status: number) => {
  const error = { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Nothing there.' };
  return [
    { path: /^\/v1\/payouts$/, when: { status: 400, error } },
    { path: /\/reversals$/, when: { status, error } },
  ];
};

describe('Payouts by Stripe', () => {
  test('A payout names its destination account at Stripe, or is refused with instructions', async ({
    world,
  }) => {
    expect(await world.connector.payout!(access, payout({}))).toMatchObject({
      kind: 'failed',
      code: 'payouts_not_allowed',
      message: expect.stringContaining('metadata.stripe_account'),
    });
  });

  test('A refused payout reverses its transfer', async ({ world }) => {
    const error = { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Nothing there.' };
    world.standIn.faults.push({ method: 'POST', path: /^\/v1\/payouts$/, when: { status: 400, error } });
    const outcome = await world.connector.payout!(access, payout({ stripe_account: 'acct_recipient' }));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'balance_insufficient' });
    expect([...world.standIn.state.transfers.values()].at(-1)).toMatchObject({ reversed: true });
  });

  /** The requests of a payout, after the one that moves money. */
  test.for([
    ['the payout is lost', [{ path: /^\/v1\/payouts$/, when: 'before' }]],
    ['the payout is refused, and the transfer back too', refusals(400)],
    ['the payout is refused, and Stripe is too busy for the transfer back', refusals(429)],
  ] as const)('After the transfer a payout never fails automatically: %s', async ([, faults], { world }) => {
    const request = payout({ stripe_account: 'acct_recipient' });
    world.standIn.faults.push(...faults.map((fault) => ({ method: 'POST', ...fault })));
    const thrown = await world.connector.payout!(access, request).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(UnansweredError);
    // The repeat resumes where it was interrupted: the money has gone out, or is back.
    const { kind } = await world.connector.payout!(access, request);
    const transfers = [...world.standIn.state.transfers.values()];
    const mine = transfers.filter(({ metadata }) => metadata.switchyard_reference === request.reference);
    expect([kind, mine.map(({ reversed }) => reversed)]).toEqual(['pending', [false]]);
  });

  test('Webhooks of connected accounts are read only for payouts, and signed with the second secret', async ({
    world,
  }) => {
    const request = charge('good', { capture: false });
    const id = idOf(await world.connector.authorize!(access, request));
    const forged = {
      ...{ id: 'evt_forged', type: 'payment_intent.canceled', account: 'acct_recipient' },
      ...{
        dueAt: world.now().getTime(),
        object: { ...world.standIn.state.intents.get(id), status: 'canceled' },
      },
    };
    const read = (secret: string, body = eventBody(forged)) =>
      world.connector.readWebhook!(access, {
        headers: signed(body, world.now(), secret).headers,
        body: Buffer.from(body),
      });
    expect(await read(CONNECT_SECRET)).toEqual({ events: [] });
    await expect(read('whsec_of_nobody')).rejects.toThrow(WebhookRefusedError);
    const paid = await world.connector.payout!(access, payout({ stripe_account: 'acct_recipient' }));
    world.pass(2 * LATER_MS);
    const [told] = dueWebhooks(world.standIn.state).slice(-1);
    const webhook = { headers: told!.headers, body: Buffer.from(told!.body) };
    expect(await world.connector.readWebhook!(access, webhook)).toMatchObject({
      events: [{ type: 'outcome', outcome: { kind: 'succeeded', connectorTransactionId: idOf(paid) } }],
    });
    const withoutSecond = { ...access, additionalWebhookSecret: null };
    await expect(world.connector.readWebhook!(withoutSecond, webhook)).rejects.toThrow(WebhookRefusedError);
  });
});

describe("Stripe's webhooks", () => {
  const readAll = async (world: World) => {
    const events: ConnectorEvent[] = [];
    for (const { body, headers } of dueWebhooks(world.standIn.state)) {
      const webhook = { headers, body: Buffer.from(body) };
      events.push(...(await world.connector.readWebhook!(access, webhook)).events);
    }
    return events;
  };

  test.for([
    ['visa', '4242', 'Visa'],
    ['mastercard', '1111', 'Mastercard'],
    ['amex', '0005', 'American Express'],
    ['unknown', '9999', null],
  ] as const)(
    'A card replaced by the network with %s %s is reported with its network',
    async ([brand, last4, network], { world }) => {
      const object = {
        id: 'pm_1',
        object: 'payment_method',
        card: { brand, exp_month: 3, exp_year: 2031, last4 },
      };
      const type = 'payment_method.automatically_updated';
      const body = eventBody({ id: 'evt_1', type, dueAt: world.now().getTime(), object });
      const webhook = { headers: signed(body, world.now()).headers, body: Buffer.from(body) };
      const { events } = await world.connector.readWebhook!(access, webhook);
      const card = { last4, network, expMonth: '03', expYear: '2031' };
      expect(events).toMatchObject([{ type: 'card_updated', connectorMandateId: 'pm_1', ...card }]);
    },
  );

  test.for([
    [0, true],
    [4 * 60_000, true],
    [-4 * 60_000, true],
    [6 * 60_000, false],
    [60 * 60_000, false],
  ] as const)('A signature that is %i ms old is accepted: %s', async ([age, isTaken], { world }) => {
    const body = eventBody({ id: 'evt_1', type: 'balance.available', dueAt: 0, object: {} });
    const { headers } = signed(body, new Date(world.now().getTime() - age));
    const reading = world.connector.readWebhook!(access, { headers, body: Buffer.from(body) });
    if (isTaken) expect(await reading).toEqual({ events: [] });
    else await expect(reading).rejects.toThrow(WebhookRefusedError);
  });

  test('A release of an authorization by an older Stripe version is no refund', async ({ world }) => {
    const { state } = world.standIn;
    dueWebhooks(state);
    const held = async (card: 'good' | 'expires' = 'good') => {
      const request = charge(card, { capture: false });
      return idOf(await world.connector.authorize!(access, request));
    };
    const [partly, voided, expired] = [await held(), await held(), await held('expires')];
    const capture = { ...basics('cap'), amount: 400, currency: 'USD', connectorTransactionId: partly };
    await world.connector.capture!(access, { ...capture, more: false });
    await world.connector.void!(access, { ...basics(), connectorTransactionId: voided, reason: null });
    releaseAsBefore(state, state.intents.get(partly)!, 600);
    releaseAsBefore(state, state.intents.get(voided)!, 1000);
    releaseAsBefore(state, state.intents.get(expired)!, 1000, 'expired_uncaptured_charge');
    world.pass(2 * LATER_MS);
    const told = await readAll(world);
    expect(told.filter(({ type }) => type.startsWith('refund'))).toEqual([]);
    const ended = told.filter((event) => event.type === 'authorization_ended');
    expect(new Set(ended.map((event) => event.connectorTransactionId))).toEqual(
      new Set([partly, voided, expired]),
    );
    // A later one in the dashboard is a refund, even with the same amount.
    world.pass(60 * 60_000);
    createRefund(state, { payment_intent: partly, amount: 400 });
    expect((await readAll(world)).at(-1)).toMatchObject({
      ...{ type: 'refund_made', connectorTransactionId: partly, amount: 400 },
    });
  });

  test('A refund of a foreign payment is ignored', async ({ world }) => {
    const { state } = world.standIn;
    const id = idOf(await world.connector.authorize!(access, charge()));
    dueWebhooks(state);
    state.intents.get(id)!.metadata = {};
    createRefund(state, { payment_intent: id, amount: 600 });
    expect(await readAll(world)).toEqual([]);
  });

  test('A payment is fetched from Stripe only if a webhook lacks its charge', async ({ world }) => {
    const reads = () => world.standIn.bodies.filter(({ method }) => method === 'GET').length;
    const told = async (card: 'good' | 'declined', capture: boolean) => {
      dueWebhooks(world.standIn.state);
      const paid = await world.connector.authorize!(access, charge(card, { capture }));
      if (!capture) {
        const connectorTransactionId = idOf(paid);
        dueWebhooks(world.standIn.state);
        await world.connector.void!(access, { ...basics(), connectorTransactionId, reason: null });
      }
      const before = reads();
      const events = await readAll(world);
      return [events.map(({ type }) => type), reads() - before];
    };
    expect(await told('good', true)).toEqual([['outcome'], 1]);
    expect(await told('declined', true)).toEqual([['outcome'], 0]);
    expect(await told('good', false)).toEqual([['authorization_ended'], 0]);
  });
});

describe('Disputes at Stripe', () => {
  test('Evidence is submitted at once, after its files are uploaded', async ({ world }) => {
    await world.connector.authorize!(access, charge('disputed'));
    const [dispute] = [...world.standIn.state.disputes.values()].slice(-1);
    await world.connector.challengeDispute!(access, {
      ...basics('dsp'),
      connectorDisputeId: dispute!.id,
      text: 'It was delivered.',
      fields: { shipping_tracking_number: '1Z999', no_field_of_stripe: 'x' },
      files: [
        { field: 'receipt', name: 'r.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
      ],
      defenceReason: null,
    });
    expect(world.last('/v1/files')).toMatchObject({ purpose: 'dispute_evidence', file: '%PDF' });
    expect(world.last(`/v1/disputes/${dispute!.id}`)).toEqual({
      evidence: {
        uncategorized_text: 'It was delivered.',
        shipping_tracking_number: '1Z999',
        receipt: expect.stringMatching(/^file_/),
      },
      submit: 'true',
    });
  });
});

describe("Wallets' parameters", () => {
  const session = (wallet: string, given = {}) => ({
    ...basics('pay'),
    ...{ amount: 1099, currency: 'USD', wallet, context: { ...noContext, businessCountry: 'US' } },
    collect: { billing: true, shipping: false },
    ...given,
  });

  test('Google Pay gets the gateway, the publishable key and the amount', async ({ world }) => {
    expect(await world.connector.sessionToken!(access, session('google_pay'))).toMatchObject({
      data: {
        allowedPaymentMethods: [
          {
            tokenizationSpecification: {
              parameters: { gateway: 'stripe', 'stripe:publishableKey': 'pk_test_standin' },
            },
          },
        ],
        transactionInfo: { totalPrice: '10.99', currencyCode: 'USD', countryCode: 'US' },
      },
    });
  });

  test('Apple Pay gets the networks and the amount', async ({ world }) => {
    expect(await world.connector.sessionToken!(access, session('apple_pay'))).toMatchObject({
      data: {
        currencyCode: 'USD',
        total: { amount: '10.99' },
        requiredBillingContactFields: ['postalAddress'],
      },
    });
  });

  test('Without a publishable key, or for another wallet, there is no session', async ({ world }) => {
    const without = { ...access, credentials: { api_key: access.credentials.api_key } };
    expect(await world.connector.sessionToken!(without, session('google_pay'))).toBeNull();
    expect(await world.connector.sessionToken!(access, session('paypal'))).toBeNull();
  });

  test.for([
    [5, 'USD', '0.05'],
    [500, 'JPY', '500'],
    [1234, 'KWD', '1.234'],
  ] as const)('%i minor units of %s are %s', ([amount, currency, text]) => {
    expect(inUnits({ amount, currency })).toBe(text);
  });
});

describe('Verifications', () => {
  test('A card is verified and stored for later charges', async ({ world }) => {
    const customer = { id: 'cus_verified', name: null, email: null, phone: null };
    const verified = await world.connector.authorize!(
      access,
      charge('good', {
        amount: 0,
        credential: { kind: 'store', model: 'unscheduled' },
        context: { ...noContext, customer },
      }),
    );
    expect(verified).toMatchObject({
      kind: 'succeeded',
      money: { currency: 'USD', authorized: 0, captured: 0 },
      connectorMandateId: expect.stringMatching(/^pm_/),
      connectorCustomerId: expect.stringMatching(/^cus_/),
    });
    expect(idOf(verified)).toMatch(/^seti_/);
  });
});
