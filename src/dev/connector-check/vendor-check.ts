import type { ConnectorSetup } from '../../connectors/connector-setup.ts';
import type { PaymentMethodDetails } from '../../core/foundation/payment-method-details.ts';
import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';

/** An option of the command that gives a credential, such as `--key` for `api_key`. */
export interface CredentialOption {
  readonly option: string;
  /** As in `connector_account_details`. */
  readonly credential: string;
  readonly about: string;
  readonly required: boolean;
}

/** What the check needs to know of a vendor. A vendor is added by a file with one of these, listed in `vendors.ts`. */
export interface VendorCheck {
  readonly connect: (setup: ConnectorSetup) => Connector;
  readonly options: readonly CredentialOption[];
  /** Why the credentials are not tried: they are live ones, or cannot be told from such. Null if they are for tests. */
  readonly refuse: (credentials: Readonly<Record<string, string>>) => string | null;
  readonly currency: string;
  /** What the vendor's test mode charges, declines and challenges. What is left out is not tried. */
  readonly methods: {
    readonly good: PaymentMethodDetails;
    readonly declined?: PaymentMethodDetails;
    readonly challenge?: PaymentMethodDetails;
    /** A card by its number, where `good` is another. Many accounts may not send numbers: that is told, and no failure. */
    readonly typed?: PaymentMethodDetails;
  };
  /** What is said if the card by its number is refused. */
  readonly typedHint?: string;
  /** Removes what the steps cannot, such as a customer; says what it removed. */
  readonly cleanUp?: (access: ConnectorAccess, made: Made, setup: ConnectorSetup) => Promise<string[]>;
}

/** What the steps left at the vendor, beside payments that they void or refund themselves. */
export interface Made {
  readonly connectorCustomerIds: Set<string>;
}
