/**
 * A row of a connector's error table, in the terms of an error mapping (gsm). An operator's mapping of the same error
 * takes precedence, with or without a message.
 */
export interface ErrorMappingRow {
  readonly flow: 'payment' | 'payout' | 'refund';
  /** The failed operation, or null for any operation of the flow. */
  readonly subFlow: string | null;
  /** The connector's code. */
  readonly code: string;
  /** Determines the customer's message: see {@link unifiedMessage}. */
  readonly unifiedCode: UnifiedCode;
  /** `retry` for a soft decline, which another connector may accept; `do_default` for a hard one. */
  readonly decision: 'retry' | 'do_default';
  /** Whether the same charge may pass with 3-D Secure. */
  readonly stepUp?: boolean;
}

/** The unified errors, by cause: the party that must act, or the information for the customer. */
export const unified = Object.freeze({
  /** A decline whose reason is withheld from the customer, such as a stolen card or suspected fraud. */
  method: { unifiedCode: 'UE_1000' },
  funds: { unifiedCode: 'UE_1001' },
  expired: { unifiedCode: 'UE_1002' },
  details: { unifiedCode: 'UE_1003' },
  authentication: { unifiedCode: 'UE_1004' },
  limit: { unifiedCode: 'UE_1005' },
  notSupported: { unifiedCode: 'UE_1006' },
  cancelled: { unifiedCode: 'UE_1007' },
  configuration: { unifiedCode: 'UE_2000' },
  processor: { unifiedCode: 'UE_3000' },
  request: { unifiedCode: 'UE_4000' },
  unmapped: { unifiedCode: 'UE_9000' },
} as const);

/** A code of the service's table. An error mapping may use any other code. */
export type UnifiedCode = (typeof unified)[keyof typeof unified]['unifiedCode'];

/** The message for a paying customer, by code. Pages translate each message. */
export const customerMessages: Readonly<Record<UnifiedCode, string>> = Object.freeze({
  UE_1000: 'The payment was declined. Please try another card or another way to pay.',
  UE_1001: 'There is not enough money for this payment. Please try another card or another way to pay.',
  UE_1002: 'The card has expired. Please try another card or another way to pay.',
  UE_1003: 'Some of the details are not correct. Please check them and try again.',
  UE_1004: 'Your bank could not confirm that it is you. Please try again, or pay another way.',
  UE_1005: 'The payment exceeds a limit of the card or account. Please try another way to pay.',
  UE_1006: 'The card or account cannot be used for this payment. Please try another way to pay.',
  UE_1007: 'The payment was cancelled. Please try again, or pay another way.',
  UE_2000: 'This way to pay is not available at the moment. Please try another one.',
  UE_3000: 'The payment could not be processed. Please try again later, or pay another way.',
  UE_4000: 'The payment could not be carried out. Please try another way to pay.',
  UE_9000: 'Something went wrong',
});

/**
 * The message of a unified error in English for the affected person: the customer of a payment or refund, or the
 * recipient of a payout. A code outside the table has the message of the unmapped error.
 *
 * @param flow `payment`, `payout` or `refund`.
 */
export function unifiedMessage(code: string, flow: string): string {
  if (!Object.keys(customerMessages).includes(code) || code === unified.unmapped.unifiedCode) {
    return customerMessages.UE_9000;
  }
  if (flow === 'refund') return 'The money could not be refunded. Please ask the seller.';
  if (flow !== 'payout') return customerMessages[code as UnifiedCode];
  return code.startsWith('UE_1')
    ? 'The money cannot be sent there. Please check the details, or choose another destination.'
    : 'The money could not be sent. Please ask the sender.';
}
