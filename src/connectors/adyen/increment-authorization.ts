import type { Connector } from '../../core/foundation/ports/connector.ts';
import { exchange } from '../exchange.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { requestErrors } from './errors.ts';
import type { Checkout } from './library.ts';

/** Raises the amount of a pre-authorization. Adyen reports the outcome by webhook. */
export const incrementOperation =
  (adyen: Adyen): NonNullable<Connector['incrementAuthorization']> =>
  (access, request) =>
    exchange(adyen.setup, requestErrors({ repeatable: true }), {
      ask: () => {
        const body = {
          amount: toAdyen(request),
          merchantAccount: merchantAccount(access),
          reference: request.reference,
          industryUsage: 'delayedCharge',
        };
        return adyen
          .modifications(access)
          .updateAuthorisedAmount(
            request.connectorTransactionId,
            body as Checkout.PaymentAmountUpdateRequest,
            requestOptions(request),
          );
      },
      read: () => ({ kind: 'pending', connectorTransactionId: request.connectorTransactionId }),
    });
