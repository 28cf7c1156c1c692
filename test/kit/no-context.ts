import type { PaymentContext, PayoutContext } from '../../src/core/foundation/payment-context.ts';

/** A payment context without customer or purpose. */
export const noContext: PaymentContext = {
  customer: null,
  billing: null,
  methodBilling: null,
  shipping: null,
  browser: null,
  consent: null,
  lines: [],
  shippingCost: 0,
  orderTax: 0,
  surcharge: 0,
  surchargeTax: 0,
  statementDescriptor: null,
  statementDescriptorSuffix: null,
  description: null,
  orderReference: null,
  metadata: {},
  connectorMetadata: {},
  connectorCustomerId: null,
  inIframe: false,
  split: null,
  businessCountry: null,
};

/** A payout context without recipient details. */
export const noPayoutContext: PayoutContext = {
  recipient: null,
  billing: null,
  description: null,
  metadata: {},
};
