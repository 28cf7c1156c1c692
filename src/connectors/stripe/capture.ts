import type Stripe from 'stripe';
import type { Connector, Outcome } from '../../core/foundation/ports/connector.ts';
import type { Money } from '../../core/foundation/ports/connector-requests.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { exchange } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';
import { descriptorSuffix } from './authorize.ts';
import { stripeClient } from './client.ts';
import { stripeErrors } from './errors.ts';
import { markedParts, partMark } from './marks.ts';
import { chargeOf, EXPANDED_INTENT, storedResponseFrom } from './stored-response.ts';

/**
 * The identifier of a capture. Stripe assigns none to captures, so it is composed of the payment's and of our
 * reference, which is in the payment's metadata.
 */
export const captureId = (intentId: string, reference: string): string => `${intentId}/${reference}`;

/** Captures an authorization: the last capture unless `more` may follow, which the account has to be allowed. */
export const captureOperation =
  (setup: ConnectorSetup): NonNullable<Connector['capture']> =>
  (access, request) =>
    exchange(setup, stripeErrors(setup, { flow: 'payment', repeatable: true }), {
      ask: () => {
        const amount = stripeAmounts.toVendor(request);
        const suffix = descriptorSuffix(
          access,
          request.statementDescriptorSuffix ?? request.statementDescriptor ?? null,
        );
        return stripeClient(setup, access, request.signal).paymentIntents.capture(
          request.connectorTransactionId,
          {
            amount_to_capture: amount,
            ...(request.more ? { final_capture: false } : {}),
            ...(suffix ? { statement_descriptor_suffix: suffix } : {}),
            metadata: partMark('capture', request, amount),
            expand: EXPANDED_INTENT,
          },
          { idempotencyKey: request.idempotencyKey },
        );
      },
      read: (intent) => captured(setup, intent, request.reference, request, true),
      idOf: () => captureId(request.connectorTransactionId, request.reference),
    });

/**
 * The outcome of a capture whose mark is in its payment's metadata.
 *
 * @param isLatest Whether it is the payment's latest capture, as in the response to it.
 */
export function captured(
  setup: Pick<ConnectorSetup, 'warn'>,
  intent: Stripe.PaymentIntent,
  reference: string,
  { amount, currency }: Money,
  isLatest = false,
): Outcome {
  const { fee, settlement, ...stored } = storedResponseFrom(setup, intent);
  const charges = { ...(fee ? { fee } : {}), ...(settlement ? { settlement } : {}) };
  const kept = {
    ...stored,
    ...(isBookingOf(intent, { amount, currency }, isLatest) ? charges : {}),
    connectorTransactionId: captureId(intent.id, reference),
  };
  switch (intent.status) {
    case 'succeeded':
    case 'requires_capture':
      return { ...kept, kind: 'succeeded', moved: { amount, currency } };
    case 'processing':
      return { ...kept, kind: 'pending' };
    default:
      setup.warn({ status: intent.status }, 'Stripe gave a captured payment an unexpected status.');
      return { ...kept, kind: 'pending' };
  }
}

/**
 * Whether the balance transaction that a charge names belongs to this capture. Each capture has one, and the charge names
 * the latest: of several captures, the one with its amount. An ambiguous one, such as of a capture in Stripe's dashboard,
 * is left out.
 */
function isBookingOf(intent: Stripe.PaymentIntent, { amount, currency }: Money, isLatest: boolean): boolean {
  const asked = stripeAmounts.toVendor({ amount, currency });
  if (intent.amount_received === asked) return true;
  if (latestAmount(intent) !== asked) return false;
  const marks = markedParts('capture', intent.metadata);
  const elsewhere = intent.amount_received - marks.reduce((sum, mark) => sum + mark.amount, 0);
  const isOnly = marks.filter((mark) => mark.amount === asked).length === 1 && elsewhere < asked;
  return isLatest || isOnly;
}

/**
 * The amount of a payment's latest capture, in Stripe's unit, by its booking; null without one. A booking in another
 * currency shows it only where it is of all that was received.
 */
export function latestAmount(intent: Stripe.PaymentIntent): number | null {
  const booked = chargeOf(intent)?.balance_transaction;
  if (booked === null || typeof booked !== 'object') return null;
  if (booked.currency === intent.currency) return booked.amount;
  const { amount_received: received } = intent;
  const whole = received * (booked.exchange_rate ?? 0);
  return Math.abs(whole - booked.amount) <= 1 ? received : null;
}
