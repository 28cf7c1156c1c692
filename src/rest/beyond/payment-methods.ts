import { Customer } from '../../core/entities/customer.ts';
import { PaymentMethod } from '../../core/entities/payment-method.ts';
import { LinkMail } from '../../core/payment-links/mail-link.ts';
import {
  CollectLinkCreation,
  createCollectLink,
  PaymentMethodCollectLink,
} from '../../core/payment-methods/collect-links.ts';
import { customersMethodFields } from '../../core/payment-methods/customer-payment-method.ts';
import { deletePaymentMethod } from '../../core/payment-methods/delete-payment-method.ts';
import { mailCollectLink, mailsCollectLink } from '../../core/payment-methods/mail-collect-link.ts';
import { PaymentMethodCreation } from '../../core/payment-methods/payment-method-input.ts';
import { savePaymentMethod } from '../../core/payment-methods/save-payment-method.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { deleted, one, oneForCustomers } from '../response-shapes.ts';

export const paymentMethodsBeyond = [
  beyond({
    id: 'savePaymentMethod',
    permission: 'customers:write',
    reach: 'shared',
    summary: 'Save a payment method',
    method: 'post',
    path: '/payment_methods',
    about: 'Saves a card or bank account for a customer. Saving the same card again updates the saved one.',
    body: PaymentMethodCreation,
    problems: ['resource_already_exists', 'parameters_exclusive'],
    example: {
      body: {
        customer_id: 'alice',
        payment_method: 'card',
        card: { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2030' },
      },
    },
    response: one(PaymentMethod, 'full'),
    handle: async (ctx, { body }) => retrieve(ctx, PaymentMethod, await savePaymentMethod(ctx, body)),
  }),
  beyond({
    id: 'createCollectLink',
    permission: 'customers:write',
    reach: 'shared',
    ofMerchant: true,
    summary: 'Create a link to save payment methods',
    method: 'post',
    path: '/payment_methods/collect',
    about:
      'Creates a link to a page on which a customer saves cards and bank accounts, until it expires. What is entered there is saved as by `POST /payment_methods`.',
    body: CollectLinkCreation,
    problems: ['resource_not_found', 'unexpected_state'],
    example: { body: { customer_id: 'alice', return_url: 'https://example.com/account' } },
    response: one(PaymentMethodCollectLink),
    handle: (ctx, { body }) => createCollectLink(ctx, body),
  }),
  beyond({
    id: 'mailCollectLink',
    permission: 'customers:write',
    reach: 'shared',
    ofMerchant: true,
    summary: 'Send a link to save payment methods by e-mail',
    method: 'post',
    path: '/payment_methods/collect/{pm_collect_link_id}/mail_link',
    about: mailsCollectLink,
    body: LinkMail,
    problems: [
      'unexpected_state',
      'not_permitted',
      'missing_parameter',
      'rate_limited',
      'outgoing_calls_off',
    ],
    example: { body: { locale: 'de' } },
    response: one(Customer, 'full'),
    handle: async (ctx, { path, body }) =>
      retrieve(ctx, Customer, await mailCollectLink(ctx, path.pm_collect_link_id, body)),
  }),
  listOf(PaymentMethod, {
    id: 'listPaymentMethods',
    summary: 'List saved payment methods',
    path: '/payment_methods',
    about: 'Lists saved payment methods, newest first, deleted ones too.',
  }),
  beyond({
    id: 'deletePaymentMethod',
    permission: 'customers:write',
    reach: 'shared',
    evenIfSuspended: true,
    summary: 'Delete a payment method',
    method: 'delete',
    path: '/payment_methods/{method_id}',
    about:
      "Deletes a saved payment method: erases its number and makes it permanently inactive. An ephemeral key deletes its own customer's.",
    keys: ['api_key', 'admin_key', 'ephemeral_key'],
    response: deleted(oneForCustomers(PaymentMethod, customersMethodFields), 'deleted'),
    handle: async (ctx, { path }) => {
      await deletePaymentMethod(ctx, path.method_id);
      return retrieve(ctx, PaymentMethod, path.method_id);
    },
  }),
];
