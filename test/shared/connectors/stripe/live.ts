import { stripeClient } from '../../../../src/connectors/stripe/client.ts';
import { stripeConnector } from '../../../../src/connectors/stripe/stripe.ts';
import type { CardScenario } from '../conformance/harness.ts';
import type { LiveVendor } from '../live/live-vendor.ts';

/** The maximum duration of the clean-up. */
const CLEAN_UP_WITHIN_MS = 20_000;

/** Payment methods of Stripe's test mode, as its own wallet integration would supply them. */
const tokens: Partial<Record<CardScenario, string>> = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  challenge: 'pm_card_threeDSecure2Required',
};

/** Stripe's test mode. */
export const stripeLive: LiveVendor = {
  name: 'stripe',
  connect: stripeConnector,
  options: {
    key: {
      credential: 'api_key',
      value: 'key',
      about: 'secret or restricted key of test mode, sk_test_… or rk_test_…',
      required: true,
    },
    'publishable-key': {
      credential: 'publishable_key',
      value: 'key',
      about: 'publishable key, to try the wallets, pk_test_…',
    },
  },
  refuse: ({ api_key: key = '' }) =>
    /^(sk|rk)_test_\w+$/.test(key) ? null : 'The key must be one of test mode: sk_test_… or rk_test_….',
  account: (credentials) => ({
    connector_account_details: { connector_account_details: { auth_type: 'HeaderKey', ...credentials } },
    payment_methods_enabled: [
      { payment_method: 'card', recurring_enabled: true },
      { payment_method: 'wallet', payment_method_types: ['google_pay'], recurring_enabled: true },
    ],
  }),
  currency: 'USD',
  cards: { good: '4242424242424242', declined: '4000000000000002', challenge: '4000000000003220' },
  method: (scenario) => {
    const token = tokens[scenario];
    if (!token) return undefined;
    return {
      payment_method: 'wallet',
      payment_method_type: 'google_pay',
      payment_method_data: { wallet: { google_pay: { tokenization_data: { token } } } },
    };
  },
  numbersRefused:
    'Stripe takes card numbers only from accounts that asked for it: docs/stripe.md says how. Tokens work without.',
  removeCustomers: async (setup, access, ids) => {
    const stripe = stripeClient(setup, access, AbortSignal.timeout(CLEAN_UP_WITHIN_MS));
    for (const id of ids) await stripe.customers.del(id);
    return ids.map((id) => `customer ${id}`);
  },
};
