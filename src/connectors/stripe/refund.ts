import type Stripe from 'stripe';
import type { Connector, Outcome } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { exchange } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';
import { stripeClient } from './client.ts';
import { declineFailure, stripeErrors } from './errors.ts';
import { callMarks } from './marks.ts';
import { splitRefundParams } from './split.ts';
import { chargesOf } from './stored-response.ts';

/** Expanded in every request for refunds: the fee, which is most often nothing. */
export const EXPANDED_REFUND = ['balance_transaction'];

/** Stripe's refund reasons. Others are stored in the metadata. */
const reasons: ReadonlySet<string> = new Set(['duplicate', 'fraudulent', 'requested_by_customer']);
/** The longest value of metadata. */
const VALUE_MAX = 500;

/** Refunds a payment in full or in part, whichever of its captures received the money. */
export const refundOperation =
  (setup: ConnectorSetup): NonNullable<Connector['refund']> =>
  (access, request) =>
    exchange(setup, stripeErrors(setup, { flow: 'refund', repeatable: true }), {
      ask: () => {
        const { reason } = request;
        return stripeClient(setup, access, request.signal).refunds.create(
          {
            payment_intent: request.connectorTransactionId,
            amount: stripeAmounts.toVendor(request),
            ...(reason && reasons.has(reason) ? { reason } : {}),
            ...splitRefundParams(request.split),
            expand: EXPANDED_REFUND,
            metadata: {
              ...callMarks(request),
              ...(reason && !reasons.has(reason) ? { reason: reason.slice(0, VALUE_MAX) } : {}),
            },
          },
          { idempotencyKey: request.idempotencyKey },
        );
      },
      read: (refund) => outcomeOfRefund(setup, refund),
      idOf: ({ id }) => id,
    });

/** The outcome of a refund. Its failure may follow after it succeeded, when a bank sends the money back. */
export function outcomeOfRefund(setup: Pick<ConnectorSetup, 'warn'>, refund: Stripe.Refund): Outcome {
  const { amount, currency, failure_reason: why, id, status } = refund;
  const kept = {
    ...chargesOf(setup, refund.balance_transaction),
    connectorTransactionId: id,
    raw: { id, object: refund.object, status, amount, currency },
  };
  switch (status) {
    case 'succeeded':
      return { ...kept, kind: 'succeeded', moved: stripeAmounts.fromVendor(amount, currency) };
    case 'failed':
      return refundFailure(setup, why ?? 'unknown', id);
    case 'canceled':
      return refundFailure(setup, 'canceled', id);
    case 'pending':
    case 'requires_action':
      return { ...kept, kind: 'pending' };
    default:
      setup.warn({ status }, 'Stripe gave a refund a status that the connector does not know.');
      return { ...kept, kind: 'pending' };
  }
}

const refundFailure = (setup: Pick<ConnectorSetup, 'warn'>, code: string, id: string): Outcome =>
  declineFailure(setup, 'refund', { code, message: `Stripe could not refund the money: ${code}.` }, id);
