import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { createDatabase } from '../kit/database.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { namesOf } from './fields.ts';

const fields = [
  'customer_id',
  'name',
  'email',
  'phone',
  'phone_country_code',
  'description',
  'address',
  'created_at',
  'metadata',
  'default_payment_method_id',
].sort();

let service: TestService;
let second: TestService;
let client: Client;
let shop: SeededMerchant;
let other: SeededMerchant;

beforeAll(async () => {
  const shared = { databaseUrl: await createDatabase(), encryptionKey: randomBytes(32) };
  service = await startTestService(shared);
  second = await startTestService(shared);
  client = clientOf(service);
  shop = await seedMerchant(service);
  other = await seedMerchant(service);
});

afterAll(async () => {
  await second.close();
  await service.close();
});

const post = (path: string, body: unknown, key = shop.key) => client.post(path, { key, body });
const create = (body: unknown, key?: string) => post('/customers', body, key);
const refusal = async (answer: ReturnType<typeof post>) => {
  const { status, body } = await answer;
  return [status, body.error?.code, body.error?.param];
};

describe('creating a customer', () => {
  it('answers exactly the fields of the specification, what was given among them', async () => {
    const given = {
      customer_id: 'ann-1',
      name: 'Ann Ärger',
      email: 'ann@example.com',
      phone: '5551234',
      phone_country_code: '+44',
      description: 'Met at the fair.',
      address: { city: 'Ulm', country: 'DE' },
      metadata: { tier: 'gold', size: 4, gone: null },
    };
    const { status, body } = await create(given);
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(fields);
    expect(body).toMatchObject({
      ...given,
      address: { city: 'Ulm', country: 'DE', line1: null },
      metadata: { tier: 'gold', size: 4 },
      default_payment_method_id: null,
    });
    expect(body.created_at).toMatch(/^\d{4}-.*\.\d{3}Z$/);
  });

  it('makes an identifier when none is given, and wants nothing at all', async () => {
    const { status, body } = await create({});
    expect(status).toBe(200);
    expect(body.customer_id).toMatch(/^cus_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect([body.name, body.metadata, body.address]).toEqual([null, null, null]);
  });

  it('refuses an identifier that is taken, at this merchant alone', async () => {
    await create({ customer_id: 'twice' });
    expect(await refusal(create({ customer_id: 'twice' }))).toEqual([
      409,
      'resource_already_exists',
      'customer_id',
    ]);
    expect((await create({ customer_id: 'twice' }, other.key)).status).toBe(200);
  });

  it('refuses what it does not take', async () => {
    const cases = [
      [{ nmae: 'Ann' }, 'unknown_parameter', 'nmae'],
      [{ default_payment_method_id: 'pm_1' }, 'unknown_parameter', 'default_payment_method_id'],
      [{ created_at: '2026-01-31T09:30:00Z' }, 'unknown_parameter', 'created_at'],
      [{ merchant_id: other.merchantId }, 'unknown_parameter', 'merchant_id'],
      [{ customer_id: 'a b' }, 'invalid_parameter', 'customer_id'],
      [{ customer_id: 'a'.repeat(65) }, 'invalid_parameter', 'customer_id'],
      [{ email: 'ann' }, 'invalid_parameter', 'email'],
      [{ name: 'a'.repeat(256) }, 'invalid_parameter', 'name'],
      [{ phone_country_code: '44' }, 'invalid_parameter', 'phone_country_code'],
      [{ address: { country: 'XX' } }, 'invalid_parameter', 'address.country'],
      [{ address: { town: 'Ulm' } }, 'unknown_parameter', 'address.town'],
    ] as const;
    for (const [body, code, param] of cases) expect(await refusal(create(body))).toEqual([400, code, param]);
  });

  it('lets one of many at once have an identifier, over two services', async () => {
    const clients = [client, clientOf(second)];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        clients[i % 2]!.post('/customers', { key: shop.key, body: { customer_id: 'race', name: `${i}` } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 23 }, () => 409)]);
    const winner = answers.find(({ status }) => status === 200)!.body;
    const { body } = await post('/customers/race', {});
    expect(body).toEqual(winner);
  });

  it('happens once for an idempotency key', async () => {
    const options = { key: shop.key, headers: { 'idempotency-key': 'cus-1' }, body: { name: 'Once' } };
    const [first, again] = [
      await client.post('/customers', options),
      await client.post('/customers', options),
    ];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('updating a customer', () => {
  it('changes what is given, clears what is null, merges metadata', async () => {
    const given = { customer_id: 'upd', name: 'Bo', email: 'bo@example.com', metadata: { a: 1, b: 2 } };
    const { body: before } = await create(given);
    const { status, body } = await post('/customers/upd', {
      email: null,
      phone: '1',
      metadata: { b: null, c: 3 },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, email: null, phone: '1', metadata: { a: 1, c: 3 } });
    expect((await post('/customers/upd', {})).body).toEqual(body);
  });

  it('takes the identifier in the body only when it is that of the path', async () => {
    await create({ customer_id: 'same' });
    expect((await post('/customers/same', { customer_id: 'same', name: 'Cy' })).body.name).toBe('Cy');
    expect(await refusal(post('/customers/same', { customer_id: 'else' }))).toEqual([
      400,
      'invalid_parameter',
      'customer_id',
    ]);
  });

  it("takes only the customer's own active payment method as the default one", async () => {
    await create({ customer_id: 'dan' });
    await create({ customer_id: 'eve' });
    const mine = await shop.paymentMethod('dan');
    const inactive = await shop.paymentMethod('dan', { status: 'inactive' });
    const hers = await shop.paymentMethod('eve');
    const set = (id: string | null) => post('/customers/dan', { default_payment_method_id: id });
    expect((await set(mine)).body.default_payment_method_id).toBe(mine);
    for (const id of [inactive, hers, 'pm_none']) {
      expect(await refusal(set(id))).toEqual([400, 'invalid_parameter', 'default_payment_method_id']);
    }
    expect((await set(null)).body.default_payment_method_id).toBeNull();
  });

  it("does not find another merchant's customer", async () => {
    await create({ customer_id: 'hidden' }, other.key);
    expect(await refusal(post('/customers/hidden', { name: 'x' }))).toEqual([
      404,
      'resource_not_found',
      null,
    ]);
  });

  it('loses nothing when changes come at once', async () => {
    await create({ customer_id: 'busy' });
    const clients = [client, clientOf(second)];
    const changes = Array.from({ length: 20 }, (_, i) =>
      clients[i % 2]!.post('/customers/busy', { key: shop.key, body: { metadata: { [`k${i}`]: i } } }),
    );
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
    const { body } = await post('/customers/busy', {});
    expect(Object.keys(body.metadata)).toHaveLength(20);
  });
});
