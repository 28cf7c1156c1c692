import type Stripe from 'stripe';
import type { Outcome } from '../../core/foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { isMerchantInitiated } from '../../core/foundation/ports/credential-use.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { consentParams } from './customer.ts';
import { declineFailure, failure } from './errors.ts';
import { callMarks, merchantMetadata } from './marks.ts';
import { otherMethod } from './other-methods.ts';
import { idOf } from './stored-response.ts';

/** How identifiers of setups begin: a payment without an amount is one. */
const SETUP_PREFIX = 'seti_';

/** Whether an identifier belongs to a verification rather than a payment. */
export const isSetup = (id: string): boolean => id.startsWith(SETUP_PREFIX);

/** Verifies a method without charging it, and keeps it for later charges if the customer agreed: a SetupIntent. */
export function verifyMethod(
  stripe: Stripe,
  request: AuthorizeRequest,
  method: string,
  customer: string | null,
): Promise<Stripe.SetupIntent> {
  const { credential, currency, idempotencyKey, returnUrl } = request;
  const other = otherMethod(request);
  const isLater = credential.kind !== 'one_off' && credential.model === 'unscheduled';
  return stripe.setupIntents.create(
    {
      confirm: true,
      payment_method: method,
      allowed_payment_method_types: [other?.type ?? 'card'],
      usage: isLater ? 'off_session' : 'on_session',
      ...(customer ? { customer } : {}),
      ...(customer ? consentParams(request, other) : {}),
      ...(returnUrl && !isMerchantInitiated(credential) ? { return_url: returnUrl } : {}),
      // A SetupIntent has no currency, but a success needs one.
      metadata: { ...merchantMetadata(request.context.metadata), ...callMarks(request), currency },
    },
    { idempotencyKey },
  );
}

/** The outcome of an authorization without an amount, by its setup at Stripe. */
export function outcomeOfSetup(setup: Pick<ConnectorSetup, 'warn'>, intent: Stripe.SetupIntent): Outcome {
  const { id, last_setup_error: error, metadata, next_action: next, status } = intent;
  const customer = idOf(intent.customer);
  const method = idOf(intent.payment_method);
  const kept = {
    connectorTransactionId: id,
    ...(customer ? { connectorCustomerId: customer } : {}),
    ...(customer && method ? { connectorMandateId: method } : {}),
    raw: { id, object: intent.object, status },
  };
  switch (status) {
    case 'succeeded':
      return {
        ...kept,
        kind: 'succeeded',
        ...(metadata?.currency ? { money: { currency: metadata.currency, authorized: 0, captured: 0 } } : {}),
      };
    case 'requires_action': {
      const url = next?.redirect_to_url?.url;
      if (url) return { ...kept, kind: 'requires_action', action: { type: 'redirect', url } };
      setup.warn({ type: next?.type ?? null }, 'Stripe wants an action that the connector does not know.');
      return { ...kept, kind: 'pending' };
    }
    case 'requires_payment_method':
      return error
        ? declineFailure(setup, 'payment', error, id)
        : failure('requires_payment_method', 'Stripe has no payment method for the verification.', id);
    case 'canceled':
      return failure('cancelled', 'The verification was cancelled at Stripe.', id);
    case 'processing':
    case 'requires_confirmation':
      return { ...kept, kind: 'pending' };
    default:
      setup.warn({ status }, 'Stripe gave a verification a status that the connector does not know.');
      return { ...kept, kind: 'pending' };
  }
}
