import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { ScaExemption } from '../../core/foundation/ports/connector-capabilities.ts';
import type {
  AuthorizeRequest,
  ExternalAuthentication,
} from '../../core/foundation/ports/connector-requests.ts';
import { isMerchantInitiated } from '../../core/foundation/ports/credential-use.ts';
import { exchange } from '../exchange.ts';
import { toAdyen } from './amounts.ts';
import { ASKED_KEY, askedAsText } from './asked.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { requestErrors } from './errors.ts';
import type { Checkout, Wire } from './library.ts';
import { paymentMethod } from './payment-method.ts';
import { type PaymentAnswer, paymentOutcome } from './payment-outcome.ts';
import { metadataOf, shopperOf, shopperReference } from './shopper.ts';

type PaymentRequest = Wire<Checkout.PaymentRequest>;

/** Authorizes a payment, and captures it if requested: Checkout's `/payments`. */
export const authorizeOperation =
  (adyen: Adyen): NonNullable<Connector['authorize']> =>
  (access, request) =>
    exchange(adyen.setup, requestErrors({ repeatable: false }), {
      ask: async () =>
        adyen
          .payments(access)
          .payments(paymentRequest(access, request) as Checkout.PaymentRequest, requestOptions(request)),
      read: (answer) => {
        const { amount, capture, currency, reference, terms } = request;
        const asked = { capture, incremental: terms.incremental, reference, money: { amount, currency } };
        const outcome = paymentOutcome(adyen.setup, answer as PaymentAnswer, asked);
        const shopper = shopperOfCredential(access, request);
        // Adyen does not always repeat the shopper that it stored the method for.
        return shopper && outcome.kind === 'succeeded' && outcome.connectorMandateId
          ? { ...outcome, connectorCustomerId: shopper }
          : outcome;
      },
      idOf: ({ pspReference }) => pspReference,
    });

function paymentRequest(access: ConnectorAccess, request: AuthorizeRequest): PaymentRequest {
  const { capture, context, method, reference, returnUrl, terms } = request;
  const asked = askedAsText({ capture, incremental: terms.incremental });
  return {
    ...shopperOf(context, method),
    ...(method.kind === 'pay_later' ? { lineItems: orderLines(request) } : {}),
    ...credentialOf(access, request),
    ...authenticationOf(request),
    amount: toAdyen(request),
    merchantAccount: merchantAccount(access),
    paymentMethod: paymentMethod(request),
    reference,
    // Adyen requires one for every payment, also without a redirect.
    returnUrl: returnUrl ?? 'https://localhost/',
    metadata: { ...metadataOf(context.metadata), [ASKED_KEY]: asked },
    ...(capture ? { captureDelayHours: 0 } : {}),
    additionalData: {
      ...exemptionOf(request),
      ...(capture ? {} : { manualCapture: 'true' }),
      ...(terms.incremental ? { authorisationType: 'PreAuth' } : {}),
    },
  };
}

/** The lines of a purchase on credit. They add up to the payment: the last one is the difference to the order's lines. */
function orderLines({ amount, context, currency }: AuthorizeRequest): Wire<Checkout.LineItem>[] {
  const ordered = context.lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const lines = ordered > amount ? [] : context.lines;
  const left = lines.length > 0 ? amount - ordered : amount;
  const line = (name: string, quantity: number, price: number, place: number) => {
    const { value } = toAdyen({ amount: price, currency });
    return {
      id: String(place + 1),
      description: name,
      quantity,
      amountIncludingTax: value,
      amountExcludingTax: value,
    };
  };
  return [
    ...lines.map(({ productName, quantity, unitPrice }, place) =>
      line(productName, quantity, unitPrice, place),
    ),
    ...(left > 0
      ? [line(lines.length > 0 ? 'Shipping, tax and charges' : 'Order', 1, left, lines.length)]
      : []),
  ];
}

const models = { card_on_file: 'CardOnFile', unscheduled: 'UnscheduledCardOnFile' } as const;

const shopperOfCredential = (
  access: ConnectorAccess,
  { context: { connectorCustomerId, customer }, credential }: AuthorizeRequest,
): string | null =>
  credential.kind === 'one_off' ? null : shopperReference(access, customer, connectorCustomerId);

