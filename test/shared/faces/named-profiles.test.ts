import { expect } from 'vitest';
import { fieldsOf } from '../../../src/core/model/description.ts';
import { operations } from '../../../src/rest/operations.ts';
import { mutate } from '../../kit/mutate.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base.extend('shop', ({ service }) => sandboxShop(service));

/** The operations that accept a profile for an object with one: those that change it, and those that do not. */
const naming = operations.filter(
  ({ body, path }) =>
    /\/\{(payment|payout|refund|dispute|connector|routing|endpoint)_id\}/.test(path) &&
    body !== undefined &&
    fieldsOf(body).some(({ name }) => name === 'profile_id'),
);
/** A payout's profile can change until its confirmation, so these accept another. */
const changing = ['confirmPayout', 'updatePayout'];
const others = naming.filter(({ id }) => !changing.includes(id));

test('All operations on profile-bound objects that accept a profile are known', () => {
  expect(naming.map(({ id }) => id).toSorted()).toEqual(
    ['cancelPayment', 'capturePayment', 'confirmPayment', 'rejectPayment', ...changing].toSorted(),
  );
});

test.for(others.map(({ id, method, path }) => ({ id, method, path })))(
  "A profile other than the payment's is refused by name, in both APIs: $id",
  async ({ id, path }, { api, service, shop }) => {
    const another = await shop.profile();
    const { body: payment } = await api.post('/payments', {
      ...{ amount: 1000, currency: 'USD', capture_method: 'manual', profile_id: shop.profileId },
      ...(id === 'confirmPayment' ? {} : { confirm: true }),
      payment_method_data: { card: cardOf(cards.good) },
    });
    const target = path.replace('{payment_id}', payment.payment_id);
    const stored = async () => (await api.get(`/payments/${payment.payment_id}`)).body;
    const before = await stored();
    for (const wrong of [another, 'pro_unknown']) {
      const refused = await api.post(target, { profile_id: wrong });
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_parameter', param: 'profile_id' } },
      });
      expect(refused.body.error.message).toContain("must be the payment's profile");
      const input = { paymentId: payment.payment_id, profileId: wrong };
      const { userErrors } = await mutate(service, shop.key, id, input, 'payment { status }');
      expect(userErrors).toEqual([
        { code: 'invalid_parameter', message: expect.any(String), param: 'profile_id' },
      ]);
    }
    expect(await stored()).toEqual(before);
    const { body } = await api.post(target, { profile_id: shop.profileId });
    // Only payments held by a fraud check can be rejected.
    if (id === 'rejectPayment') expect(body.error.code).toBe('unexpected_state');
    else expect(body.status).not.toBe(before.status);
  },
);
