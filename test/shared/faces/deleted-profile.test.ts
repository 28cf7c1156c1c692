import { expect } from 'vitest';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base.extend('shop', ({ service }) => sandboxShop(service));

const algorithm = { type: 'single', data: { connector: 'sandbox' } };
const connector = {
  ...{ connector_type: 'payment_processor', connector_name: 'sandbox' },
  connector_account_details: { connector_account_details: { api_key: 'sandbox_key_of_the_shop' } },
};

/** Every creation of an object of a profile, with what it needs besides. */
const creations = {
  '/payments': { amount: 100, currency: 'USD' },
  '/payouts': { amount: 100, currency: 'USD' },
  '/routing': { name: 'Cards', algorithm },
  '/webhook_endpoints': { url: 'https://shop.example/webhooks' },
  '/accounts/{account_id}/connectors': connector,
  '/api_keys/{account_id}': { name: 'Of the profile' },
};

test.for(Object.entries(creations))(
  'POST %s refuses a profile that was deleted after it was last read',
  async ([path, body], { api, service, shop }) => {
    const profile_id = await shop.profile();
    // Reads the profile into the cache of settings, and stores nothing.
    const refused = {
      amount: 100,
      currency: 'USD',
      profile_id,
      customer_id: 'ann',
      payment_method_id: 'pm_none',
    };
    expect((await api.post('/payments', refused)).body.error.code).toBe('resource_not_found');
    const text = 'delete from business_profiles where profile_id = $1';
    await service.database.rows.query({ text, values: [profile_id] }, null);
    const created = await api.post(path.replace('{account_id}', shop.merchantId), { ...body, profile_id });
    expect([created.status, created.body.error]).toMatchObject([
      404,
      { code: 'resource_not_found', message: 'No such business profile.', param: 'profile_id' },
    ]);
  },
);
