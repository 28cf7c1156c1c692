import type { Connector } from '../../core/foundation/ports/connector.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { AdyenRefusal } from './errors.ts';
import type { Checkout } from './library.ts';

/** Adyen's types of the wallets. */
const wallets: Readonly<Record<string, string>> = {
  apple_pay: 'applepay',
  google_pay: 'googlepay',
  paypal: 'paypal',
};

/**
 * The parameters to start a wallet's SDK: the wallet's configuration in Checkout's `/paymentMethods`. It names the
 * merchant at the wallet and at Adyen, and holds no secrets.
 */
export const sessionTokenOperation =
  (adyen: Adyen): NonNullable<Connector['sessionToken']> =>
  async (access, request) => {
    const { context, wallet } = request;
    const type = wallets[wallet];
    if (!type) return null;
    const country = (context.methodBilling ?? context.billing)?.address?.country ?? context.businessCountry;
    const body = {
      merchantAccount: merchantAccount(access),
      amount: toAdyen(request),
      allowedPaymentMethods: [type],
      channel: 'Web',
      ...(country ? { countryCode: country } : {}),
    };
    const answer = await adyen
      .payments(access)
      .paymentMethods(body as Checkout.PaymentMethodsRequest, requestOptions(request))
      .catch((error: unknown) => {
        if (error instanceof AdyenRefusal) return null;
        throw error;
      });
    const found = answer?.paymentMethods?.find((method) => method.type === type);
    if (!found) return null;
    const configuration = { ...found.configuration };
    return { walletName: wallet, delayed: false, nextAction: null, data: parameters(wallet, configuration) };
  };

/** Google Pay calls Adyen a gateway, and wants its parameters by Google's names. */
const parameters = (wallet: string, configuration: Record<string, string>): Record<string, unknown> =>
  wallet === 'google_pay'
    ? {
        ...configuration,
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: 'adyen', gatewayMerchantId: configuration.gatewayMerchantId ?? null },
        },
      }
    : configuration;
