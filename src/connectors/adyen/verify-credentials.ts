import type { Connector } from '../../core/foundation/ports/connector.ts';
import { RefusedRequestError } from '../exchange.ts';
import { type Adyen, merchantAccount } from './client.ts';
import { AdyenRefusal } from './errors.ts';
import type { Checkout } from './library.ts';

/** Reads the payment methods of the merchant account, which needs its API key and moves nothing. */
export const verifyOperation =
  (adyen: Adyen): NonNullable<Connector['verifyCredentials']> =>
  async (access, signal) => {
    try {
      const body = { merchantAccount: merchantAccount(access) } as Checkout.PaymentMethodsRequest;
      await adyen.payments(access).paymentMethods(body, { signal });
      return { kind: 'accepted' };
    } catch (error) {
      if (error instanceof RefusedRequestError) return { kind: 'refused', key: null, message: error.message };
      if (!(error instanceof AdyenRefusal)) throw error;
      const { code, message, status } = error;
      if (code === '901')
        return { kind: 'refused', key: 'key1', message: `no such merchant account: ${message}` };
      if (status === 401) return { kind: 'refused', key: 'api_key', message: 'no such API key.' };
      if (status === 403) {
        return {
          kind: 'refused',
          key: 'api_key',
          message: 'it has no Checkout role, or not for the account in key1.',
        };
      }
      return { kind: 'refused', key: null, message };
    }
  };
