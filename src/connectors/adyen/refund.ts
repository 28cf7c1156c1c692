import type { Connector } from '../../core/foundation/ports/connector.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { attempted } from './errors.ts';
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
    attempted(async () => {
      const { reason } = request;
      const body = {
        amount: toAdyen(request),
        merchantAccount: merchantAccount(access),
        reference: request.reference,
        ...(reason ? { merchantRefundReason: reasonOf(reason) } : {}),
      };
      const { pspReference } = await adyen
        .modifications(access)
        .refundCapturedPayment(
          request.connectorTransactionId,
          body as Checkout.PaymentRefundRequest,
          requestOptions(request),
        );
      return { kind: 'pending', connectorTransactionId: pspReference };
    });
