import type { AdyenAmount } from '../../../../../src/connectors/adyen/amounts.ts';
import { HmacValidator } from '../../../../../src/connectors/adyen/library.ts';
import type { VendorWebhook } from '../../conformance/harness.ts';
import type { Json, StoredPayment } from './state.ts';

export const MERCHANT_ACCOUNT = 'SwitchyardTestCOM';
/** In the Customer Area's format: 32 bytes in hexadecimal. */
export const HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';

/** A notification's members beyond the common ones. */
export interface Told {
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantReference: string;
  readonly amount: AdyenAmount;
  readonly success?: boolean;
  readonly reason?: string;
  readonly additionalData?: Record<string, string>;
}

/** A notification without its signature. */
export const notification = (eventCode: string, at: Date, told: Told): Json => ({
  eventCode,
  eventDate: at.toISOString(),
  merchantAccountCode: MERCHANT_ACCOUNT,
  ...told,
  reason: told.reason ?? '',
  success: String(told.success ?? true),
});

/** Notifications about the payment itself. */
export const ofPayment = ({ amount, pspReference, reference }: StoredPayment): Told => ({
  pspReference,
  merchantReference: reference,
  amount,
});

/** Signs an item like Adyen, with the package's own function. */
export const signed = (item: Json): Json => ({
  ...item,
  additionalData: {
    ...(item.additionalData as object | undefined),
    hmacSignature: new HmacValidator().calculateHmac(item as never, HMAC_KEY),
  },
});

/** A webhook with one or more notifications. */
export function webhookOf(items: readonly Json[]): VendorWebhook {
  const notificationItems = items.map((item) => ({ NotificationRequestItem: signed(item) }));
  return asWebhook(JSON.stringify({ live: 'false', notificationItems }));
}

export const asWebhook = (body: string): VendorWebhook => ({
  headers: { 'content-type': 'application/json' },
  body,
});

/** Signs the notifications in a body, if it has any. */
export function signBody(body: string): VendorWebhook {
  const items = itemsOf(body);
  return items ? webhookOf(items) : asWebhook(body);
}

/** A webhook without its signatures, and one whose notifications were changed after signing. */
export function forgedWebhooks({ body }: VendorWebhook): VendorWebhook[] {
  const items = itemsOf(body) ?? [];
  const wrapped = (changed: readonly Json[]) =>
    asWebhook(
      JSON.stringify({
        live: 'false',
        notificationItems: changed.map((NotificationRequestItem) => ({ NotificationRequestItem })),
      }),
    );
  return [
    wrapped(items.map(({ additionalData: _, ...item }) => item)),
    wrapped(items.map((item) => ({ ...item, pspReference: 'ANOTHERREFERENCE' }))),
    wrapped(items.map((item) => ({ ...item, success: item.success === 'true' ? 'false' : 'true' }))),
  ];
}

function itemsOf(body: string): Json[] | null {
  try {
    const { notificationItems } = JSON.parse(body) as {
      notificationItems?: { NotificationRequestItem: Json }[];
    };
    return notificationItems?.map((one) => one.NotificationRequestItem) ?? null;
  } catch {
    return null;
  }
}
