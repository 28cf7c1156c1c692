import type { Access } from './pay.ts';
import { filledIn, merchantSession, type WalletEvents, walletConfirmation } from './wallets.ts';

type Json = Readonly<Record<string, unknown>>;

/** Versions of Apple's interface: the first that every Safari has, and the first that shows later charges. */
const VERSION = 3;
const RECURRING_VERSION = 14;

/** A contact in Apple's format. */
interface Contact {
  readonly givenName?: string;
  readonly familyName?: string;
  readonly addressLines?: readonly string[];
  readonly locality?: string;
  readonly administrativeArea?: string;
  readonly postalCode?: string;
  readonly countryCode?: string;
  readonly emailAddress?: string;
}

interface ApplePayPayment {
  readonly token: {
    readonly paymentData: unknown;
    readonly paymentMethod?: {
      readonly displayName?: string;
      readonly network?: string;
      readonly type?: string;
    };
    readonly transactionIdentifier?: string;
  };
  readonly billingContact?: Contact;
  readonly shippingContact?: Contact;
}

interface Session {
  onvalidatemerchant: () => void;
  onpaymentauthorized: (event: { readonly payment: ApplePayPayment }) => void;
  oncancel: () => void;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: Json): void;
  completePayment(result: { readonly status: number }): void;
}

interface ApplePay {
  new (version: number, request: object): Session;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  supportsVersion(version: number): boolean;
  canMakePayments(): boolean;
}

const applePay = (): ApplePay | undefined => (window as { ApplePaySession?: ApplePay }).ApplePaySession;

/** Whether the browser has Apple Pay, and the account's data suffice: Apple requires the merchant's country. */
export function hasApplePay(session: Json): boolean {
  const ofApple = applePay();
  try {
    return Boolean(session.countryCode && ofApple?.supportsVersion(VERSION) && ofApple.canMakePayments());
  } catch {
    // In a frame without the surrounding page's permission for payments.
    return false;
  }
}

/**
 * Opens Apple's sheet. The merchant is validated by the service, once the sheet is open.
 *
 * @param data An `ApplePayPaymentRequest`. Called as the customer presses the button.
 */
export function openApplePay(access: Access, data: Json, events: WalletEvents): void {
  const ofApple = applePay()!;
  const {
    publishableKey: _key,
    merchantIdentifier: _merchant,
    merchantId: _id,
    merchantName: _name,
    ...request
  } = data;
  const showsRecurring = request.recurringPaymentRequest && ofApple.supportsVersion(RECURRING_VERSION);
  try {
    const session = new ofApple(showsRecurring ? RECURRING_VERSION : VERSION, request);
    session.onvalidatemerchant = async () => {
      const merchant = await merchantSession(access);
      if (merchant) session.completeMerchantValidation(merchant);
      else {
        session.abort();
        events.onProblem();
      }
    };
    session.onpaymentauthorized = ({ payment }) => {
      const done = (isTaken: boolean) =>
        session.completePayment({ status: isTaken ? ofApple.STATUS_SUCCESS : ofApple.STATUS_FAILURE });
      events.onApproved({ wallet: 'apple_pay', body: bodyOf(payment), done });
    };
    session.oncancel = events.onCancelled;
    session.begin();
  } catch {
    events.onProblem();
  }
}

/** The encrypted data in Base64, the connectors' format. */
function encoded(paymentData: unknown): string {
  if (typeof paymentData === 'string') return paymentData;
  const bytes = new TextEncoder().encode(JSON.stringify(paymentData));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function bodyOf({ billingContact, shippingContact, token }: ApplePayPayment): Record<string, unknown> {
  const { paymentData, paymentMethod: card, transactionIdentifier } = token;
  const method = filledIn({ display_name: card?.displayName, network: card?.network, type: card?.type });
  const applePayToken = {
    payment_data: encoded(paymentData),
    ...(method ? { payment_method: method } : {}),
    ...(transactionIdentifier ? { transaction_identifier: transactionIdentifier } : {}),
  };
  return walletConfirmation('apple_pay', applePayToken, {
    billing: contactOf(billingContact),
    shipping: contactOf(shippingContact),
    email: shippingContact?.emailAddress ?? null,
  });
}

function contactOf(contact: Contact | undefined): Json | null {
  if (!contact) return null;
  const [line1, line2, line3] = contact.addressLines ?? [];
  const address = filledIn({
    first_name: contact.givenName,
    last_name: contact.familyName,
    ...{ line1, line2, line3 },
    city: contact.locality,
    state: contact.administrativeArea,
    zip: contact.postalCode,
    country: contact.countryCode?.toUpperCase(),
  });
  return filledIn({ address });
}
