import type { AdyenAmount } from './amounts.ts';
import type { AdditionalData } from './stored-response.ts';

/** An item of Adyen's standard webhook, as it travels. */
export interface AdyenNotification {
  readonly eventCode: string;
  readonly success: 'true' | 'false';
  readonly pspReference: string;
  /** The payment that a modification or dispute refers to. */
  readonly originalReference?: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: AdyenAmount;
  readonly eventDate?: string;
  readonly reason?: string;
  readonly additionalData?: AdditionalData;
}

const texts = ['eventCode', 'pspReference', 'merchantAccountCode', 'merchantReference'] as const;

/** Whether a value has every signed and every used field of a notification, so that later code need not check. */
export function isNotification(value: unknown): value is AdyenNotification {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Readonly<Record<string, unknown>>;
  const amount = item.amount as Readonly<Record<string, unknown>> | null | undefined;
  return (
    texts.every((name) => typeof item[name] === 'string') &&
    (item.success === 'true' || item.success === 'false') &&
    typeof amount?.currency === 'string' &&
    Number.isSafeInteger(amount.value) &&
    isTextOrMissing(item.originalReference) &&
    isTextOrMissing(item.eventDate) &&
    isTextOrMissing(item.reason) &&
    hasTexts(item.additionalData)
  );
}

const isTextOrMissing = (value: unknown) =>
  value === undefined || value === null || typeof value === 'string';

const hasTexts = (data: unknown): boolean =>
  data === undefined ||
  (typeof data === 'object' && data !== null && Object.values(data).every(isTextOrMissing));
