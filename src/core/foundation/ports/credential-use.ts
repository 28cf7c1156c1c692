/**
 * The use of stored credentials, as card networks require it to be declared: whether a payment stores the method or
 * uses a stored one, and who initiates it. `card_on_file` is for purchases with the customer present, `unscheduled` for
 * charges without.
 */
export type CredentialUse =
  /** The method is not stored, and was not stored before. */
  | { readonly kind: 'one_off' }
  /** The customer pays, and agrees to storing the method: for later purchases, or for charges off session. */
  | { readonly kind: 'store'; readonly model: StoredCredentialModel }
  /** A stored method is charged. */
  | {
      readonly kind: 'stored';
      /** A merchant-initiated charge is never challenged: the customer is absent. */
      readonly initiator: 'customer' | 'merchant';
      readonly model: StoredCredentialModel;
      /** The connector's reference to the method at this account; null if none is stored. */
      readonly connectorMandateId: string | null;
      /** The network's identifier of the payment that stored it, perhaps through another connector. */
      readonly networkTransactionId: string | null;
    };

export type StoredCredentialModel = 'card_on_file' | 'unscheduled';

/** Whether the customer is absent. */
export const isMerchantInitiated = (use: CredentialUse): boolean =>
  use.kind === 'stored' && use.initiator === 'merchant';

/** The connector's mandate that a payment is charged under; null if it is charged by the method itself. */
export const mandateOf = (use: CredentialUse): string | null =>
  use.kind === 'stored' ? use.connectorMandateId : null;
