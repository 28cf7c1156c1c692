import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { exchange } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';
import { stripeClient } from './client.ts';
import { stripeErrors } from './errors.ts';
import { partMark } from './marks.ts';
import { EXPANDED_INTENT, storedResponseFrom } from './stored-response.ts';

/** Raises the amount of an authorization, where it was granted when it was authorized. */
export const incrementOperation =
  (setup: ConnectorSetup): NonNullable<Connector['incrementAuthorization']> =>
  (access, request) =>
    exchange(setup, stripeErrors(setup, { flow: 'payment', repeatable: true }), {
      ask: () => {
        const amount = stripeAmounts.toVendor(request);
        return stripeClient(setup, access, request.signal).paymentIntents.incrementAuthorization(
          request.connectorTransactionId,
          { amount, metadata: partMark('increment', request, amount), expand: EXPANDED_INTENT },
          { idempotencyKey: request.idempotencyKey },
        );
      },
      read: (intent) => ({
        ...storedResponseFrom(setup, intent),
        kind: 'succeeded',
        connectorTransactionId: intent.id,
        moved: stripeAmounts.fromVendor(intent.amount, intent.currency),
      }),
      idOf: ({ id }) => id,
    });
