import { ListPaymentsQuery } from '../../core/payments/list-payments-query.ts';
import { Payment } from '../../core/payments/payment.ts';
import { PaymentUpdate } from '../../core/payments/payment-inputs.ts';
import { listPayments } from '../../core/payments/payments.ts';
import { updatePayment } from '../../core/payments/update-payment.ts';
import { readWhole } from '../../core/reads/index.ts';
import { one, pages } from '../answer.ts';
import { operation } from '../operation.ts';

export const paymentOperations = [
  operation({
    number: 1,
    method: 'post',
    path: '/payments/{payment_id}',
    about: 'Updates a payment that was not confirmed yet.',
    keys: ['api_key'],
    body: PaymentUpdate,
    problems: ['parameters_exclusive', 'unexpected_state', 'no_connector_available'],
    example: {
      body: {
        amount: 6540,
        description: 'Two shirts',
        customer: { id: 'alice', name: 'Alice Example', email: 'alice@example.com' },
        payment_method_data: {
          card: {
            card_number: '4242424242424242',
            card_exp_month: '12',
            card_exp_year: '2030',
            card_holder_name: 'Alice Example',
            card_cvc: '123',
          },
        },
        metadata: { order: '4711' },
      },
    },
    answer: one(Payment, 'plain'),
    handle: async (ctx, { path, body }) => {
      await updatePayment(ctx, path.payment_id, body);
      return readWhole(ctx, Payment, path.payment_id);
    },
  }),
  operation({
    number: 2,
    method: 'get',
    path: '/payments/list',
    about: 'Lists payments, newest first, with their refunds, disputes, attempts and captures.',
    keys: ['api_key'],
    query: ListPaymentsQuery,
    problems: ['resource_not_found', 'parameters_exclusive'],
    example: { query: { limit: 20, created_gte: '2026-01-01T00:00:00Z' } },
    answer: pages(Payment),
    handle: (ctx, { query }) => listPayments(ctx, query),
  }),
];
