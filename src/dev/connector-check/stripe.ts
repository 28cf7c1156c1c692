import { stripeClient } from '../../connectors/stripe/client.ts';
import { stripeConnector } from '../../connectors/stripe/stripe.ts';
import type { PaymentMethodDetails } from '../../core/foundation/payment-method-details.ts';
import type { VendorCheck } from './vendor-check.ts';

/** How long removing takes at most. */
const CLEAN_UP_WITHIN_MS = 20_000;

/** A payment method that Stripe's test mode has, as its own wallet integration would give it. */
const testMethod = (token: string): PaymentMethodDetails => ({
  kind: 'wallet',
  wallet: {
    type: 'google_pay',
    token,
    tokenType: null,
    network: null,
    displayName: null,
    cardEnd: null,
  },
});

/** Stripe's test mode. */
export const stripeCheck: VendorCheck = {
  connect: stripeConnector,
  options: [
    {
      option: 'key',
      credential: 'api_key',
      about: 'secret or restricted key of test mode: sk_test_… or rk_test_…',
      required: true,
    },
    {
      option: 'publishable-key',
      credential: 'publishable_key',
      about: 'publishable key, to try the wallets: pk_test_…',
      required: false,
    },
  ],
  refuse: ({ api_key: key = '' }) =>
    /^(sk|rk)_test_\w+$/.test(key) ? null : 'The key must be one of test mode: sk_test_… or rk_test_….',
  currency: 'USD',
  methods: {
    good: testMethod('pm_card_visa'),
    declined: testMethod('pm_card_visa_chargeDeclined'),
    challenge: testMethod('pm_card_threeDSecure2Required'),
    typed: {
      kind: 'card',
      card: {
        number: '4242424242424242',
        expMonth: '12',
        expYear: '2040',
        holderName: 'Connector Check',
        cvc: '123',
      },
    },
  },
  typedHint:
    'Stripe takes card numbers only from accounts that asked for it: docs/stripe.md says how. Tokens work without.',
  cleanUp: async (access, { connectorCustomerIds }, setup) => {
    const stripe = stripeClient(setup, access, AbortSignal.timeout(CLEAN_UP_WITHIN_MS));
    const removed: string[] = [];
    for (const id of connectorCustomerIds) {
      await stripe.customers.del(id);
      removed.push(`customer ${id}`);
    }
    return removed;
  },
};
