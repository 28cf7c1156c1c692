import { adyenConnector } from '../../../../src/connectors/adyen/adyen.ts';
import { fromAdyen } from '../../../../src/connectors/adyen/amounts.ts';
import { adyenCapabilities } from '../../../../src/connectors/adyen/capabilities.ts';
import type { ConnectorHarness, RunningHarness } from '../conformance/harness.ts';
import { declaredTypes, giftCardsWith, othersOf } from '../conformance/method-samples.ts';
import { furtherCards, testCards } from './stand-in/cards.ts';
import { dashboardOf } from './stand-in/dashboard.ts';
import { LATER_MS } from './stand-in/desk.ts';
import { forgedWebhooks, HMAC_KEY, MERCHANT_ACCOUNT, signBody } from './stand-in/notifications.ts';
import { API_KEY, REVIEW_KEY, type StandIn, startStandIn } from './stand-in/server.ts';

/** The stand-in's account, with REST's field names. */
export const accountWith = (apiKey: string, keys: object = { key2: REVIEW_KEY }) => ({
  connector_account_details: {
    connector_account_details: { auth_type: 'BodyKey', api_key: apiKey, key1: MERCHANT_ACCOUNT, ...keys },
  },
  connector_webhook_details: { merchant_secret: HMAC_KEY },
  payment_methods_enabled: [
    { payment_method: 'card', recurring_enabled: true },
    { payment_method: 'wallet', recurring_enabled: true },
    { payment_method: 'bank_redirect', recurring_enabled: true },
    { payment_method: 'bank_debit', recurring_enabled: true },
    { payment_method: 'pay_later' },
    { payment_method: 'bank_transfer' },
    { payment_method: 'voucher' },
    { payment_method: 'real_time_payment' },
    { payment_method: 'upi' },
    { payment_method: 'gift_card' },
  ],
  test_mode: true,
});

const payoutTo = (number: string) => ({
  payout_type: 'card',
  payout_method_data: {
    card: { card_number: number, expiry_month: '12', expiry_year: '2039', card_holder_name: 'Ann Example' },
  },
});

const strangeEvent = {
  live: 'false',
  notificationItems: [
    {
      NotificationRequestItem: {
        eventCode: 'SOMETHING_OF_TOMORROW',
        success: 'true',
        pspReference: 'TOMORROWTOMORROW',
        merchantAccountCode: MERCHANT_ACCOUNT,
        merchantReference: 'none',
        amount: { currency: 'EUR', value: 1000 },
      },
    },
  ],
};

/** Adyen's connector at the stand-in. */
export const adyenHarness: ConnectorHarness = {
  name: 'adyen',
  async start({ now, warn }) {
    const standIn = await startStandIn(now);
    const connector = adyenConnector({ baseUrl: standIn.url, environment: 'test', now, warn });
    return running(standIn, connector);
  },
};

const running = (standIn: StandIn, connector: RunningHarness['connector']): RunningHarness => ({
  checkedAgainst: standIn.source,
  connector,
  account: accountWith(API_KEY),
  wrongAccount: accountWith('AQEyhmfxK_no_such_key_0000000000000000'),
  cards: testCards,
  payouts: {
    good: payoutTo(testCards.good),
    declined: payoutTo(testCards.declined),
    waits: payoutTo(furtherCards.payout_waits),
    returned: payoutTo(furtherCards.payout_returned),
  },
  others: othersOf(declaredTypes(adyenCapabilities)),
  dashboard: dashboardOf(standIn.desk),
  keepsRest: true,
  giftCards: giftCardsWith({ small: '12', unknown: '8', expired: '6' }),
  codes: { declined: '5', soft_declined: '4' },
  currencies: { usual: 'EUR', whole: 'JPY', thousandths: 'KWD' },
  loseNext: standIn.loseNext,
  setDown: standIn.setDown,
  atPage: async (url, answer) => ({ url: standIn.answerPage(url, answer === 'accept') }),
  webhooks: async () => standIn.webhooks(),
  eventsAfterMs: 2 * LATER_MS,
  sign: signBody,
  forged: forgedWebhooks,
  strangeEvent: JSON.stringify(strangeEvent),
  records: async () =>
    standIn.desk.state.records.map(({ money, ...record }) => ({
      ...record,
      money: fromAdyen({ value: money.amount, currency: money.currency }),
    })),
  kept: async () => ({ methods: [...standIn.desk.state.tokens.keys()], customers: [] }),
  violations: standIn.violations,
  close: standIn.close,
});
