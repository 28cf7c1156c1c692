import { expect } from 'vitest';
import { acceptsEveryKind } from '../../kit/bank-methods.ts';
import { mutate } from '../../kit/mutate.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base.extend('shop', async ({ service }) => {
  const shop = await sandboxShop(service);
  await shop.sandbox({ connector_label: 'every kind', payment_methods_enabled: acceptsEveryKind });
  return shop;
});

test.for([
  ['wallet', 'ali_pay', { wallet: { aliPayRedirect: {} } }, 'redirect_to_url'],
  ['wallet', 'we_chat_pay', { wallet: { weChatPayQr: {} } }, 'display_qr_code'],
  ['wallet', 'we_chat_pay', { wallet: { weChatPayRedirect: {} } }, 'redirect_to_url'],
  ['gift_card', 'pay_safe_card', { giftCard: { paySafeCard: {} } }, 'redirect_to_url'],
  ['crypto', 'crypto_currency', { crypto: { payCurrency: 'USDC', network: 'solana' } }, 'redirect_to_url'],
] as const)(
  'A method paid on a page or by a code is confirmed over GraphQL and shown over REST: %s %s',
  async ([kind, type, paymentMethodData, action], { api, service, shop }) => {
    const input = {
      amount: 1000,
      currency: 'USD',
      confirm: true,
      profileId: shop.profileId,
      paymentMethodData,
    };
    const { payload, text } = await mutate(
      service,
      shop.key,
      'createPayment',
      input,
      'payment { paymentId }',
    );
    expect(payload?.payment, text).not.toBeNull();
    const { body } = await api.get(`/payments/${payload.payment.paymentId}`);
    expect(body).toMatchObject({
      ...{ status: 'requires_customer_action', payment_method: kind, payment_method_type: type },
      next_action: { type: action },
    });
    expect(Object.keys(body.payment_method_data)).toContain(kind);
  },
);

test('Payments with a later capture find no account for a method without one', async ({ api, shop }) => {
  const refused = await api.post('/payments', {
    ...{ amount: 1000, currency: 'USD', confirm: true, profile_id: shop.profileId, capture_method: 'manual' },
    payment_method_data: { wallet: { ali_pay_redirect: {} } },
  });
  expect(refused.body.error).toMatchObject({ code: 'no_connector_available' });
  expect(refused.body.error.message).toContain('cannot capture this payment_method_type later');
});

test('A card without a number has no balance', async ({ api, shop }) => {
  const { body: payment } = await api.post('/payments', {
    ...{ amount: 1000, currency: 'EUR', profile_id: shop.profileId },
  });
  const asked = await api.post(`/payments/${payment.payment_id}/gift_card_balance`, {
    payment_method_data: { gift_card: { pay_safe_card: {} } },
  });
  expect(asked).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_parameter', param: 'payment_method_data.gift_card' } },
  });
});
