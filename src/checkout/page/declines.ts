import { customerMessages, type UnifiedCode } from '../../core/foundation/ports/connector-errors.ts';
import type { Texts } from '../server/checkout-data.ts';

/** The text of each unified code: a code without one does not compile. */
export const declineTexts: Readonly<Record<UnifiedCode, keyof Texts>> = {
  UE_1000: 'declined',
  UE_1001: 'declinedFunds',
  UE_1002: 'declinedExpired',
  UE_1003: 'declinedDetails',
  UE_1004: 'challengeFailed',
  UE_1005: 'declinedLimit',
  UE_1006: 'declinedNotSupported',
  UE_1007: 'declinedCancelled',
  UE_2000: 'declinedUnavailable',
  UE_3000: 'declinedLater',
  UE_4000: 'declinedRequest',
  UE_9000: 'declined',
};

/** Messages of former versions and of Hyperswitch, which say whose turn it is and nothing that a customer could use. */
const notForCustomers: ReadonlySet<string> = new Set([
  'issue with payment method details',
  'issue with the configuration at the processor',
  'issue with configurations',
  'technical issue with the processor',
  'technical issue with psp',
  'issue with the request',
  'issue in the integration',
]);

/** Why a payment was declined, as its customer's client reads it. */
export interface Decline {
  readonly unified_code?: string | null;
  readonly unified_message?: string | null;
}

/**
 * Why a payment was declined, in the customer's language, by its unified code. The message of the operator's own error
 * mapping is shown as it is.
 */
export function declineText({ unified_code: code, unified_message: message }: Decline, texts: Texts): string {
  const known = code && Object.keys(declineTexts).includes(code) ? (code as UnifiedCode) : null;
  const isOwn = message && !notForCustomers.has(message.toLowerCase());
  if (isOwn && !Object.values(customerMessages).includes(message)) return message;
  return texts[declineTexts[known ?? 'UE_9000']];
}
