import type { ConnectorFailure, Outcome } from '../../core/foundation/ports/connector.ts';
import { InexactAmountError } from '../amounts.ts';

/** Adyen rejected a request: it had no effect there. Holds neither request nor response. */
export class AdyenRefusal extends Error {
  override readonly name = 'AdyenRefusal';

  constructor(
    readonly status: number,
    /** Adyen's `errorCode`, or `http_403` where it gives none. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A text of Adyen without runs of digits: a message may repeat the number that it is about. */
export const withoutNumbers = (text: string): string => text.replace(/\d[\d -]{7,}\d/g, '…').slice(0, 500);

/** Calls Adyen and turns its refusals into failures. After any other error it may have acted. */
export async function attempted(ask: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AdyenRefusal) return failure(error.code, error.message);
    if (error instanceof InexactAmountError) return failure('amount_inexact', error.message);
    throw error;
  }
}

export const failure = (code: string, message: string): ConnectorFailure => ({
  kind: 'failed',
  code,
  message,
});
