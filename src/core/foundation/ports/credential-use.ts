/**
 * The use of stored credentials, in the form required by card networks: whether a payment stores the method or uses a
 * stored method, and who initiates it. `card_on_file` is for purchases with the customer present, `unscheduled` for
 * charges without the customer.
 */
export type CredentialUse =
  /** The method is neither stored now nor before. */
  | { readonly kind: 'one_off' }
  /** The customer pays, and agrees to storing the method: for later purchases, or for charges off session. */
  | { readonly kind: 'store'; readonly model: StoredCredentialModel }
  /** A stored method is charged. */
  | {
      readonly kind: 'stored';
      /** A merchant-initiated charge is never challenged: the customer is absent. */
      readonly initiator: 'customer' | 'merchant';
      readonly model: StoredCredentialModel;
      /** The connector's reference to the method at this account; null without a stored reference. */
      readonly connectorMandateId: string | null;
      /** The network's identifier of the payment that stored it, possibly through another connector. */
      readonly networkTransactionId: string | null;
    };

export type StoredCredentialModel = 'card_on_file' | 'unscheduled';

/** Whether the customer is absent. */
export const isMerchantInitiated = (use: CredentialUse): boolean =>
  use.kind === 'stored' && use.initiator === 'merchant';

/** The connector's mandate under which a payment is charged; null for a charge by the method itself. */
export const mandateOf = (use: CredentialUse): string | null =>
  use.kind === 'stored' ? use.connectorMandateId : null;
