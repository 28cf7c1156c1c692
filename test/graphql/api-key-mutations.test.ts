import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../kit/client.ts';
import { mutate, mutationError } from '../kit/mutate.ts';
import { leakedSecrets } from '../kit/secrets.ts';
import { type SeededMerchant, seedMerchant } from '../kit/seed.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let shop: SeededMerchant;
let other: SeededMerchant;

beforeAll(async () => {
  service = await startTestService();
  shop = await seedMerchant(service);
  other = await seedMerchant(service);
});

afterAll(() => service.close());

const selection = 'secret apiKey { keyId merchantId name prefix last4 createdAt expiresAt revokedAt }';
const create = (key: string, input: Record<string, unknown>) =>
  mutate(service, key, 'createApiKey', input, selection);
const revoke = (key: string, keyId: string, more = {}) =>
  mutate(service, key, 'revokeApiKey', { keyId, ...more }, 'apiKey { keyId revokedAt }');
const status = async (key: string) => (await clientOf(service).get('/payments/list', { key })).status;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('createApiKey', () => {
  it('answers a secret that works, and keeps it nowhere', async () => {
    const { payload, userErrors } = await create(shop.key, { name: 'server' });
    expect(userErrors).toEqual([]);
    expect(payload.secret).toMatch(/^sk_test_[0-9A-Za-z]{43}$/);
    expect(payload.apiKey).toMatchObject({
      merchantId: shop.merchantId,
      name: 'server',
      prefix: 'sk_test_',
      last4: payload.secret.slice(-4),
      expiresAt: null,
      revokedAt: null,
    });
    expect(await status(payload.secret)).toBe(200);
    expect(await leakedSecrets(service, [payload.secret])).toEqual([]);
  });

  it('with the admin key wants to be told the merchant, who must be there', async () => {
    const admin = service.adminApiKey;
    const { payload } = await create(admin, { name: 'first', merchantId: shop.merchantId });
    expect(payload.apiKey.merchantId).toBe(shop.merchantId);
    const refusal = (input: Record<string, unknown>, key = admin) =>
      mutationError(service, key, 'createApiKey', input, selection);
    expect(await refusal({ name: 'x' })).toEqual(['missing_parameter', 'merchant_id']);
    expect(await refusal({ name: 'x', merchantId: 'nobody' })).toEqual(['resource_not_found', 'merchant_id']);
    const foreign = { name: 'x', merchantId: other.merchantId };
    expect(await refusal(foreign, shop.key)).toEqual(['resource_not_found', 'merchant_id']);
    expect(await refusal({ name: 'x' }, shop.publishableKey)).toEqual(['wrong_key_kind', null]);
    expect((await create(shop.key, { name: 'x', merchantId: shop.merchantId })).userErrors).toEqual([]);
  });

  it('takes an expiry to come, after which the key is refused at once', async () => {
    const { payload } = await create(shop.key, { name: 'brief', expiresAt: inMs(1_500) });
    expect(await status(payload.secret)).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(await status(payload.secret)).toBe(401);
    for (const expiresAt of [inMs(-1), '2020-01-01T00:00:00Z']) {
      const input = { name: 'x', expiresAt };
      const refusal = await mutationError(service, shop.key, 'createApiKey', input, selection);
      expect(refusal).toEqual(['invalid_parameter', 'expires_at']);
    }
  });

  it('shows the secret once: a replay answers the same key without it', async () => {
    const input = { name: 'once', idempotencyKey: 'key-1' };
    const first = await create(shop.key, input);
    const again = await create(shop.key, input);
    expect(first.payload.secret).toMatch(/^sk_test_/);
    expect(again.payload).toEqual({ ...first.payload, secret: null });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await leakedSecrets(service, [first.payload.secret])).toEqual([]);
  });
});

describe('revokeApiKey', () => {
  it('takes a key out of use at once; doing it again changes nothing', async () => {
    const { payload } = await create(shop.key, { name: 'leaving' });
    const first = await revoke(shop.key, payload.apiKey.keyId);
    expect(first.payload.apiKey.revokedAt).not.toBeNull();
    expect(await status(payload.secret)).toBe(401);
    const again = await revoke(service.adminApiKey, payload.apiKey.keyId);
    expect(again.payload).toEqual(first.payload);
  });

  it('lets a key revoke itself', async () => {
    const { payload } = await create(shop.key, { name: 'itself' });
    const { userErrors } = await revoke(payload.secret, payload.apiKey.keyId);
    expect(userErrors).toEqual([]);
    expect((await revoke(payload.secret, payload.apiKey.keyId)).status).toBe(401);
  });

  it("does not find another merchant's key", async () => {
    expect((await revoke(shop.key, other.keyId)).userErrors).toMatchObject([{ code: 'resource_not_found' }]);
    expect(await status(other.key)).toBe(200);
  });

  it('does not guess which merchant the admin key means', async () => {
    for (const { key } of [shop, other]) await create(key, { name: 'same', keyId: 'same' });
    expect((await revoke(service.adminApiKey, 'same')).userErrors).toMatchObject([
      { code: 'missing_parameter', param: 'merchant_id' },
    ]);
    const named = await revoke(service.adminApiKey, 'same', { merchantId: other.merchantId });
    expect(named.userErrors).toEqual([]);
  });
});