/** Whether the method is stored, or was, and who starts the payment. */
function credentialOf(access: ConnectorAccess, request: AuthorizeRequest): Partial<PaymentRequest> {
  const { credential } = request;
  const shopper = shopperOfCredential(access, request);
  const known = shopper ? { shopperReference: shopper } : {};
  if (credential.kind === 'one_off') return { shopperInteraction: 'Ecommerce' };
  const recurringProcessingModel = models[credential.model];
  if (credential.kind === 'store') {
    // A stored method belongs to a customer. For a guest, Adyen learns only that we store the card.
    return {
      ...known,
      shopperInteraction: 'Ecommerce',
      recurringProcessingModel,
      ...(shopper ? { storePaymentMethod: true } : {}),
    };
  }
  const isStored = credential.connectorMandateId !== null || credential.networkTransactionId !== null;
  const continues = isStored || credential.initiator === 'merchant';
  return {
    ...known,
    shopperInteraction: continues ? 'ContAuth' : 'Ecommerce',
    recurringProcessingModel,
  };
}

/** Whether Adyen runs 3-D Secure, by redirect, or is given the result of one. */
function authenticationOf(request: AuthorizeRequest): Partial<PaymentRequest> {
  const { authentication, method, threeDs } = request;
  const challengeIndicator = challengeIndicatorOf(request);
  if (method.kind !== 'card' || isMerchantInitiated(request.credential)) return {};
  if (authentication) {
    return {
      mpiData: externalResult(authentication),
      authenticationData: { attemptAuthentication: 'never' },
    };
  }
  return {
    authenticationData: {
      // Otherwise the rules of the Adyen account decide, as European law may demand it.
      ...(threeDs ? { attemptAuthentication: 'always' } : {}),
      threeDSRequestData: { nativeThreeDS: 'disabled' },
    },
    ...(challengeIndicator
      ? { threeDS2RequestData: { threeDSRequestorChallengeInd: challengeIndicator } }
      : {}),
  };
}

type ChallengeIndicator = NonNullable<PaymentRequest['threeDS2RequestData']>['threeDSRequestorChallengeInd'];

/** Adyen's `threeDSRequestorChallengeInd`: Checkout's `CheckoutSessionThreeDS2RequestData`. */
function challengeIndicatorOf(request: AuthorizeRequest): `${NonNullable<ChallengeIndicator>}` | null {
  const { challengeAvoided, challengeRequested, exemption } = request;
  if (challengeRequested) return '04';
  if (!challengeAvoided) return null;
  return exemption === 'transaction_risk_analysis' ? '05' : '02';
}

/** Adyen's `scaExemption` by exemption. It has none for recurring payments. */
export const adyenExemptions = {
  low_value: 'lowValue',
  secure_corporate_payment: 'secureCorporate',
  trusted_beneficiary: 'trustedBeneficiary',
  transaction_risk_analysis: 'transactionRiskAnalysis',
} as const satisfies Partial<Record<ScaExemption, string>>;

/** Adyen's `scaExemption`, by the name of the exemption in `three_ds_data`. It takes no other. */
const broughtExemptions: Readonly<Record<string, string>> = {
  low_value: 'lowValue',
  secure_corporate_payment: 'secureCorporate',
  trusted_listing: 'trustedBeneficiary',
  transaction_risk_assessment: 'transactionRiskAnalysis',
};

function exemptionOf({ authentication, exemption }: AuthorizeRequest): { scaExemption?: string } {
  const brought = broughtExemptions[authentication?.exemption ?? ''];
  const requested = exemption ? (adyenExemptions as Readonly<Record<string, string>>)[exemption] : undefined;
  const scaExemption = brought ?? requested;
  return scaExemption ? { scaExemption } : {};
}

const authenticationResponses = new Set<string>(['Y', 'N', 'U', 'A']);

function externalResult(result: ExternalAuthentication): Wire<Checkout.ThreeDSecureData> {
  const { cavv, dsTransactionId, eci, transStatus, version } = result;
  const isChallenged = !authenticationResponses.has(transStatus);
  return {
    ...(isChallenged ? {} : { authenticationResponse: transStatus as 'Y' | 'N' | 'U' | 'A' }),
    directoryResponse: transStatus,
    ...(cavv ? { cavv } : {}),
    ...(dsTransactionId ? { dsTransID: dsTransactionId } : {}),
    ...(eci ? { eci } : {}),
    ...(version ? { threeDSVersion: version } : {}),
  };
}
