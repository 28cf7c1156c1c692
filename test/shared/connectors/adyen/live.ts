import { adyenConnector } from '../../../../src/connectors/adyen/adyen.ts';
import type { CardScenario } from '../conformance/harness.ts';
import type { LiveVendor } from '../live/live-vendor.ts';

const cards = { good: '4111111145551142', declined: '4111111145551142', challenge: '4212345678901237' };

/**
 * Adyen's test environment. An API key does not show whether it is a live one, but only test addresses are called,
 * which do not know live keys.
 */
export const adyenLive: LiveVendor = {
  name: 'adyen',
  connect: adyenConnector,
  options: {
    key: { credential: 'api_key', value: 'key', about: 'API key of the test environment', required: true },
    'merchant-account': {
      credential: 'key1',
      value: 'account',
      about: 'merchant account, such as AcmeCOM',
      required: true,
    },
  },
  refuse: ({ api_key: key = '' }) =>
    /^(?:live|test)_/.test(key)
      ? 'That is a client key: the check needs an API key of the test environment.'
      : null,
  account: (credentials) => ({
    connector_account_details: { connector_account_details: { auth_type: 'BodyKey', ...credentials } },
    payment_methods_enabled: [
      { payment_method: 'card', recurring_enabled: true },
      { payment_method: 'wallet' },
    ],
    test_mode: true,
  }),
  currency: 'EUR',
  cards,
  // The test environment accepts one expiry date and one code, and refuses by the holder's name.
  method: (scenario: CardScenario) => ({
    payment_method: 'card',
    payment_method_data: {
      card: {
        card_number: cards[scenario as keyof typeof cards],
        card_exp_month: '03',
        card_exp_year: '2030',
        card_holder_name: scenario === 'declined' ? 'DECLINED' : 'Connector Check',
        card_cvc: '737',
      },
    },
  }),
};
