import type { Connector } from '../../core/foundation/ports/connector.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { attempted } from './errors.ts';
import type { Checkout } from './library.ts';

/** Raises the amount of a pre-authorization. Adyen reports the outcome by webhook. */
export const incrementOperation =
  (adyen: Adyen): NonNullable<Connector['incrementAuthorization']> =>
  (access, request) =>
    attempted(async () => {
      const body = {
        amount: toAdyen(request),
        merchantAccount: merchantAccount(access),
        reference: request.reference,
        industryUsage: 'delayedCharge',
      };
      await adyen
        .modifications(access)
        .updateAuthorisedAmount(
          request.connectorTransactionId,
          body as Checkout.PaymentAmountUpdateRequest,
          requestOptions(request),
        );
      return { kind: 'pending', connectorTransactionId: request.connectorTransactionId };
    });
