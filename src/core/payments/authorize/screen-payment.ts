import { commitCall } from '../../connector-calls/commit-call.ts';
import type { Attempt } from '../../entities/attempt.ts';
import type { ConnectorCall } from '../../entities/connector-call.ts';
import type { Payment } from '../../entities/payment.ts';
import type { FraudMessage } from '../../entities/values/payment-parts.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { AuthorizeRequest } from '../../foundation/ports/connector-requests.ts';
import type { ScreeningSubject } from '../../foundation/ports/screening.ts';
import type { FraudPolicy } from '../../routing/fraud-policy.ts';

/** The records committed with a fraud check, besides the request to the connector. */
export interface CommittedScreening extends Pick<FraudPolicy, 'action' | 'flow'> {
  /** Of a check before the authorization: how to authorize after it. */
  readonly authorize?: {
    readonly threeDs?: boolean;
    readonly authentication?: AuthorizeRequest['authentication'];
  };
}

/** Commits the call that checks a payment for fraud. The payment waits for its outcome. */
export function commitScreening(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  { account, action, flow }: FraudPolicy,
  authorize: CommittedScreening['authorize'] = {},
): Promise<ConnectorCall> {
  showScreening(payment, account.connector_name, flow, { frm_status: 'pending' });
  const { connector, connector_transaction_id: connectorTransactionId } = attempt;
  const request = {
    action,
    authorize,
    flow,
    amount: payment.net_amount,
    currency: payment.currency,
    paymentMethod: payment.payment_method ?? null,
    paymentMethodType: payment.payment_method_type ?? null,
    subject: subjectOf(payment),
    authorization: flow === 'post' && connector ? { connector, connectorTransactionId } : null,
  };
  return commitCall(tx, payment.merchant_id, {
    flow: 'payment',
    operation: 'screen',
    objectId: payment.payment_id,
    partId: attempt.attempt_id,
    account,
    request,
  });
}

/** Shows the progress or the result of a fraud check. */
export function showScreening(
  payment: Payment,
  connector: string,
  flow: FraudPolicy['flow'],
  found: Partial<FraudMessage>,
): void {
  payment.frm_message = {
    frm_name: connector,
    frm_transaction_id: null,
    frm_transaction_type: `${flow}_frm`,
    frm_score: null,
    frm_reason: null,
    frm_error: null,
    ...found,
  };
}

function subjectOf(payment: Payment): ScreeningSubject {
  const { customer, fingerprint = null, payment_method_data: data } = payment;
  const card = data?.card;
  return {
    customerId: payment.customer_id ?? null,
    email: payment.email ?? customer?.email ?? null,
    name: payment.name ?? customer?.name ?? null,
    phone: payment.phone ?? customer?.phone ?? null,
    billing: data?.billing ?? payment.billing ?? null,
    shipping: payment.shipping ?? null,
    browser: payment.browser_info ?? null,
    card: card
      ? {
          bin: card.card_isin ?? null,
          last4: card.last4 ?? null,
          network: card.card_network ?? null,
          fingerprint,
        }
      : null,
    items: (payment.order_details ?? []).map(({ amount, product_name, quantity }) => ({
      name: product_name,
      quantity,
      unitAmount: amount,
    })),
    metadata: payment.frm_metadata ?? null,
  };
}
