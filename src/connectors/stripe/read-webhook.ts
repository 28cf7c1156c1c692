import Stripe from 'stripe';
import {
  type Connector,
  type ConnectorAccess,
  WebhookRefusedError,
} from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { eventsOf } from './events.ts';

/** Maximum age of a signature, in seconds: the default of Stripe's package. */
const TOLERANCE_S = 300;

/**
 * Verifies Stripe's signature by its own package, and reads the event. Each endpoint has its own secret: `merchant_secret`
 * for the account, `additional_secret` for its connected accounts.
 */
export const readWebhookOperation =
  (setup: ConnectorSetup): NonNullable<Connector['readWebhook']> =>
  async (access, { body, headers }, signal = new AbortController().signal) => {
    const event = verified(setup, access, headers['stripe-signature'], body);
    return { events: await eventsOf(setup, access, event, signal) };
  };

function verified(
  { now }: ConnectorSetup,
  { additionalWebhookSecret, webhookSecret }: ConnectorAccess,
  signature: string | string[] | undefined,
  body: Buffer,
): Stripe.Event {
  const secrets = [webhookSecret, additionalWebhookSecret].filter((secret) => secret !== null);
  if (secrets.length === 0) {
    throw new WebhookRefusedError('The account has no secret to verify webhooks with.');
  }
  if (typeof signature !== 'string') throw new WebhookRefusedError('The webhook is not signed.');
  // The package takes the time in milliseconds, and the tolerance in seconds.
  const receivedAt = now().getTime();
  const isSigned = (secret: string): boolean => {
    try {
      Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, receivedAt);
      return true;
    } catch {
      // The package's error holds the body.
      return false;
    }
  };
  if (!secrets.some(isSigned)) {
    throw new WebhookRefusedError("The webhook is not signed with the account's secrets, or was long ago.");
  }
  const event = parsed(body);
  if (
    typeof event?.id !== 'string' ||
    typeof event.type !== 'string' ||
    typeof event.data?.object !== 'object'
  ) {
    throw new WebhookRefusedError('The signed body is not a Stripe event.');
  }
  return event;
}

function parsed(body: Buffer): Stripe.Event {
  try {
    return JSON.parse(body.toString('utf8')) as Stripe.Event;
  } catch {
    throw new WebhookRefusedError('The signed body is not JSON.');
  }
}
