import { applePayIdentity } from '../core/foundation/apple-pay-identity.ts';
import { decimalsOf, majorUnits } from '../core/foundation/currencies.ts';
import type { ConnectorAccess } from '../core/foundation/ports/connector.ts';
import type { Money, SessionTokenRequest } from '../core/foundation/ports/connector-requests.ts';

/**
 * The requests that start wallets' buttons, in the one shape that pages know: `PaymentDataRequest` of Google Pay with
 * its `environment`, and `ApplePayPaymentRequest` of Apple Pay with the `merchantIdentifier`. Each connector adds its
 * own parts.
 */

/** Card networks that are taken in wallets everywhere, in lower case. */
export const walletNetworks = ['amex', 'discover', 'jcb', 'mastercard', 'visa'] as const;

/** An amount in the wallets' format, such as `10.99`. */
export const inUnits = ({ amount, currency }: Money): string => majorUnits(amount, currency);

/** The most decimals that Google Pay takes in a price. */
const GOOGLE_DECIMALS = 2;

/**
 * A price as Google Pay takes it; null if the amount cannot be written with two decimals, such as 1.234 KWD: the sheet
 * would not open.
 *
 * @example `googlePrice({ amount: 1230, currency: 'KWD' })` is `1.23`
 */
export function googlePrice(money: Money): string | null {
  const price = inUnits(money);
  const surplus = decimalsOf(money.currency) - GOOGLE_DECIMALS;
  if (surplus <= 0) return price;
  return /^0+$/.test(price.slice(-surplus)) ? price.slice(0, -surplus) : null;
}

/** The parts of a Google Pay request that differ between connectors. */
interface GooglePayParts {
  readonly isTest: boolean;
  /** In lower case. */
  readonly networks?: readonly string[];
  /** The parameters of the gateway that Google encrypts the token for. */
  readonly gateway: Readonly<Record<string, unknown>>;
  readonly merchantInfo: Readonly<Record<string, string>>;
  /** ISO 3166 code of the country where the payment is processed; null if it is not known. */
  readonly country: string | null;
}

/**
 * A `PaymentDataRequest` of Google Pay's, and the environment to open it in. Null if Google Pay does not take the amount
 * (see {@link googlePrice}): there is no button then.
 */
export function googlePayRequest(
  request: SessionTokenRequest,
  { country, gateway, isTest, merchantInfo, networks = walletNetworks }: GooglePayParts,
) {
  const totalPrice = googlePrice(request);
  if (totalPrice === null) return null;
  return {
    environment: isTest ? 'TEST' : 'PRODUCTION',
    apiVersion: 2,
    apiVersionMinor: 0,
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: networks.map((network) => network.toUpperCase()),
          billingAddressRequired: request.collect.billing,
          ...(request.collect.billing ? { billingAddressParameters: { format: 'FULL' } } : {}),
        },
        tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: gateway },
      },
    ],
    shippingAddressRequired: request.collect.shipping,
    emailRequired: request.collect.shipping,
    merchantInfo,
    transactionInfo: {
      totalPriceStatus: 'FINAL',
      totalPrice,
      currencyCode: request.currency,
      ...(country ? { countryCode: country } : {}),
    },
  };
}

/** The parts of an Apple Pay request that differ between connectors. */
interface ApplePayParts {
  /** In lower case. */
  readonly networks?: readonly string[];
  readonly merchantIdentifier: string | null;
  /** The payee, as the sheet names it. */
  readonly label: string | null;
  readonly country: string | null;
}

/** An `ApplePayPaymentRequest`. The country and the name of the account's own wallet details come first. */
export function applePayRequest(
  { wallets }: ConnectorAccess,
  request: SessionTokenRequest,
  { country, label, merchantIdentifier, networks = walletNetworks }: ApplePayParts,
) {
  const own = applePayIdentity(wallets);
  const identifier = own.merchantIdentifier ?? merchantIdentifier;
  return {
    countryCode: own.country ?? country,
    currencyCode: request.currency,
    supportedNetworks: networks.map((network) => (network === 'mastercard' ? 'masterCard' : network)),
    merchantCapabilities: ['supports3DS'],
    total: {
      label: own.displayName ?? label ?? request.context.statementDescriptor ?? 'Total',
      amount: inUnits(request),
      type: 'final',
    },
    ...(identifier ? { merchantIdentifier: identifier } : {}),
  };
}
