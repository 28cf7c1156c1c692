import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from '../../kit/test.ts';
import { fieldSets, namesOf } from './fields.ts';

const lastUsed = '2026-01-31T09:30:00.000Z';
const card = {
  last4_digits: '4242',
  expiry_month: '03',
  expiry_year: '2039',
  card_holder_name: 'Ann',
  nick_name: 'Old',
};

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await seedMerchant(service);
    await shop.customer({ customer_id: 'ann' });
    return shop;
  })
  .extend(
    'save',
    ({ shop }) =>
      (values = {}) =>
        shop.paymentMethod('ann', {
          card,
          client_secret: 'pm_secret_1',
          last_used_at: new Date(lastUsed),
          ...values,
        }),
  )
  .extend(
    'update',
    ({ client, shop }) =>
      (id: string, body: unknown, key = shop.key) =>
        client.post(`/payment_methods/${id}/update`, { key, body }),
  )
  .extend('refusal', ({ update }) => async (...request: Parameters<typeof update>) => {
    const { status, body } = await update(...request);
    return [status, body.error?.code, body.error?.param];
  });

test('POST /payment_methods/{id}/update changes only expiry, holder and nickname', async ({
  api,
  save,
  update,
}) => {
  const id = await save();
  const { body: before } = await api.get(`/payment_methods/${id}`);
  const { status, body } = await update(id, {
    card: { card_exp_month: '11', card_exp_year: '2038', card_holder_name: 'Ann A', nick_name: null },
  });
  expect(status).toBe(200);
  expect(namesOf(body)).toEqual(fieldSets.paymentMethod);
  const changed = { expiry_month: '11', expiry_year: '2038', card_holder_name: 'Ann A', nick_name: null };
  expect(body).toEqual({ ...before, card: { ...before.card, ...changed } });
  expect(body.last_used_at).toBe(lastUsed);
  expect((await update(id, { card: { nick_name: 'New' } })).body.card).toMatchObject({
    ...changed,
    nick_name: 'New',
  });
  expect((await update(id, {})).status).toBe(200);
});

test('POST /payment_methods/{id}/update rejects an expiry in the past, also combined with the stored one', async ({
  refusal,
  save,
  update,
}) => {
  const id = await save();
  const now = new Date();
  const month = `${now.getUTCMonth() + 1}`.padStart(2, '0');
  const year = `${now.getUTCFullYear()}`;
  const cases = [
    [{ card_exp_year: '2020' }, 'card.card_exp_year'],
    [{ card_exp_year: '20', card_exp_month: '12' }, 'card.card_exp_year'],
    [{ card_exp_month: '13' }, 'card.card_exp_month'],
    [{ card_exp_month: '0' }, 'card.card_exp_month'],
    [{ card_exp_month: null }, 'card.card_exp_month'],
    [{ card_exp_year: '20991' }, 'card.card_exp_year'],
  ] as const;
  for (const [values, param] of cases) {
    expect([values, ...(await refusal(id, { card: values }))]).toEqual([
      values,
      400,
      'invalid_parameter',
      param,
    ]);
  }
  expect((await update(id, { card: { card_exp_month: month, card_exp_year: year } })).status).toBe(200);
  const old = await save({ card: { ...card, expiry_year: '2020' } });
  expect((await update(old, { card: { nick_name: 'Old' } })).status).toBe(200);
  expect((await refusal(old, { card: { card_exp_month: '12' } }))[1]).toBe('invalid_parameter');
});

test('POST /payment_methods/{id}/update checks the client secret if one is given', async ({
  refusal,
  save,
  update,
}) => {
  const id = await save();
  expect((await update(id, { client_secret: 'pm_secret_1' })).status).toBe(200);
  for (const secret of ['pm_secret_2', '', 'pm_secret_1 ']) {
    expect(await refusal(id, { client_secret: secret })).toEqual([
      401,
      'client_secret_invalid',
      'client_secret',
    ]);
  }
  const bare = await save({ client_secret: null });
  expect((await refusal(bare, { client_secret: 'x' }))[1]).toBe('client_secret_invalid');
});

test("A payment method's client secret expires with the default profile's session, or after 900 seconds", async ({
  refusal,
  save,
  service,
  shop,
  update,
}) => {
  const ago = (seconds: number) => ({ created: new Date(Date.now() - seconds * 1000) });
  const body = { client_secret: 'pm_secret_1', card: { nick_name: 'x' } };
  expect((await update(await save(ago(890)), body)).status).toBe(200);
  const old = await save(ago(910));
  expect(await refusal(old, body)).toEqual([401, 'client_secret_expired', 'client_secret']);
  expect(await refusal(old, { client_secret: 'else' })).toEqual([
    401,
    'client_secret_invalid',
    'client_secret',
  ]);
  expect((await update(old, { card: { nick_name: 'x' } })).status).toBe(200);

  const profile = { profileId: shop.profileId, sessionExpiry: 1000 };
  await mutate(service, shop.key, 'updateBusinessProfile', profile, 'businessProfile { id }');
  const account = { merchantId: shop.merchantId, defaultProfile: shop.profileId };
  await mutate(service, shop.key, 'updateMerchantAccount', account, 'merchantAccount { id }');
  expect((await update(old, body)).status).toBe(200);
  expect((await refusal(await save(ago(1010)), body))[1]).toBe('client_secret_expired');
});

test('POST /payment_methods/{id}/update rejects unsuitable fields and unknown payment methods', async ({
  refusal,
  save,
  service,
  shop,
}) => {
  const id = await save();
  expect(await refusal(id, { card: { card_number: '4242424242424242' } })).toEqual([
    400,
    'unknown_parameter',
    'card.card_number',
  ]);
  expect(await refusal(id, { last_used_at: lastUsed })).toEqual([400, 'unknown_parameter', 'last_used_at']);
  const bank = await shop.paymentMethod('ann', { payment_method: 'bank_transfer' });
  expect(await refusal(bank, { card: { nick_name: 'x' } })).toEqual([400, 'invalid_parameter', 'card']);
  const gone = await save({ status: 'inactive' });
  expect(await refusal(gone, { card: { nick_name: 'x' } })).toEqual([409, 'unexpected_state', null]);
  const other = await seedMerchant(service);
  expect(await refusal(id, { card: { nick_name: 'x' } }, other.key)).toEqual([
    404,
    'resource_not_found',
    null,
  ]);
});
