/**
 * A row of a connector's error table, in the terms of an error mapping (gsm). An operator's mapping of the same error
 * takes precedence, with or without a message.
 */
export interface ErrorMappingRow {
  readonly flow: 'payment' | 'payout' | 'refund';
  /** The operation that failed, or null for any of the flow's. */
  readonly subFlow: string | null;
  /** The connector's code. */
  readonly code: string;
  readonly unifiedCode: string;
  readonly unifiedMessage: string;
  /** `retry` for a soft decline, which another connector may accept; `do_default` for a hard one. */
  readonly decision: 'retry' | 'do_default';
  /** Whether the same charge may pass with 3-D Secure. */
  readonly stepUp?: boolean;
}

/** The unified errors that connectors' codes map to, by the party that has to act. */
export const unified = Object.freeze({
  method: { unifiedCode: 'UE_1000', unifiedMessage: 'Issue with payment method details' },
  configuration: { unifiedCode: 'UE_2000', unifiedMessage: 'Issue with the configuration at the processor' },
  processor: { unifiedCode: 'UE_3000', unifiedMessage: 'Technical issue with the processor' },
  request: { unifiedCode: 'UE_4000', unifiedMessage: 'Issue with the request' },
});
