import { adyenConnector } from '../../connectors/adyen/adyen.ts';
import type { PaymentMethodDetails } from '../../core/foundation/payment-method-details.ts';
import type { VendorCheck } from './vendor-check.ts';

/** A card of Adyen's test environment, which refuses by the holder's name. */
const testCard = (number: string, holderName = 'Connector Check'): PaymentMethodDetails => ({
  kind: 'card',
  card: { number, expMonth: '03', expYear: '2030', holderName, cvc: '737' },
});

/**
 * Adyen's test environment. An API key does not show whether it is a live one, but only addresses of the test environment
 * are called, where live keys are unknown.
 */
export const adyenCheck: VendorCheck = {
  connect: adyenConnector,
  options: [
    { option: 'key', credential: 'api_key', about: 'API key of the test environment', required: true },
    {
      option: 'merchant-account',
      credential: 'key1',
      about: 'merchant account, such as AcmeCOM',
      required: true,
    },
  ],
  refuse: ({ api_key: key = '' }) =>
    /^(?:live|test)_/.test(key)
      ? 'That is a client key: the check needs an API key of the test environment.'
      : null,
  currency: 'EUR',
  methods: {
    good: testCard('4111111145551142'),
    declined: testCard('4111111145551142', 'DECLINED'),
    challenge: testCard('4212345678901237'),
  },
};
