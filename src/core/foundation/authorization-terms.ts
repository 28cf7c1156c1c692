/** Requirements of an authorization beyond its amount. A connector may grant or ignore each of them. */
export interface AuthorizationTerms {
  /** The authorized amount can be increased later. */
  readonly incremental: boolean;
  /** The authorization can be captured for longer than usual. */
  readonly extended: boolean;
  /** Several partial captures of the authorization. */
  readonly multipleCaptures: boolean;
  /** The debit network to charge a co-badged card over; null leaves the network to the connector. */
  readonly network: string | null;
}

/** The terms that a connector granted. An absent term was not granted. */
export interface GrantedTerms {
  readonly incremental?: boolean;
  readonly extended?: boolean;
}

/** An increase of an authorized amount. */
export interface IncrementTerms {
  readonly connectorTransactionId: string;
  /** The amount authorized before; the request's amount is the new total. */
  readonly previousAmount: number;
  readonly reason: string | null;
}
