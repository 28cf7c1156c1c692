import type Stripe from 'stripe';
import type { ContactDetails } from '../../core/foundation/payment-context.ts';
import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { AuthorizeRequest } from '../../core/foundation/ports/connector-requests.ts';
import { isMerchantInitiated } from '../../core/foundation/ports/credential-use.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { exchange } from '../exchange.ts';
import { stripeAmounts } from './amounts.ts';
import { stripeClient } from './client.ts';
import { consentParams, customerOf } from './customer.ts';
import { stripeErrors } from './errors.ts';
import { outcomeOfIntent, SHOP_MARK } from './intent-outcome.ts';
import { callMarks, merchantMetadata } from './marks.ts';
import { type OtherMethod, otherMethod } from './other-methods.ts';
import { addressParams, paymentMethodOf } from './payment-method.ts';
import { splitParams } from './split.ts';
import { EXPANDED_INTENT } from './stored-response.ts';
import { outcomeOfSetup, verifyMethod } from './verify-method.ts';

/** Together the account's own prefix, `* ` and the suffix have this many characters; Stripe refuses longer ones. */
const DESCRIPTOR_MAX = 22;
/** The longest prefix that Stripe takes. An account's `metadata.statement_descriptor_prefix` names a shorter one. */
const PREFIX_MAX = 10;

/**
 * Authorizes a payment, and captures it if requested: a PaymentIntent that is confirmed at creation. Without an amount
 * the method is verified by a SetupIntent.
 */
export const authorizeOperation =
  (setup: ConnectorSetup): NonNullable<Connector['authorize']> =>
  (access, request) =>
    exchange<Stripe.PaymentIntent | Stripe.SetupIntent>(
      setup,
      stripeErrors(setup, { flow: 'payment', repeatable: false }),
      {
        ask: async () => {
          const stripe = stripeClient(setup, access, request.signal);
          const customer = await customerOf(stripe, access, request);
          const method = await paymentMethodOf(stripe, request);
          if (request.amount === 0) return verifyMethod(stripe, request, method, customer);
          return stripe.paymentIntents.create(intentParams(access, request, method, customer), {
            idempotencyKey: request.idempotencyKey,
          });
        },
        read: (intent) =>
          intent.object === 'setup_intent' ? outcomeOfSetup(setup, intent) : outcomeOfIntent(setup, intent),
        idOf: ({ id }) => id,
      },
    );

function intentParams(
  access: ConnectorAccess,
  request: AuthorizeRequest,
  method: string,
  customer: string | null,
): Stripe.PaymentIntentCreateParams {
  const { capture, context, credential, currency, returnUrl } = request;
  const other = otherMethod(request);
  const suffix = descriptorSuffix(access, context.statementDescriptorSuffix ?? context.statementDescriptor);
  return {
    amount: stripeAmounts.toVendor(request),
    currency: currency.toLowerCase(),
    confirm: true,
    // Not `automatic_async`, which captures after the response.
    capture_method: capture ? 'automatic' : 'manual',
    payment_method: method,
    allowed_payment_method_types: [other?.type ?? 'card'],
    ...(other
      ? other.options && { payment_method_options: other.options }
      : { payment_method_options: { card: cardOptions(request) } }),
    ...(customer ? { customer } : {}),
    ...(isMerchantInitiated(credential) ? { off_session: true } : returnUrl ? { return_url: returnUrl } : {}),
    ...(customer ? usageParams(request, other) : {}),
    ...(customer ? consentParams(request, other) : {}),
    ...(context.description ? { description: context.description } : {}),
    // Cards only.
    ...(suffix && !other ? { statement_descriptor_suffix: suffix } : {}),
    ...shippingParams(context.shipping),
    ...splitParams(request, context.split),
    metadata: {
      ...merchantMetadata(context.metadata),
      ...(context.orderReference ? { order_reference: context.orderReference } : {}),
      ...callMarks(request),
      ...(other?.shop ? { [SHOP_MARK]: other.shop } : {}),
    },
    expand: EXPANDED_INTENT,
  };
}

/** The use that the method is saved for. Methods other than cards are saved for off-session charges only. */
function usageParams(
  { credential }: AuthorizeRequest,
  other: OtherMethod | null,
): Pick<Stripe.PaymentIntentCreateParams, 'setup_future_usage'> {
  if (credential.kind !== 'store') return {};
  if (credential.model === 'unscheduled') {
    return !other || other.isKept ? { setup_future_usage: 'off_session' } : {};
  }
  return other ? {} : { setup_future_usage: 'on_session' };
}

function cardOptions(request: AuthorizeRequest): Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card {
  const { authentication, capture, challengeRequested, credential, terms, threeDs } = request;
  const result = authentication && resultParams(authentication);
  const asks = threeDs && !authentication && !isMerchantInitiated(credential);
  return {
    ...(asks
      ? { request_three_d_secure: challengeRequested ? ('challenge' as const) : ('any' as const) }
      : {}),
    ...(result ? { three_d_secure: result } : {}),
    ...(terms.multipleCaptures && !capture ? { request_multicapture: 'if_available' as const } : {}),
    ...(terms.incremental && !capture ? { request_incremental_authorization: 'if_available' as const } : {}),
    ...(terms.extended && !capture ? { request_extended_authorization: 'if_available' as const } : {}),
  };
}

/** The indicators that Stripe takes. */
const ecis: ReadonlySet<string> = new Set(['01', '02', '05', '06', '07']);

/** The result of another connector's 3-D Secure; null if it proves nothing to the issuer. */
function resultParams({
  cavv,
  dsTransactionId,
  eci,
  exemption,
  transStatus,
  version,
}: NonNullable<
  AuthorizeRequest['authentication']
>): Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card.ThreeDSecure | null {
  if (!cavv || !dsTransactionId || !version) return null;
  return {
    cryptogram: cavv,
    transaction_id: dsTransactionId,
    version,
    ...(eci && ecis.has(eci) ? { electronic_commerce_indicator: eci } : {}),
    ...(transStatus === 'D' ? {} : { ares_trans_status: transStatus }),
    // Stripe has only this exemption.
    ...(exemption === 'transaction_risk_assessment' ? { exemption_indicator: 'low_risk' as const } : {}),
  };
}

/** Keeps letters, digits and a few signs; null unless a letter remains. */
export function descriptorSuffix({ metadata }: ConnectorAccess, text: string | null): string | null {
  const { statement_descriptor_prefix: prefix } = metadata;
  const prefixLength = typeof prefix === 'string' && prefix.length <= PREFIX_MAX ? prefix.length : PREFIX_MAX;
  const allowed = (text ?? '')
    .replace(/[<>\\'"*]|[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, DESCRIPTOR_MAX - '* '.length - prefixLength)
    .trim();
  return /[a-z]/i.test(allowed) ? allowed : null;
}

/** Stripe requires a name and the first address line for a shipping contact. */
function shippingParams(contact: ContactDetails | null): Pick<Stripe.PaymentIntentCreateParams, 'shipping'> {
  const address = contact?.address;
  const name = [address?.firstName, address?.lastName].filter(Boolean).join(' ');
  if (!address?.line1 || name === '') return {};
  const phone = contact?.phone ? `${contact.phone.countryCode ?? ''}${contact.phone.number}` : null;
  return { shipping: { name, address: addressParams(address), ...(phone ? { phone } : {}) } };
}
