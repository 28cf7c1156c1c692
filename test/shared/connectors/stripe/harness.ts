import { stripeAmounts } from '../../../../src/connectors/stripe/amounts.ts';
import { stripeCapabilities } from '../../../../src/connectors/stripe/capabilities.ts';
import { stripeConnector } from '../../../../src/connectors/stripe/stripe.ts';
import type { ConnectorHarness, RunningHarness, VendorRecord } from '../conformance/harness.ts';
import { declaredTypes, othersOf } from '../conformance/method-samples.ts';
import { cards, destinations } from './stand-in/cards.ts';
import { dashboardOf } from './stand-in/dashboard.ts';
import { intentOf, LATER_MS } from './stand-in/intents.ts';
import { payoutOf } from './stand-in/others.ts';
import { answerChallenge } from './stand-in/payments.ts';
import { refundOf } from './stand-in/refunds.ts';
import { API_KEY, type Fault, StandIn } from './stand-in/server.ts';
import type { LedgerEntry, State } from './stand-in/state.ts';
import { CONNECT_SECRET, dueWebhooks, signed, WEBHOOK_SECRET } from './stand-in/webhooks.ts';

const details = (api_key: string) => ({
  connector_account_details: {
    connector_account_details: { auth_type: 'HeaderKey', api_key, publishable_key: 'pk_test_standin' },
  },
});

/** An account as configured by a merchant. */
export const stripeAccount = {
  ...details(API_KEY),
  connector_webhook_details: { merchant_secret: WEBHOOK_SECRET, additional_secret: CONNECT_SECRET },
  payment_methods_enabled: [
    { payment_method: 'card', recurring_enabled: true },
    { payment_method: 'wallet', recurring_enabled: true },
    { payment_method: 'bank_transfer' },
    { payment_method: 'crypto' },
    { payment_method: 'bank_redirect' },
    { payment_method: 'pay_later' },
    { payment_method: 'voucher' },
    { payment_method: 'real_time_payment' },
  ],
};

const payoutTo = (account_number: string) => ({
  payout_type: 'bank',
  payout_method_data: {
    bank: { ach: { bank_account_number: account_number, bank_routing_number: '110000000' } },
  },
  metadata: { stripe_account: 'acct_recipient' },
});

/** The requests of each operation, for tests that lose their response. */
const faults: Readonly<Record<Parameters<RunningHarness['loseNext']>[0], Omit<Fault, 'when'>>> = {
  authorize: { method: 'POST', path: /^\/v1\/payment_intents$/ },
  capture: { method: 'POST', path: /\/capture$/ },
  increment: { method: 'POST', path: /\/increment_authorization$/ },
  void: { method: 'POST', path: /^\/v1\/payment_intents\/\w+\/cancel$/ },
  refund: { method: 'POST', path: /^\/v1\/refunds$/ },
  fulfill: { method: 'POST', path: /^\/v1\/payouts$/ },
  recall: { method: 'POST', path: /^\/v1\/payouts\/\w+\/cancel$/ },
};

/**
 * Stripe, as the stand-in of this folder.
 *
 * @param see Receives the stand-in, for tests that act on it.
 */
export const stripeHarnessWith = (see: (standIn: StandIn) => void): ConnectorHarness => ({
  name: 'stripe',
  start: async ({ now, warn }) => {
    const standIn = new StandIn(now);
    see(standIn);
    await standIn.listen();
    const { state } = standIn;
    let down: Promise<void> = Promise.resolve();
    return {
      checkedAgainst: standIn.description.source,
      connector: stripeConnector({ baseUrl: standIn.url, environment: 'test', now, warn }),
      account: stripeAccount,
      wrongAccount: { ...stripeAccount, ...details('sk_test_wrong') },
      cards,
      payouts: {
        good: payoutTo(destinations.good),
        waits: payoutTo(destinations.good),
        returned: payoutTo(destinations.returned),
        declined: { ...payoutTo(destinations.good), metadata: { stripe_account: 'acct_refused' } },
      },
      others: othersOf(declaredTypes(stripeCapabilities)),
      dashboard: dashboardOf(state),
      codes: { declined: 'generic_decline', soft_declined: 'processing_error' },
      feeOf: (captured) => Math.floor(captured * 0.029) + 30,
      currencies: { usual: 'USD', whole: 'JPY', thousandths: 'KWD' },
      loseNext: (operation, when) => void standIn.faults.push({ ...faults[operation], when }),
      setDown: (isDown) => {
        down = down.then(() => (isDown ? standIn.close() : standIn.listen()));
      },
      atPage: async (redirectUrl, answer) => ({
        url: answerChallenge(state, new URL(redirectUrl).pathname.split('/').at(-1)!, answer),
      }),
      webhooks: async () => dueWebhooks(state),
      eventsAfterMs: 2 * LATER_MS,
      sign: (body) => signed(body, now()),
      strangeEvent: JSON.stringify({
        ...{ id: 'evt_strange', object: 'event', type: 'constellation.aligned', created: 1_790_000_000 },
        data: { object: { id: 'obj_1', object: 'constellation' } },
      }),
      records: async () => state.ledger.map((entry) => recordOf(state, entry)),
      kept: async () => ({
        methods: [...state.methods.values()]
          .filter(({ object }) => object.customer)
          .map(({ object }) => object.id),
        customers: [...state.customers.keys()],
      }),
      violations: () => standIn.violations,
      close: async () => {
        await down;
        await standIn.close();
      },
    };
  },
});

/** Stripe, as the stand-in of this folder. */
export const stripeHarness: ConnectorHarness = stripeHarnessWith(() => {});

/** A movement in the suite's format. A later failed one is no longer held. */
function recordOf(
  state: State,
  { amount, currency, id, kind, reference, succeeded }: LedgerEntry,
): VendorRecord {
  const stands =
    kind === 'refund' && succeeded
      ? refundOf(state, id).status !== 'failed'
      : kind === 'authorize' && succeeded
        ? intentOf(state, id).status !== 'requires_payment_method'
        : kind === 'payout' && succeeded
          ? payoutOf(state, id.split('/')[1]!).status !== 'canceled'
          : succeeded;
  return { kind, reference, id, money: stripeAmounts.fromVendor(amount, currency), succeeded: stands };
}
