import { generateKeyPairSync } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { expect } from 'vitest';
import { RecurringDetailsInput } from '../../../src/core/entities/values/recurring-details.ts';
import { allPermissions } from '../../../src/core/foundation/permissions.ts';
import { fieldsOf } from '../../../src/core/model/index.ts';
import { sweep } from '../../../src/jobs/sweep.ts';
import { dataOf, graphql } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { CVC, cardOf, cards, type SandboxShop, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const terms =
  'accepted_currency=USD&accepted_country=US&minimum_amount=0&maximum_amount=9&recurring_payment_enabled=false&installment_payment_enabled=false';
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

test('Only the merchant can decrypt the card of a confirmation, over both APIs', async ({
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

test('The card of a declined payment is encrypted too; the last confirmation counts', async ({
  api,
  configure,
  confirm,
  kept,
  read,
}) => {
  await configure({ publicKey: pem });
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

const { card_cvc: _cvc, ...stored } = cardOf(cards.good);
/** The forms of `recurring_details`: each a card stored by another service. */
const brought: Readonly<Record<keyof RecurringDetailsInput, (shop: SandboxShop) => object>> = {
  network_transaction_id_and_card_details: () => ({ ...stored, network_transaction_id: '016150703802094' }),
  card_with_limited_data: () => ({ card_number: cards.good }),
  processor_payment_token: ({ account }) => ({
    processor_payment_token: 'pm_of_the_processor',
    merchant_connector_id: account,
  }),
};

test('A saved card is never stored as extended card info, however a payment names it', async ({
  api,
  configure,
  confirm,
  kept,
  read,
  shop,
}) => {
  expect(fieldsOf(RecurringDetailsInput).map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(brought)),
  );
  expect(fieldsOf(RecurringDetailsInput)).toHaveLength(Object.keys(brought).length);
  await configure({ publicKey: pem });
  const customer_id = await shop.customer();
  const acceptance = {
    customer_acceptance: {
      acceptance_type: 'online',
      accepted_at: '2026-01-01T00:00:00Z',
      online: { ip_address: '192.0.2.1', user_agent: 'Mozilla' },
    },
  };
  const saving = { customer_id, setup_future_usage: 'off_session', mandate_data: acceptance };
  const { mandate_id, payment_id, payment_method_id } = await confirm(saving);
  expect((await read(payment_id)).status).toBe(200);
  const listed = await api.get(`/customers/${customer_id}/payment_methods?${terms}`);
  const { payment_token } = listed.body.customer_payment_methods[0];
  const ways: Record<string, object> = {
    payment_method_id: { customer_id, payment_method_id },
    payment_token: { customer_id, payment_token },
    mandate_id: { customer_id, mandate_id, off_session: true },
    'payment_method_id off session': { customer_id, payment_method_id, off_session: true },
  };
  for (const [type, detailsFor] of Object.entries(brought))
    ways[type] = { off_session: true, recurring_details: { [type]: detailsFor(shop) } };
  const outcomes: Record<string, unknown> = {};
  for (const [way, input] of Object.entries(ways)) {
    const { body } = await api.post('/payments', {
      ...{ amount: 100, currency: 'USD', profile_id: shop.profileId, confirm: true },
      ...input,
    });
    outcomes[way] = body.status ?? body.error;
    if (!body.payment_id) continue;
    expect([way, (await read(body.payment_id)).status]).toEqual([way, 404]);
    expect([way, await kept(body.payment_id)]).toEqual([way, []]);
    // Nor by another confirmation of a payment with an entered card.
    const open = await confirm({ payment_method_data: { card: cardOf(cards.declined) }, customer_id });
    expect(await kept(open.payment_id)).toHaveLength(1);
    if (way !== 'payment_method_id') continue;
    const paid = await api.post(`/payments/${open.payment_id}/confirm`, { payment_method_id });
    expect([paid.body.status, await kept(open.payment_id)]).toEqual(['succeeded', []]);
  }
  // The sandbox has no such token.
  const { processor_payment_token: byToken, ...others } = outcomes;
  expect(byToken).toBe('failed');
  expect(new Set(Object.values(others))).toEqual(new Set(['succeeded']));
});

test('Reading requires vault:export, and the audit log records each reading', async ({
  api,
  client,
  configure,
  confirm,
  service,
  shop,
}) => {
  await configure({ publicKey: pem });
  const { payment_id } = await confirm();
  const path = `/payments/${payment_id}/extended_card_info`;
  const others = allPermissions.filter((permission) => permission !== 'vault:export');
  for (const permissions of [null, others]) {
    const key = await shop.apiKey({ permissions });
    const { body, status } = await client.get(path, { key });
    expect([status, body.error.code]).toEqual([403, 'not_permitted']);
    const { errors } = await graphql(service, key, query, { id: payment_id });
    expect(errors[0]!.extensions.code).toBe('not_permitted');
  }
  const key = await shop.apiKey({ key_id: 'key_reader', permissions: ['vault:export'] });
  expect((await client.get(path, { key })).status).toBe(200);
  expect((await dataOf(service, key, query, { id: payment_id })).extendedCardInfo).not.toBeNull();
  const { body } = await api.get(`/audit_log?object_id=${payment_id}&limit=10`);
  const readings = body.data.filter(
    ({ action }: { action: string }) => action === 'retrieveExtendedCardInfo',
  );
  expect(readings).toMatchObject([
    { actor_type: 'api_key', actor_id: 'key_reader', object_type: 'payment' },
    { actor_type: 'api_key', actor_id: 'key_reader', object_type: 'payment' },
  ]);
});

test('Nothing is stored without a profile key, for other methods, or with an unusable key', async ({
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

test('An invalid, short, private or foreign key is refused', async ({ configure }) => {
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

test('Expired card info is unreadable, and the sweep deletes it', async ({
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

test('Other merchants and customers cannot read it; deleting the customer deletes it', async ({
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
