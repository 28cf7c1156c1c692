import Stripe from 'stripe';
import { type Connector, WebhookRefusedError } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { eventsOf } from './events.ts';

/** Maximum age of a signature, in seconds: the default of Stripe's package. */
const TOLERANCE_S = 300;

/** Verifies Stripe's signature by its own package, and reads the event. */
export const readWebhookOperation =
  (setup: ConnectorSetup): NonNullable<Connector['readWebhook']> =>
  async (access, { body, headers }) => ({
    events: await eventsOf(
      setup,
      access,
      verified(setup, access.webhookSecret, headers['stripe-signature'], body),
    ),
  });

function verified(
  { now }: ConnectorSetup,
  secret: string | null,
  signature: string | string[] | undefined,
  body: Buffer,
): Stripe.Event {
  if (!secret) throw new WebhookRefusedError('The account has no secret to verify webhooks with.');
  if (typeof signature !== 'string') throw new WebhookRefusedError('The webhook is not signed.');
  let event: Stripe.Event;
  try {
    const receivedAt = Math.floor(now().getTime() / 1000);
    event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, receivedAt);
  } catch {
    // The package's error holds the body.
    throw new WebhookRefusedError("The webhook is not signed with the account's secret.");
  }
  if (
    typeof event?.id !== 'string' ||
    typeof event.type !== 'string' ||
    typeof event.data?.object !== 'object'
  ) {
    throw new WebhookRefusedError('What is signed is no event of Stripe.');
  }
  return event;
}
