import { customerMessages, type UnifiedCode } from '../../core/foundation/ports/connector-errors.ts';
import type { Texts } from '../server/checkout-data.ts';

/** The text of each unified code: a missing code does not compile. */
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

/** Messages of former versions and of Hyperswitch, which tell a customer nothing useful. */
const notForCustomers: ReadonlySet<string> = new Set([
  'issue with payment method details',
  'issue with the configuration at the processor',
  'issue with configurations',
  'technical issue with the processor',
  'technical issue with psp',
  'issue with the request',
  'issue in the integration',
]);

/** The reason of a decline, as the customer's client reads it. */
export interface Decline {
  readonly unified_code?: string | null;
  readonly unified_message?: string | null;
}

/**
 * The reason of a decline in the customer's language, by its unified code. A message of the operator's error mappings is
 * shown verbatim.
 */
export function declineText({ unified_code: code, unified_message: message }: Decline, texts: Texts): string {
  const known = code && Object.keys(declineTexts).includes(code) ? (code as UnifiedCode) : null;
  const isOwn = message && !notForCustomers.has(message.toLowerCase());
  if (isOwn && !Object.values(customerMessages).includes(message)) return message;
  return texts[declineTexts[known ?? 'UE_9000']];
}
