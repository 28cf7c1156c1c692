import { generateKeyPairSync } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { expect } from 'vitest';
import { sweep } from '../../../src/jobs/sweep.ts';
import { dataOf } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { CVC, cardOf, cards, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = pair.publicKey.export({ format: 'pem', type: 'spki' }) as string;
const der = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const query = 'query ($id: ID!) { extendedCardInfo(paymentId: $id) { paymentId payload expiresOn } }';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('configure', ({ service, shop }) => async (extendedCardInfoConfig: object | null) => {
    const input = { profileId: shop.profileId, extendedCardInfoConfig };
    const selection = 'businessProfile { extendedCardInfoConfig { publicKey ttlInSecs } }';
    return mutate(service, shop.key, 'updateBusinessProfile', input, selection);
  })
  .extend('confirm', ({ api, shop }) => async (more: object = {}) => {
    const card = { payment_method_data: { card: { ...cardOf(cards.good), card_holder_name: 'Ada' } } };
    const open = { amount: 1000, currency: 'USD', profile_id: shop.profileId, confirm: true };
    const { body } = await api.post('/payments', { ...open, ...card, ...more });
    expect(body.status).toMatch(/succeeded|failed/);
    return body;
  })
  .extend(
    'read',
    ({ api }) =>
      (id: string) =>
        api.get(`/payments/${id}/extended_card_info`),
  )
  .extend('kept', ({ service }) => async (id: string) => {
    const text = 'select payload from extended_card_infos where payment_id = $1';
    return service.database.rows.query<{ payload: string }>({ text, values: [id] }, null);
  });
const opened = async (payload: string) => {
  const { plaintext, protectedHeader } = await compactDecrypt(payload, pair.privateKey);
  return { header: protectedHeader, details: JSON.parse(Buffer.from(plaintext).toString()) };
};
const details = {
  card_number: cards.good,
  card_exp_month: expect.any(String),
  card_exp_year: expect.any(String),
  card_holder_name: 'Ada',
  card_network: 'Visa',
  card_type: null,
  card_issuer: null,
  card_issuing_country: null,
};

test('The merchant alone decrypts the card that a payment was confirmed with, at both faces', async ({
  configure,
  confirm,
  kept,
  read,
  service,
  shop,
}) => {
  for (const public_key of [pem, base64(pem), der]) {
    const { userErrors } = await configure({ publicKey: public_key, ttlInSecs: 600 });
    expect(userErrors).toEqual([]);
    const { payment_id } = await confirm();
    const { body } = await read(payment_id);
    expect(Object.keys(body)).toEqual(['payment_id', 'payload', 'expires_on']);
    const { details: found, header } = await opened(body.payload);
    expect(header).toMatchObject({ alg: 'RSA-OAEP-256', enc: 'A256GCM' });
    expect(found).toEqual(details);
    expect(JSON.stringify(found)).not.toContain(`"${CVC}"`);
    const lasts = new Date(body.expires_on).getTime() - Date.now();
    expect(lasts).toBeGreaterThan(300_000);
    expect(lasts).toBeLessThanOrEqual(600_000);
    const { extendedCardInfo } = await dataOf(service, shop.key, query, { id: payment_id });
    expect(extendedCardInfo).toEqual({
      paymentId: payment_id,
      payload: body.payload,
      expiresOn: body.expires_on,
    });
    const [row] = await kept(payment_id);
    expect(row!.payload).toBe(body.payload);
    expect(base64(row!.payload) + row!.payload).not.toContain(cards.good);
  }
});

test('A saved card is encrypted too, also of a payment that is declined; the last confirmation counts', async ({
  api,
  configure,
  confirm,
  kept,
  read,
  shop,
}) => {
  await configure({ publicKey: pem });
  const customer_id = await shop.customer();
  const saved = await confirm({ customer_id, setup_future_usage: 'on_session' });
  const { payment_method_id } = saved;
  const again = await confirm({ customer_id, payment_method_id, payment_method_data: undefined });
  expect((await opened((await read(again.payment_id)).body.payload)).details).toEqual(details);

  const declined = await confirm({ payment_method_data: { card: cardOf(cards.declined) } });
  const first = (await read(declined.payment_id)).body;
  expect((await opened(first.payload)).details.card_number).toBe(cards.declined);
  const paid = await api.post(`/payments/${declined.payment_id}/confirm`, {
    payment_method_data: { card: cardOf(cards.good) },
  });
  expect(paid.body.status).toBe('succeeded');
  const last = (await read(declined.payment_id)).body;
  expect((await opened(last.payload)).details.card_number).toBe(cards.good);
  expect(await kept(declined.payment_id)).toHaveLength(1);
});

test('Nothing is kept without a key of the profile, of another method, or with a key that cannot be used', async ({
  confirm,
  configure,
  read,
  service,
  shop,
}) => {
  const { payment_id } = await confirm();
  const { body, status } = await read(payment_id);
  expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
  expect((await dataOf(service, shop.key, query, { id: payment_id })).extendedCardInfo).toBeNull();
  await configure({ ttlInSecs: 60 });
  expect((await read((await confirm()).payment_id)).status).toBe(404);
  const old = { extended_card_info_config: { public_key: 'stored before keys were checked' } };
  await setColumns(service, 'business_profiles', { profile_id: shop.profileId }, old);
  expect((await read((await confirm()).payment_id)).status).toBe(404);
});

test('A key that is none, short, private or of another kind is refused', async ({ configure }) => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const secret = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  const publicPem = (key: typeof short) => key.export({ format: 'pem', type: 'spki' }) as string;
  for (const publicKey of ['nothing', base64('nothing'), publicPem(short), publicPem(curve), secret]) {
    const { userErrors } = await configure({ publicKey });
    expect(userErrors).toMatchObject([
      { code: 'invalid_parameter', param: 'extended_card_info_config.public_key' },
    ]);
    expect(JSON.stringify(userErrors)).not.toContain(publicKey.slice(30, 90) || publicKey);
  }
  expect((await configure({ publicKey: pem, ttlInSecs: 7201 })).userErrors).toHaveLength(1);
});

test('What has expired is not read, and the sweep deletes it', async ({
  configure,
  confirm,
  kept,
  read,
  service,
}) => {
  await configure({ publicKey: pem, ttlInSecs: 60 });
  const { payment_id } = await confirm();
  expect((await read(payment_id)).status).toBe(200);
  const past = new Date(Date.now() - 1000);
  await setColumns(service, 'extended_card_infos', { payment_id }, { expires_at: past });
  expect((await read(payment_id)).status).toBe(404);
  await sweep(service.contextFor({ kind: 'admin_key' }, 'req_sweep'));
  expect(await kept(payment_id)).toEqual([]);
});

test('Another merchant, and a customer, do not read it; with the customer it is deleted', async ({
  client,
  configure,
  confirm,
  kept,
  otherShop,
  service,
  shop,
}) => {
  await configure({ publicKey: pem });
  const customer_id = await shop.customer();
  const { payment_id } = await confirm({ customer_id });
  const path = `/payments/${payment_id}/extended_card_info`;
  expect((await client.get(path, { key: otherShop.key })).status).toBe(404);
  expect((await client.get(path, { key: shop.publishableKey })).status).toBe(403);
  expect(await kept(payment_id)).toHaveLength(1);
  await mutate(service, shop.key, 'deleteCustomer', { customerId: customer_id }, 'customer { customerId }');
  expect(await kept(payment_id)).toEqual([]);
});
