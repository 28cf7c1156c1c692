import type { Connector } from '../../core/foundation/ports/connector.ts';
import { exchange } from '../exchange.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { requestErrors } from './errors.ts';
import type { Checkout } from './library.ts';
import { isPspReference, voidReference } from './references.ts';

/**
 * Cancels an authorization. While its customer is still away it may have no identifier of Adyen yet: then it is
 * cancelled by our reference. Adyen reports the outcome by webhook.
 */
export const voidOperation =
  (adyen: Adyen): NonNullable<Connector['void']> =>
  (access, request) =>
    exchange<{ readonly pspReference: string }>(adyen.setup, requestErrors({ repeatable: true }), {
      ask: () => {
        const { connectorTransactionId: authorization } = request;
        const modifications = adyen.modifications(access);
        const options = requestOptions(request);
        const body = {
          merchantAccount: merchantAccount(access),
          reference: voidReference(request.reference),
        };
        return isPspReference(authorization)
          ? modifications.cancelAuthorisedPaymentByPspReference(
              authorization,
              body as Checkout.PaymentCancelRequest,
              options,
            )
          : modifications.cancelAuthorisedPayment(
              { ...body, paymentReference: authorization } as Checkout.StandalonePaymentCancelRequest,
              options,
            );
      },
      read: ({ pspReference }) => ({ kind: 'pending', connectorTransactionId: pspReference }),
    });
