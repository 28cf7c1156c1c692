import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeAmounts } from './amounts.ts';
import { stripeClient } from './client.ts';
import { answered } from './errors.ts';
import { partMark } from './marks.ts';
import { EXPANDED_INTENT, storedResponseFrom } from './stored-response.ts';

/** Raises the amount of an authorization, where it was granted when it was authorized. */
export const incrementOperation =
  (setup: ConnectorSetup): NonNullable<Connector['incrementAuthorization']> =>
  (access, request) =>
    answered(setup, { flow: 'payment', repeatable: true }, async () => {
      const stripe = stripeClient(setup, access, request.signal);
      const amount = stripeAmounts.toVendor(request);
      const intent = await stripe.paymentIntents.incrementAuthorization(
        request.connectorTransactionId,
        { amount, metadata: partMark('increment', request, amount), expand: EXPANDED_INTENT },
        { idempotencyKey: request.idempotencyKey },
      );
      return {
        ...storedResponseFrom(intent),
        kind: 'succeeded',
        connectorTransactionId: intent.id,
        moved: stripeAmounts.fromVendor(intent.amount, intent.currency),
      };
    });
