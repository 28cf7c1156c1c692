import { ListPaymentsQuery } from '../../core/payments/list-payments-query.ts';
import { Payment } from '../../core/payments/payment.ts';
import { listPayments } from '../../core/payments/payments.ts';
import { pages } from '../answer.ts';
import { operation } from '../operation.ts';

export const paymentOperations = [
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
