/**
 * The parts of a connector request besides money and method: the customer, addresses and purpose. Connectors use them
 * for risk checks, receipts and statements; each decides which to pass on.
 */

/** A phone number; the calling code is like `+44`. */
export interface PhoneNumber {
  readonly number: string;
  readonly countryCode: string | null;
}

export interface PostalAddress {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly city: string | null;
  readonly zip: string | null;
  readonly state: string | null;
  /** Two-letter ISO 3166 code. */
  readonly country: string | null;
}

/** Contact details. */
export interface ContactDetails {
  readonly address: PostalAddress | null;
  readonly phone: PhoneNumber | null;
  readonly email: string | null;
}

/** The payer or recipient. The identifier is ours; null for a guest. */
export interface ContactPerson {
  /** Unique within the merchant, and identical for all payments of the customer. */
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: PhoneNumber | null;
}

/** The customer's browser, in the terms of 3-D Secure. */
export interface BrowserDetails {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly acceptHeader: string | null;
  /** BCP 47, such as `de-AT`; also the language of the connector's pages and receipts. */
  readonly language: string | null;
  readonly colorDepth: number | null;
  readonly screenHeight: number | null;
  readonly screenWidth: number | null;
  /** Minutes from UTC. */
  readonly timeZone: number | null;
  readonly javaEnabled: boolean | null;
  readonly javaScriptEnabled: boolean | null;
  readonly osType: string | null;
  readonly osVersion: string | null;
  readonly deviceModel: string | null;
}

/** The customer's recorded consent to later charges. */
export interface ConsentRecord {
  readonly isOnline: boolean;
  /** Time of the consent, in ISO 8601; null if unknown. */
  readonly acceptedAt: string | null;
  /** The client used for an online consent. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** A line of the order, in minor units. */
export interface OrderLine {
  readonly productName: string;
  readonly quantity: number;
  readonly unitPrice: number;
}

/** The context of an authorization. Amounts are parts of the authorized amount, in minor units. */
export interface PaymentContext {
  readonly customer: ContactPerson | null;
  /**
   * The connector's identifier of the customer at this account, from an earlier payment; null before the first
   * payment, or if the connector has no customers. A connector that creates customers uses a key derived from our
   * identifier, so that concurrent payments get the same one.
   */
  readonly connectorCustomerId: string | null;
  readonly billing: ContactDetails | null;
  /** The billing contact of the payment method, or the payment's contact if the profile allows it. */
  readonly methodBilling: ContactDetails | null;
  readonly shipping: ContactDetails | null;
  readonly browser: BrowserDetails | null;
  /** The customer's consent given with the payment; null without consent. */
  readonly consent: ConsentRecord | null;
  readonly lines: readonly OrderLine[];
  readonly shippingCost: number;
  readonly orderTax: number;
  readonly surcharge: number;
  readonly surchargeTax: number;
  /** The statement descriptor and its variable suffix. */
  readonly statementDescriptor: string | null;
  readonly statementDescriptorSuffix: string | null;
  readonly description: string | null;
  /** The merchant's reference for the order. */
  readonly orderReference: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Merchant data meant for this connector only. */
  readonly connectorMetadata: Readonly<Record<string, unknown>>;
  /** Whether the redirect page is shown within the merchant's page. */
  readonly inIframe: boolean;
  /** Split of a marketplace payment, in the connector's terms. */
  readonly split: Readonly<Record<string, unknown>> | null;
  /** Country of the business, as a two-letter ISO 3166 code. */
  readonly businessCountry: string | null;
}

/** The context of a payout. */
export interface PayoutContext {
  readonly recipient: ContactPerson | null;
  readonly billing: ContactDetails | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}
