import type Stripe from 'stripe';
import type { Connector, LookUp } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { exchange } from '../exchange.ts';
import { stripeClient } from './client.ts';
import { stripeErrors } from './errors.ts';
import { accountOfPayout, CANCELLED_BY, TRANSFER } from './payout.ts';

/**
 * Stops a payout that Stripe has not sent yet, and takes the money back from the recipient's account. A repetition
 * continues where the first run was interrupted.
 */
export const cancelPayoutOperation =
  (setup: ConnectorSetup): NonNullable<Connector['cancelPayout']> =>
  async (access, { connectorTransactionId, idempotencyKey, signal }) => {
    const stripe = stripeClient(setup, access, signal);
    const { account, id } = accountOfPayout(connectorTransactionId);
    return exchange(setup, stripeErrors(setup, { flow: 'payout', repeatable: true }), {
      ask: async () => {
        // The cancellation of an unmarked payout was not ours: the payout has failed.
        await stripe.payouts.update(
          id,
          { metadata: { [CANCELLED_BY]: idempotencyKey } },
          { stripeAccount: account, idempotencyKey: `${idempotencyKey}-mark` },
        );
        return stripe.payouts.cancel(id, {}, { stripeAccount: account, idempotencyKey });
      },
      read: async ({ metadata }) => {
        const transfer = metadata?.[TRANSFER];
        if (transfer) {
          await stripe.transfers.createReversal(
            transfer,
            {},
            { idempotencyKey: `${idempotencyKey}-reversal` },
          );
        }
        return { kind: 'succeeded', connectorTransactionId };
      },
      idOf: () => connectorTransactionId,
    });
  };

/** Whether a payout was cancelled, and its money taken back. */
export async function lookUpCancellation(stripe: Stripe, connectorTransactionId: string): Promise<LookUp> {
  const { account, id } = accountOfPayout(connectorTransactionId);
  const payout = await stripe.payouts.retrieve(id, {}, { stripeAccount: account });
  const transfer = payout.metadata?.[TRANSFER];
  const isBack = !transfer || (await stripe.transfers.retrieve(transfer)).reversed;
  return payout.status === 'canceled' && isBack
    ? { kind: 'succeeded', connectorTransactionId }
    : { kind: 'not_found', repeat: 'safe' };
}
