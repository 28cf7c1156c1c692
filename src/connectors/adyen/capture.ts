import type { Connector } from '../../core/foundation/ports/connector.ts';
import { exchange } from '../exchange.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { requestErrors } from './errors.ts';
import type { Checkout } from './library.ts';

/**
 * Captures an authorization, in full or in part. Adyen reports the outcome by webhook. Whether the rest stays
 * capturable is a setting of the merchant account, which releases it unless several partial captures are enabled.
 */
export const captureOperation =
  (adyen: Adyen): NonNullable<Connector['capture']> =>
  (access, request) =>
    exchange(adyen.setup, requestErrors({ repeatable: true }), {
      ask: () => {
        const body = {
          amount: toAdyen(request),
          merchantAccount: merchantAccount(access),
          reference: request.reference,
        };
        return adyen
          .modifications(access)
          .captureAuthorisedPayment(
            request.connectorTransactionId,
            body as Checkout.PaymentCaptureRequest,
            requestOptions(request),
          );
      },
      read: ({ pspReference }) => ({ kind: 'pending', connectorTransactionId: pspReference }),
    });
