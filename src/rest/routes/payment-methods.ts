import { PaymentMethod } from '../../core/payment-methods/payment-method.ts';
import { retrievePaymentMethod } from '../../core/payment-methods/payment-methods.ts';
import { one } from '../answer.ts';
import { operation } from '../operation.ts';

export const paymentMethodOperations = [
  operation({
    number: 11,
    method: 'get',
    path: '/payment_methods/{method_id}',
    about: 'Retrieves a saved payment method.',
    keys: ['api_key'],
    answer: one(PaymentMethod),
    handle: (ctx, { path }) => retrievePaymentMethod(ctx, path.method_id),
  }),
];
