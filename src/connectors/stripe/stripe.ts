import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { authorizeOperation } from './authorize.ts';
import { cancelPayoutOperation } from './cancel-payout.ts';
import { stripeCapabilities } from './capabilities.ts';
import { captureOperation } from './capture.ts';
import { acceptOperation, challengeOperation } from './disputes.ts';
import { forgetCustomerOperation, forgetMethodOperation } from './forget.ts';
import { incrementOperation } from './increment.ts';
import { lookUpOperation } from './look-up.ts';
import { payoutOperation } from './payout.ts';
import { readWebhookOperation } from './read-webhook.ts';
import { refundOperation } from './refund.ts';
import { reportOperations } from './reports.ts';
import { sessionTokenOperation } from './session-token.ts';
import { verifyOperation } from './verify.ts';
import { voidOperation } from './void.ts';

/** Stripe, by its own package. Every call has the account's own key. */
export const stripeConnector = (setup: ConnectorSetup): Connector => ({
  ...stripeCapabilities,
  authorize: authorizeOperation(setup),
  capture: captureOperation(setup),
  incrementAuthorization: incrementOperation(setup),
  void: voidOperation(setup),
  refund: refundOperation(setup),
  forgetMethod: forgetMethodOperation(setup),
  forgetCustomer: forgetCustomerOperation(setup),
  payout: payoutOperation(setup),
  cancelPayout: cancelPayoutOperation(setup),
  sessionToken: sessionTokenOperation(),
  challengeDispute: challengeOperation(setup),
  acceptDispute: acceptOperation(setup),
  lookUp: lookUpOperation(setup),
  ...reportOperations(setup),
  verifyCredentials: verifyOperation(setup),
  readWebhook: readWebhookOperation(setup),
});
