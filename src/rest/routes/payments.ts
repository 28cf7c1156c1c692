import { authenticatePayment } from '../../core/authentications/authenticate-payment.ts';
import {
  AuthenticationRequest,
  ThreeDsAuthentication,
} from '../../core/authentications/authentication-messages.ts';
import { Payment } from '../../core/entities/payment.ts';
import { ListPaymentsQuery, listPayments } from '../../core/payments/list-payments.ts';
import { PaymentUpdate } from '../../core/payments/payment-inputs.ts';
import { updatePayment } from '../../core/payments/update-payment.ts';
import { readWhole } from '../../core/reads/index.ts';
import { createSessionTokens } from '../../core/wallets/create-session-tokens.ts';
import { SessionTokens, SessionTokensRequest } from '../../core/wallets/session-tokens.ts';
import { operation } from '../operation.ts';
import { listQuery } from '../places/list-query.ts';
import { one, pages } from '../response-shapes.ts';

export const paymentOperations = [
  operation({
    number: 1,
    id: 'updatePayment',
    permission: 'payments:write',
    reach: 'profile',
    summary: 'Update a payment',
    tag: 'Payments',
    method: 'post',
    path: '/payments/{payment_id}',
    about:
      'Updates a payment. `metadata`, `description`, `feature_metadata` and `merchant_order_reference_id` may change in every status, and a customer may be attached to a payment without one; other fields may change until the payment is charged. A failed payment with `manual_retry_allowed` accepts another method, and then waits for confirmation. `confirm: true` confirms the payment in the same request, and replaces an open challenge.',
    keys: ['api_key'],
    body: PaymentUpdate,
    problems: [
      'parameters_exclusive',
      'unexpected_state',
      'no_connector_available',
      'mandate_exceeded',
      'mandate_inactive',
      'connector_unavailable',
      'outgoing_calls_off',
      'blocked',
    ],
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
    response: one(Payment, 'plain'),
    replay: (ctx, path) => readWhole(ctx, Payment, path.payment_id),
    handle: async (ctx, { path, body }) => {
      await updatePayment(ctx, path.payment_id, body);
      return readWhole(ctx, Payment, path.payment_id);
    },
  }),
  operation({
    number: 2,
    id: 'listPayments',
    permission: 'payments:read',
    reach: 'profile',
    summary: 'List payments',
    tag: 'Payments',
    method: 'get',
    path: '/payments/list',
    about: 'Lists payments, newest first, with their refunds, disputes, attempts and captures.',
    keys: ['api_key'],
    query: ListPaymentsQuery,
    widerList: { place: 'GET /payments', query: () => listQuery(Payment) },
    problems: ['resource_not_found', 'parameters_exclusive'],
    example: { query: { limit: 20, created_gte: '2026-01-01T00:00:00Z' } },
    response: pages(Payment),
    handle: (ctx, { query }) => listPayments(ctx, query),
  }),
  operation({
    number: 3,
    id: 'createSessionTokens',
    permission: null,
    reach: 'profile',
    summary: 'Create wallet session tokens',
    tag: 'Payments',
    method: 'post',
    path: '/payments/session_tokens',
    about:
      "Creates session tokens for a payment's wallets, at the accounts that support them, with the details that each wallet must collect.",
    keys: ['publishable_key'],
    body: SessionTokensRequest,
    problems: ['resource_not_found', 'client_secret_invalid', 'client_secret_expired', 'unexpected_state'],
    example: {
      body: {
        payment_id: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        client_secret: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_4mZ8kQ2xT7vL1bN9cR5w',
        wallets: ['walletx'],
      },
    },
    response: one(SessionTokens),
    replay: (ctx, _path, _objectId, body) => createSessionTokens(ctx, body),
    handle: (ctx, { body }) => createSessionTokens(ctx, body),
  }),
  operation({
    number: 4,
    id: 'authenticatePayment',
    permission: null,
    reach: 'profile',
    summary: 'Authenticate the cardholder with 3-D Secure',
    tag: 'Payments',
    method: 'post',
    path: '/payments/{payment_id}/3ds/authentication',
    about:
      "Authenticates the cardholder with the profile's 3-D Secure connector. A repeated call returns the same result.",
    keys: ['publishable_key'],
    body: AuthenticationRequest,
    problems: [
      'client_secret_invalid',
      'client_secret_expired',
      'unexpected_state',
      'no_connector_available',
      'connector_unavailable',
      'outgoing_calls_off',
      'connector_unreachable',
    ],
    example: {
      body: {
        client_secret: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_secret_4mZ8kQ2xT7vL1bN9cR5w',
        device_channel: 'BRW',
        threeds_method_comp_ind: 'U',
      },
    },
    response: one(ThreeDsAuthentication),
    replay: (ctx, path, _objectId, body) => authenticatePayment(ctx, path.payment_id, body),
    handle: (ctx, { path, body }) => authenticatePayment(ctx, path.payment_id, body),
  }),
];
