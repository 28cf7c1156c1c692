/** What a merchant asks of an authorization beyond its amount. A connector grants it or not. */
export interface AuthorizationTerms {
  /** That the authorized amount can be raised later. */
  readonly incremental: boolean;
  /** That the authorization can be captured for longer than usual. */
  readonly extended: boolean;
  /** That the authorization can be captured in several parts. */
  readonly multipleCaptures: boolean;
  /** The debit network to charge a co-badged card over; null leaves the network to the connector. */
  readonly network: string | null;
}

/** What a connector granted of the terms. What is left out was not granted. */
export interface GrantedTerms {
  readonly incremental?: boolean;
  readonly extended?: boolean;
}

/** An increase of an authorized amount. */
export interface IncrementTerms {
  readonly connectorTransactionId: string;
  /** What was authorized before; the request's own amount is the new total. */
  readonly previousAmount: number;
  readonly reason: string | null;
}
