import type { PaymentContext, PayoutContext } from '../../src/core/foundation/payment-context.ts';

/** The context of a payment that says nothing of who pays, and for what. */
export const noContext: PaymentContext = {
  customer: null,
  billing: null,
  methodBilling: null,
  shipping: null,
  browser: null,
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

/** The context of a payout that says nothing of its recipient. */
export const noPayoutContext: PayoutContext = {
  recipient: null,
  billing: null,
  description: null,
  metadata: {},
};
