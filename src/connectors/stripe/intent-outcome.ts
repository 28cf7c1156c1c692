import type Stripe from 'stripe';
import type { ConnectorFailure, Outcome } from '../../core/foundation/ports/connector.ts';
import type { CustomerAction } from '../../core/foundation/ports/customer-action.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { stripeAmounts } from './amounts.ts';
import { declineFailure, failure } from './errors.ts';
import { chargeOf, storedResponseFrom } from './stored-response.ts';

type Warn = Pick<ConnectorSetup, 'warn'>;

/** The outcome of an authorization by its payment at Stripe. */
export function outcomeOfIntent(setup: Warn, intent: Stripe.PaymentIntent): Outcome {
  const kept = { ...storedResponseFrom(setup, intent), connectorTransactionId: intent.id };
  switch (intent.status) {
    case 'succeeded':
    case 'requires_capture':
      return authorized(setup, intent, intent.amount_received);
    case 'requires_action': {
      const action = actionOf(setup, intent);
      return action ? { ...kept, kind: 'requires_action', action } : { ...kept, kind: 'pending' };
    }
    case 'processing':
    case 'requires_confirmation':
      return { ...kept, kind: 'pending' };
    case 'requires_payment_method':
      return { ...storedResponseFrom(setup, intent), ...refusal(setup, intent) };
    case 'canceled':
      return failure(
        intent.cancellation_reason === 'expired' || intent.cancellation_reason === 'automatic'
          ? 'expired'
          : 'cancelled',
        'The payment was cancelled at Stripe.',
        intent.id,
      );
    default:
      setup.warn(
        { status: intent.status },
        'Stripe gave a payment a status that the connector does not know.',
      );
      return { ...kept, kind: 'pending' };
  }
}

/** The metadata of a payment that names the shop whose voucher is shown. */
export const SHOP_MARK = 'switchyard_shop';

/** The success of an authorization, with the captured amount. */
export function authorized(
  setup: Warn,
  intent: Stripe.PaymentIntent,
  capturedAtStripe: number,
): Extract<Outcome, { kind: 'succeeded' }> {
  const card = chargeOf(intent)?.payment_method_details?.card;
  const { currency } = intent;
  const held = stripeAmounts.fromVendor(heldAtStripe(intent), currency);
  return {
    ...storedResponseFrom(setup, intent),
    kind: 'succeeded',
    connectorTransactionId: intent.id,
    money: {
      currency: held.currency,
      authorized: held.amount,
      captured: stripeAmounts.fromVendor(capturedAtStripe, currency).amount,
    },
    captureBefore:
      card?.capture_before && intent.status === 'requires_capture'
        ? new Date(card.capture_before * 1000).toISOString()
        : null,
    granted: {
      incremental: card?.incremental_authorization?.status === 'available',
      extended: card?.extended_authorization?.status === 'enabled',
    },
  };
}

/** The total authorized amount. After a final partial capture Stripe no longer reports the rest. */
const heldAtStripe = (intent: Stripe.PaymentIntent): number =>
  intent.status === 'requires_capture' ? intent.amount_capturable + intent.amount_received : intent.amount;

/** Why a payment waits for another method: the last one was declined, or 3-D Secure failed. */
function refusal(setup: Warn, intent: Stripe.PaymentIntent): ConnectorFailure {
  const { id, last_payment_error: error } = intent;
  return error
    ? declineFailure(setup, 'payment', error, id)
    : failure('requires_payment_method', 'Stripe has no payment method for the payment.', id);
}

/** The customer's next action; null if there is none to show. An unknown action is null too, with a warning. */
function actionOf(setup: Warn, { metadata, next_action: next }: Stripe.PaymentIntent): CustomerAction | null {
  const url = next?.redirect_to_url?.url ?? next?.alipay_handle_redirect?.url;
  if (url) return { type: 'redirect', url };
  const shown = next && (voucherOf(next, metadata[SHOP_MARK]) ?? codeOf(next));
  if (shown) return shown;
  if (next?.type === 'use_stripe_sdk' && next.use_stripe_sdk) {
    return { type: 'sdk', data: { ...next.use_stripe_sdk } };
  }
  // The customer approves the payment in an app: there is nothing to show.
  if (next?.type === 'blik_authorize') return null;
  setup.warn({ type: next?.type ?? null }, 'Stripe wants an action that the connector does not know.');
  return null;
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The voucher for the customer to pay; null without a voucher or its expiry. */
function voucherOf(next: Stripe.PaymentIntent.NextAction, shop: string | undefined): CustomerAction | null {
  const { boleto_display_details: boleto, konbini_display_details: konbini } = next;
  const { multibanco_display_details: multibanco, oxxo_display_details: oxxo } = next;
  const action = (
    voucher: Extract<CustomerAction, { type: 'voucher' }>['voucher'],
    expires: number | null | undefined,
  ): CustomerAction | null => (expires ? { type: 'voucher', voucher, payBefore: instant(expires) } : null);
  if (boleto) {
    const { expires_at, hosted_voucher_url: instructionsUrl, number: reference, pdf: downloadUrl } = boleto;
    return action({ reference, downloadUrl, instructionsUrl }, expires_at);
  }
  if (oxxo) {
    return action({ reference: oxxo.number, instructionsUrl: oxxo.hosted_voucher_url }, oxxo.expires_after);
  }
  if (multibanco) {
    const { entity, expires_at, hosted_voucher_url: instructionsUrl, reference } = multibanco;
    return action({ reference, entity, instructionsUrl }, expires_at);
  }
  if (!konbini) return null;
  const { expires_at, hosted_voucher_url: instructionsUrl, stores } = konbini;
  const store = shop ? stores[shop as keyof typeof stores] : null;
  const confirmationNumber = store?.confirmation_number ?? null;
  return action({ reference: store?.payment_code ?? null, confirmationNumber, instructionsUrl }, expires_at);
}

/** The code that a customer is to scan. */
function codeOf(next: Stripe.PaymentIntent.NextAction): CustomerAction | null {
  const code = next.promptpay_display_qr_code ?? next.wechat_pay_display_qr_code;
  if (!code) return null;
  return { type: 'qr_code', content: code.data, imageUrl: code.image_url_png, validUntil: null };
}
