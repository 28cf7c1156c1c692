import { PaymentMethod } from '../../core/entities/payment-method.ts';
import { paymentMethods } from '../../core/operations/payment-methods.ts';
import { customersMethodFields } from '../../core/payment-methods/customer-payment-method.ts';
import { listAt } from '../places/list-at.ts';
import { writeAt } from '../places/write-at.ts';
import { deleted, oneForCustomers } from '../response-shapes.ts';

export const paymentMethodsBeyond = [
  writeAt(paymentMethods.savePaymentMethod, {
    method: 'post',
    path: '/payment_methods',
    example: {
      body: {
        customer_id: 'alice',
        payment_method: 'card',
        card: { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2030' },
      },
    },
  }),
  writeAt(paymentMethods.createCollectLink, {
    method: 'post',
    path: '/payment_methods/collect',
    example: { body: { customer_id: 'alice', return_url: 'https://example.com/account' } },
  }),
  writeAt(paymentMethods.mailCollectLink, {
    method: 'post',
    path: '/payment_methods/collect/{pm_collect_link_id}/mail_link',
    example: { body: { locale: 'de' } },
  }),
  // With an ephemeral key, the specification's operation lists the customer's methods.
  listAt(paymentMethods.listPaymentMethods, '/payment_methods', { keys: ['api_key', 'admin_key'] }),
  writeAt(paymentMethods.deletePaymentMethod, {
    method: 'delete',
    path: '/payment_methods/{method_id}',
    pathIds: ['method_id'],
    response: deleted(oneForCustomers(PaymentMethod, customersMethodFields), 'deleted'),
  }),
];
