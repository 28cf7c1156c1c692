import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { authorizeOperation } from './authorize.ts';
import { adyenCapabilities } from './capabilities.ts';
import { captureOperation } from './capture.ts';
import { adyenServices } from './client.ts';
import { completeActionOperation } from './complete-action.ts';
import { disputeOperations } from './disputes.ts';
import { forgetMethodOperation } from './forget-method.ts';
import { balanceOperation } from './gift-cards.ts';
import { incrementOperation } from './increment-authorization.ts';
import { lookUpOperation } from './look-up.ts';
import { payoutOperation } from './payout.ts';
import { refundOperation } from './refund.ts';
import { sessionTokenOperation } from './session-token.ts';
import { verifyOperation } from './verify-credentials.ts';
import { voidOperation } from './void.ts';
import { readWebhook } from './webhook.ts';

/**
 * Adyen, by its own package: Checkout for payments, the Payout API, the Disputes API, and standard webhooks. Adyen only
 * acknowledges captures, voids and refunds, and reports their outcomes by webhook.
 */
export function adyenConnector(setup: ConnectorSetup): Connector {
  const adyen = adyenServices(setup);
  return {
    ...adyenCapabilities,
    authorize: authorizeOperation(adyen),
    completeAction: completeActionOperation(adyen),
    incrementAuthorization: incrementOperation(adyen),
    capture: captureOperation(adyen),
    void: voidOperation(adyen),
    refund: refundOperation(adyen),
    forgetMethod: forgetMethodOperation(adyen),
    payout: payoutOperation(adyen),
    sessionToken: sessionTokenOperation(adyen),
    checkBalance: balanceOperation(adyen),
    ...disputeOperations(adyen),
    lookUp: lookUpOperation,
    verifyCredentials: verifyOperation(adyen),
    readWebhook: (access, webhook) => readWebhook(adyen, access, webhook),
  };
}
