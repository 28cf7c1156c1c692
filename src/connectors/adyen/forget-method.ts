import type { Connector } from '../../core/foundation/ports/connector.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { AdyenRefusal } from './errors.ts';
import { shopperReference } from './shopper.ts';

/** Adyen's codes for a token that it does not have: `PaymentDetail not found`, and its like. */
const gone: ReadonlySet<string> = new Set(['800', '803', 'http_404']);

/** Deletes a stored payment method's token. Adyen's shoppers are only names, and have nothing else to delete. */
export const forgetMethodOperation =
  (adyen: Adyen): NonNullable<Connector['forgetMethod']> =>
  async (access, request) => {
    const { connectorCustomerId, connectorMandateId, customerId } = request;
    const customer = { id: customerId, name: null, email: null, phone: null };
    const shopper = shopperReference(access, customer, connectorCustomerId)!;
    try {
      await adyen
        .tokens(access)
        .deleteTokenForStoredPaymentDetails(
          connectorMandateId,
          shopper,
          merchantAccount(access),
          requestOptions(request),
        );
    } catch (error) {
      if (!(error instanceof AdyenRefusal && gone.has(error.code))) throw error;
    }
  };
