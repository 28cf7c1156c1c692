import { describe, expect } from 'vitest';
import { inUnits } from '../../../../src/connectors/stripe/session-token.ts';
import type { BankAccount } from '../../../../src/core/foundation/payment-method-details.ts';
import { noContext, noPayoutContext } from '../../../kit/no-context.ts';
import { access, basics, charge, idOf, test } from './world.ts';

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

describe('Payouts by Stripe', () => {
  test('A payout names the account at Stripe that it goes to, or is refused with how to', async ({
    world,
  }) => {
    expect(await world.connector.payout!(access, payout({}))).toMatchObject({
      kind: 'failed',
      code: 'payouts_not_allowed',
      message: expect.stringContaining('metadata.stripe_account'),
    });
  });

  test('A payout that is refused after its transfer is transferred back', async ({ world }) => {
    const error = { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Nothing there.' };
    world.standIn.faults.push({ method: 'POST', path: /^\/v1\/payouts$/, when: { status: 400, error } });
    const outcome = await world.connector.payout!(access, payout({ stripe_account: 'acct_recipient' }));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'balance_insufficient' });
    expect([...world.standIn.state.transfers.values()].at(-1)).toMatchObject({ reversed: true });
  });
});

describe('Disputes at Stripe', () => {
  test('Evidence is handed in at once, with its files uploaded before', async ({ world }) => {
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

  test('Google Pay is given the gateway, the publishable key and the amount', async ({ world }) => {
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

  test('Apple Pay is given the networks and the amount', async ({ world }) => {
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
  test('A card is verified for later charges, and kept', async ({ world }) => {
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
