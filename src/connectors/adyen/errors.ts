import {
  type ConnectorFailure,
  NotSentError,
  UnansweredError,
} from '../../core/foundation/ports/connector.ts';
import type { VendorErrors } from '../exchange.ts';

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

/** Adyen takes no more requests at present: this one had no effect. */
export class AdyenBusyError extends Error {
  override readonly name = 'AdyenBusyError';
}

/** A text of Adyen without runs of digits: a message may repeat the number that it is about. */
export const withoutNumbers = (text: string): string => text.replace(/\d[\d -]{7,}\d/g, '…').slice(0, 500);

/**
 * The errors of a request to Adyen: a refusal is a failure, and after any other error it may have acted.
 *
 * @param repeatable Whether to send a call again later that Adyen was too busy for, rather than fail it: its object
 * stays the same. For a waiting customer another connector is better.
 */
export const requestErrors = ({ repeatable }: { readonly repeatable: boolean }): VendorErrors => ({
  failureOf: (error) => (error instanceof AdyenRefusal ? failure(error.code, error.message) : null),
  unansweredOf(error) {
    if (error instanceof AdyenRefusal) return new UnansweredError(`Adyen refused (${error.code}).`);
    if (!(error instanceof AdyenBusyError)) return null;
    return repeatable ? new UnansweredError(error.message) : new NotSentError(error.message);
  },
});

export const failure = (code: string, message: string): ConnectorFailure => ({
  kind: 'failed',
  code,
  message,
});
