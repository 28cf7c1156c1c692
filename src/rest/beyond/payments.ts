import { Payment } from '../../core/entities/payment.ts';
import { isCustomersKey } from '../../core/foundation/context.ts';
import * as f from '../../core/model/fields.ts';
import { payments } from '../../core/operations/payments.ts';
import { statistics } from '../../core/operations/statistics.ts';
import { PaymentSums, readPaymentSums } from '../../core/payments/capture/payment-sums.ts';
import { authorizeCustomer, customerFields } from '../../core/payments/customer/customer-access.ts';
import { handleAt } from '../places/handle-at.ts';
import { listAt } from '../places/list-at.ts';
import { listQuery, type Query, queryConditions } from '../places/list-query.ts';
import { readAt } from '../places/read-at.ts';
import { RetrievalQuery, retrieveSynced } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
import { list, oneForCustomers } from '../response-shapes.ts';

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_holder_name: 'Alice Example',
  card_cvc: '123',
};

const everThere = 'Changes nothing: they are always there.';

class PaymentRetrieval extends RetrievalQuery {
  @f.Text("The payment's client secret; required with a publishable key, checked when given with another.", {
    holds: 'token',
  })
  client_secret?: string | null;
  @f.Bool(everThere) expand_attempts?: boolean | null;
  @f.Bool(everThere) expand_captures?: boolean | null;
}

/** A sum has no pages. */
class NoPaging {}

export const paymentsBeyond = [
  writeAt(payments.createPayment, {
    method: 'post',
    path: '/payments',
    example: {
      body: {
        amount: 6540,
        currency: 'USD',
        confirm: true,
        payment_method_data: { card },
        metadata: { order: '4711' },
      },
    },
  }),
  listAt(payments.listAllPayments, '/payments'),
  handleAt(statistics.sumPayments, {
    method: 'get',
    path: '/sums/payments',
    query: listQuery(Payment, NoPaging),
    example: { query: { status: 'succeeded' } },
    response: list(PaymentSums),
    handle: (ctx, { query }) => readPaymentSums(ctx, queryConditions(Payment, query as Query)),
  }),
  handleAt(payments.retrievePayment, {
    method: 'get',
    path: '/payments/{payment_id}',
    query: PaymentRetrieval,
    response: oneForCustomers(Payment, customerFields),
    handle: async (ctx, { path, query }) => {
      const { client_secret: secret } = query;
      if (isCustomersKey(ctx.caller.kind) || secret) await authorizeCustomer(ctx, path.payment_id, secret);
      return retrieveSynced(ctx, Payment, path.payment_id, query);
    },
  }),
  writeAt(payments.confirmPayment, {
    method: 'post',
    path: '/payments/{payment_id}/confirm',
    example: { body: { payment_method_data: { card } } },
  }),
  readAt(payments.retrieveExtendedCardInfo, { path: '/payments/{payment_id}/extended_card_info' }),
  writeAt(payments.capturePayment, {
    method: 'post',
    path: '/payments/{payment_id}/capture',
    example: { body: { amount: 1000 } },
  }),
  writeAt(payments.cancelPayment, {
    method: 'post',
    path: '/payments/{payment_id}/cancel',
    example: { body: { cancellation_reason: 'requested_by_customer' } },
  }),
  writeAt(payments.cancelPaymentRetry, { method: 'post', path: '/payments/{payment_id}/cancel_retry' }),
  writeAt(payments.incrementAuthorization, {
    method: 'post',
    path: '/payments/{payment_id}/incremental_authorization',
    alsoAt: ['/payments/{payment_id}/increment_authorization'],
    example: { body: { amount: 8000, reason: 'One more night' } },
  }),
  writeAt(payments.approvePayment, {
    method: 'post',
    path: '/payments/{payment_id}/approve',
    example: { body: { add_to_list: { list: 'Trusted customers', field: 'email', expires_in: 2_592_000 } } },
  }),
  writeAt(payments.rejectPayment, {
    method: 'post',
    path: '/payments/{payment_id}/reject',
    example: { body: { cancellation_reason: 'fraudulent' } },
  }),
  writeAt(payments.mailPaymentLink, {
    method: 'post',
    path: '/payments/{payment_id}/mail_link',
    example: { body: { email: 'ada@example.com', locale: 'de' } },
  }),
];
