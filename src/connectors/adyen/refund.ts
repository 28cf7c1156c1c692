import type { Connector } from '../../core/foundation/ports/connector.ts';
import { exchange } from '../exchange.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { requestErrors } from './errors.ts';
import type { Checkout } from './library.ts';

/** The reasons that Adyen has, by words of ours. */
const reasons: Readonly<Record<string, string>> = {
  fraud: 'FRAUD',
  fraudulent: 'FRAUD',
  requested_by_customer: 'CUSTOMER REQUEST',
  customer_request: 'CUSTOMER REQUEST',
  return: 'RETURN',
  duplicate: 'DUPLICATE',
};

const reasonOf = (reason: string): string =>
  reasons[reason.trim().toLowerCase().replace(/\s+/g, '_')] ?? 'OTHER';

/** Refunds captured money, in full or in part. Adyen reports the outcome by webhook, which may take days. */
export const refundOperation =
  (adyen: Adyen): NonNullable<Connector['refund']> =>
  (access, request) =>
    exchange(adyen.setup, requestErrors({ repeatable: true }), {
      ask: () => {
        const { reason } = request;
        const body = {
          amount: toAdyen(request),
          merchantAccount: merchantAccount(access),
          reference: request.reference,
          ...(reason ? { merchantRefundReason: reasonOf(reason) } : {}),
        };
        return adyen
          .modifications(access)
          .refundCapturedPayment(
            request.connectorTransactionId,
            body as Checkout.PaymentRefundRequest,
            requestOptions(request),
          );
      },
      read: ({ pspReference }) => ({ kind: 'pending', connectorTransactionId: pspReference }),
    });
