import { PaymentMethod } from '../../core/entities/payment-method.ts';
import { PaymentMethodUpdate } from '../../core/payment-methods/payment-method-input.ts';
import { retrievePaymentMethod, updatePaymentMethod } from '../../core/payment-methods/payment-methods.ts';
import { operation } from '../operation.ts';
import { one } from '../response-shapes.ts';

export const paymentMethodOperations = [
  operation({
    number: 12,
    id: 'updatePaymentMethod',
    permission: 'customers:write',
    reach: 'shared',
    summary: 'Update a payment method',
    tag: 'Payment methods',
    method: 'post',
    path: '/payment_methods/{method_id}/update',
    alsoAt: ['/payment_methods/{method_id}'],
    about:
      "Updates a saved card's expiry date, cardholder name or nickname. An ephemeral key updates its own customer's.",
    keys: ['api_key', 'ephemeral_key'],
    body: PaymentMethodUpdate,
    problems: ['client_secret_invalid', 'client_secret_expired', 'unexpected_state'],
    example: { body: { card: { card_exp_month: '04', card_exp_year: '2031', nick_name: 'Travel' } } },
    response: one(PaymentMethod),
    handle: async (ctx, { path, body }) => {
      await updatePaymentMethod(ctx, path.method_id, body);
      return retrievePaymentMethod(ctx, path.method_id);
    },
  }),
  operation({
    number: 11,
    id: 'retrievePaymentMethod',
    permission: 'customers:read',
    reach: 'shared',
    summary: 'Retrieve a payment method',
    tag: 'Payment methods',
    method: 'get',
    path: '/payment_methods/{method_id}',
    about: 'Retrieves a saved payment method.',
    keys: ['api_key'],
    response: one(PaymentMethod),
    handle: (ctx, { path }) => retrievePaymentMethod(ctx, path.method_id),
  }),
];
