import Stripe from 'stripe';
import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { isLiveKey, stripeClient } from './client.ts';
import { sanitized } from './errors.ts';

/** Reads the account's balance, which every key for payments may read. */
export const verifyOperation =
  (setup: ConnectorSetup): NonNullable<Connector['verifyCredentials']> =>
  async (access, signal) => {
    const key = `${access.credentials.api_key}`;
    if (isLiveKey(key) && (access.testMode || setup.environment === 'test')) {
      return refused('the account is in test mode, the key is live: use a key that begins with sk_test_.');
    }
    if (!isLiveKey(key) && setup.environment === 'live' && !access.testMode) {
      return refused('the account is live, the key is for tests: use a key that begins with sk_live_.');
    }
    return sanitized(async () => {
      try {
        await stripeClient(setup, access, signal).balance.retrieve();
        return { kind: 'accepted' } as const;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeAuthenticationError)
          return refused('Stripe does not know it.');
        // A restricted key that may not read the balance is a key all the same.
        if (error instanceof Stripe.errors.StripePermissionError) return { kind: 'accepted' } as const;
        throw error;
      }
    });
  };

const refused = (message: string) => ({ kind: 'refused', key: 'api_key', message }) as const;
