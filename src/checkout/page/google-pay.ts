import { filledIn, type WalletEvents, walletConfirmation } from './wallets.ts';

const SCRIPT = 'https://pay.google.com/gp/p/js/pay.js';

type Json = Readonly<Record<string, unknown>>;

/** An address in Google Pay's format `FULL`. */
type Address = Readonly<Partial<Record<string, string>>>;

/** The used part of Google Pay's result. */
interface PaymentData {
  readonly email?: string;
  readonly shippingAddress?: Address;
  readonly paymentMethodData: {
    readonly type: string;
    readonly description?: string;
    readonly info?: {
      readonly cardNetwork?: string;
      readonly cardDetails?: string;
      readonly billingAddress?: Address;
    };
    readonly tokenizationData: { readonly type: string; readonly token: string };
  };
}

interface PaymentsClient {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>;
  createButton(options: object): HTMLElement;
  loadPaymentData(request: object): Promise<PaymentData>;
}

interface Google {
  readonly payments: { readonly api: { readonly PaymentsClient: new (options: object) => PaymentsClient } };
}

/** Loads Google's script once. */
const loadScript = (): Promise<Google | null> =>
  new Promise((resolve) => {
    const ofGoogle = () => (window as { google?: Google }).google ?? null;
    if (ofGoogle()) return resolve(ofGoogle());
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => resolve(ofGoogle());
    script.onerror = () => resolve(null);
    document.head.append(script);
  });

/**
 * Google's own Google Pay button; null if its script does not load or the customer's browser does not support it.
 *
 * @param session A `PaymentDataRequest` with its `environment`.
 */
export async function googlePayButton(
  session: Json,
  language: string,
  { onApproved, onProblem }: WalletEvents,
): Promise<HTMLElement | null> {
  const google = await loadScript();
  if (!google) return null;
  const { environment, ...request } = session;
  const { allowedPaymentMethods, apiVersion, apiVersionMinor, merchantInfo } = request;
  const nonce = document.querySelector<HTMLElement>('style[nonce]')?.nonce;
  try {
    const client = new google.payments.api.PaymentsClient({
      environment,
      ...(merchantInfo ? { merchantInfo } : {}),
      ...(nonce ? { nonce } : {}),
    });
    const { result } = await client.isReadyToPay({ apiVersion, apiVersionMinor, allowedPaymentMethods });
    if (!result) return null;
    const onClick = () =>
      client.loadPaymentData(request).then(
        (data) => onApproved({ wallet: 'google_pay', body: bodyOf(data), done: () => {} }),
        (error: { statusCode?: string } | null) => {
          if (error?.statusCode !== 'CANCELED') onProblem();
        },
      );
    return client.createButton({
      onClick,
      allowedPaymentMethods,
      buttonType: 'plain',
      buttonSizeMode: 'fill',
      buttonLocale: language,
    });
  } catch {
    return null;
  }
}

function bodyOf({ email, paymentMethodData: method, shippingAddress }: PaymentData): Record<string, unknown> {
  const { description, info, tokenizationData, type } = method;
  const card = filledIn({ card_network: info?.cardNetwork, card_details: info?.cardDetails });
  const token = {
    type,
    ...(description ? { description } : {}),
    ...(card ? { info: card } : {}),
    tokenization_data: { type: tokenizationData.type, token: tokenizationData.token },
  };
  return walletConfirmation('google_pay', token, {
    billing: contactOf(info?.billingAddress),
    shipping: contactOf(shippingAddress),
    email: email ?? null,
  });
}

function contactOf(address: Address | undefined): Json | null {
  if (!address) return null;
  const [first, ...others] = (address.name ?? '').trim().split(/\s+/);
  const found = filledIn({
    first_name: first,
    last_name: others.join(' '),
    line1: address.address1,
    line2: address.address2,
    line3: address.address3,
    city: address.locality,
    state: address.administrativeArea,
    zip: address.postalCode,
    country: address.countryCode,
  });
  return filledIn({ address: found });
}
