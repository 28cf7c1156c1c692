import type Stripe from 'stripe';
import type { Connector, Outcome } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { exchange } from '../exchange.ts';
import { stripeClient } from './client.ts';
import { stripeErrors } from './errors.ts';
import { storedResponseFrom } from './stored-response.ts';
import { isSetup } from './verify-method.ts';

/** Releases the uncaptured rest of an authorization, or cancels an authorization that waits for its customer. */
export const voidOperation =
  (setup: ConnectorSetup): NonNullable<Connector['void']> =>
  (access, { connectorTransactionId: id, idempotencyKey, signal }) =>
    exchange<Stripe.PaymentIntent | Stripe.SetupIntent>(
      setup,
      stripeErrors(setup, { flow: 'payment', repeatable: true }),
      {
        ask: () => {
          const stripe = stripeClient(setup, access, signal);
          const params = { cancellation_reason: 'requested_by_customer' } as const;
          return isSetup(id)
            ? stripe.setupIntents.cancel(id, params, { idempotencyKey })
            : stripe.paymentIntents.cancel(id, params, { idempotencyKey });
        },
        read: (intent) =>
          intent.object === 'setup_intent'
            ? { kind: 'succeeded', connectorTransactionId: id }
            : voided(setup, intent),
        idOf: () => id,
      },
    );

/** Whether nothing of a payment can be captured any more. A payment that was captured in part has succeeded then. */
const isReleased = (intent: Stripe.PaymentIntent): boolean =>
  intent.status === 'canceled' || (intent.status === 'succeeded' && intent.amount_capturable === 0);

/** The outcome of a void, from the state of its payment. */
function voided(setup: Pick<ConnectorSetup, 'warn'>, intent: Stripe.PaymentIntent): Outcome {
  const kept = { ...storedResponseFrom(setup, intent), connectorTransactionId: intent.id };
  if (isReleased(intent)) return { ...kept, kind: 'succeeded' };
  setup.warn({ status: intent.status }, 'Stripe gave a cancelled payment an unexpected status.');
  return { ...kept, kind: 'pending' };
}
