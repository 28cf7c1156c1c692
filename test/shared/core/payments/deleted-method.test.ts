import { expect } from 'vitest';
import { expirePayments } from '../../../../src/core/payments/void/expire-payments.ts';
import { consentOf } from '../../../kit/consent.ts';
import { cards, sandboxShop, setColumns } from '../../../kit/sandbox-shop.ts';
import { testApart as base } from '../../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('merchant', ({ service, shop }) => consentOf(service, shop));

const missing = (param: string) => [expect.objectContaining({ code: 'missing_parameter', param })];

test('A payment whose saved card was deleted meanwhile shows it and cannot be confirmed without another', async ({
  merchant,
  shop,
}) => {
  const customerId = await shop.customer();
  const paymentMethodId = await merchant.saveCard(customerId, cards.declined);
  const { paymentId } = await merchant.pay({ customerId, paymentMethodId, confirm: false });
  await merchant.deleteCard(paymentMethodId);

  const refused = await merchant.confirm(paymentId);
  expect(refused.userErrors).toEqual(missing('payment_method_data'));
  const { payload } = await merchant.send('updatePayment', { paymentId, description: 'still here' });
  expect(payload.payment).toMatchObject({ status: 'requires_confirmation', paymentMethodStatus: 'inactive' });

  const another = await merchant.saveCard(customerId, cards.good);
  const paid = await merchant.confirm(paymentId, { paymentMethodId: another });
  expect(paid.payload.payment).toMatchObject({ status: 'succeeded', paymentMethodStatus: 'active' });
});

test('A failed payment whose saved card was deleted meanwhile is not tried again without a card', async ({
  merchant,
  shop,
}) => {
  const customerId = await shop.customer();
  const paymentMethodId = await merchant.saveCard(customerId, cards.declined);
  const failed = await merchant.pay({ customerId, paymentMethodId });
  expect(failed).toMatchObject({ status: 'failed', manualRetryAllowed: true });
  await merchant.deleteCard(paymentMethodId);
  const refused = await merchant.confirm(failed.paymentId);
  expect(refused.userErrors).toEqual(missing('payment_method_data'));
});

test('A payout whose saved card was deleted meanwhile is neither confirmed nor sent', async ({
  merchant,
  shop,
}) => {
  await shop.sandbox({ connector_type: 'payout_processor' });
  const ofPayout = 'payout { payoutId status }';
  const customerId = await shop.customer();
  const make = async (input: object) => {
    const payoutMethodId = await merchant.saveCard(customerId, cards.good);
    const order = { amount: 500, currency: 'USD', customerId, payoutMethodId, ...input };
    const { payload } = await merchant.send('createPayout', order, ofPayout);
    await merchant.deleteCard(payoutMethodId);
    return payload.payout;
  };
  const waiting = await make({});
  expect(waiting.status).toBe('requires_confirmation');
  const { payoutId } = waiting;
  const unconfirmed = await merchant.send('confirmPayout', { payoutId }, ofPayout);
  expect(unconfirmed.userErrors).toEqual(missing('payout_method_data'));

  const confirmed = await make({ confirm: true });
  expect(confirmed.status).toBe('requires_fulfillment');
  const unsent = await merchant.send('fulfillPayout', { payoutId: confirmed.payoutId }, ofPayout);
  expect(unsent.userErrors).toEqual(missing('payout_method_data'));
});

test('A renewed expiry date is used when the payment is tried again', async ({ merchant, service, shop }) => {
  const customerId = await shop.customer();
  const paymentMethodId = await merchant.saveCard(customerId, cards.declined);
  const saved = { merchant_id: shop.merchantId, payment_method_id: paymentMethodId };
  await setColumns(service, 'payment_methods', saved, { recurring_enabled: true });
  const { paymentId } = await merchant.pay({ customerId, paymentMethodId });
  const card = { cardExpMonth: '02', cardExpYear: '2038' };
  await merchant.send('updatePaymentMethod', { paymentMethodId, card }, 'paymentMethod { status }');
  const again = await merchant.send(
    'confirmPayment',
    { paymentId },
    'payment { attemptCount paymentMethodData { card { cardExpMonth cardExpYear last4 } } }',
  );
  expect(again.payload.payment).toEqual({
    attemptCount: 2,
    paymentMethodData: { card: { cardExpMonth: '02', cardExpYear: '2038', last4: '0002' } },
  });
});

test('A failed payment with a saved card offers no retry once its session is over', async ({
  merchant,
  service,
  shop,
}) => {
  const customerId = await shop.customer();
  const paymentMethodId = await merchant.saveCard(customerId, cards.declined);
  const { paymentId } = await merchant.pay({ customerId, paymentMethodId });
  const own = { merchant_id: shop.merchantId, payment_id: paymentId };
  await setColumns(service, 'payments', own, { expires_on: new Date(Date.now() - 60_000) });
  await expirePayments(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  const text = 'select manual_retry_allowed from payments where payment_id = $1';
  const [row] = await service.database.rows.query({ text, values: [paymentId] }, shop.merchantId);
  expect(row).toEqual({ manual_retry_allowed: false });
});
