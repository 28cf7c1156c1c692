import { expect } from 'vitest';
import { createApiKey } from '../../../../src/core/access/api-keys.ts';
import { chooseProfile } from '../../../../src/core/access/choose-profile.ts';
import { createRoutingConfiguration } from '../../../../src/core/business-profiles/routing-configurations.ts';
import { createConnectorAccount } from '../../../../src/core/connector-accounts/connector-accounts.ts';
import type { Context } from '../../../../src/core/foundation/context.ts';
import type { Ports } from '../../../../src/core/foundation/ports/ports.ts';
import { createPayment } from '../../../../src/core/payments/create-payment.ts';
import { createPayout } from '../../../../src/core/payouts/create-payout.ts';
import { createWebhookEndpoint } from '../../../../src/core/webhook-endpoints/webhook-endpoints.ts';
import { inTransaction } from '../../../../src/core/writes/transactions.ts';
import { test as base } from '../../../kit/test.ts';
import { eventShop } from './event-shop.ts';

/** Objects created in a profile. */
const creations: Readonly<Record<string, (ctx: Context, profile_id: string) => Promise<unknown>>> = {
  payment: (ctx, profile_id) => createPayment(ctx, { amount: 100, currency: 'EUR', profile_id } as never),
  payout: (ctx, profile_id) => createPayout(ctx, { amount: 100, currency: 'EUR', profile_id } as never),
  'routing configuration': (ctx, profile_id) => {
    const algorithm = { type: 'single', data: { connector: 'sandbox' } };
    return createRoutingConfiguration(ctx, { name: 'Cards', algorithm, profile_id } as never);
  },
  'connector account': (ctx, profile_id) => {
    const keys = { connector_account_details: { api_key: 'sandbox_key_of_the_shop' } };
    const account = { connector_type: 'payment_processor', connector_name: 'sandbox' };
    return createConnectorAccount(ctx, { ...account, connector_account_details: keys, profile_id } as never);
  },
  'webhook endpoint': (ctx, profile_id) =>
    createWebhookEndpoint(ctx, { url: 'https://shop.example/webhooks', profile_id } as never),
  'API key': (ctx, profile_id) => createApiKey(ctx, { name: 'Of the profile', profile_id } as never),
};

/** A cache that keeps settings as first read. */
function neverReadAgain(): Ports['settings'] {
  const kept = new Map<string, unknown>();
  const find = async (key: string, read: () => Promise<unknown>) => {
    if (!kept.has(key)) kept.set(key, await read());
    return kept.get(key);
  };
  return { find } as never;
}

const test = base.extend('shop', ({ service }) => eventShop(service));

test.for(Object.entries(creations))(
  'A %s is refused for a profile deleted after it was read',
  async ([, create], { service, shop }) => {
    const profileId = await shop.profile();
    const of = shop.context();
    const ctx = { ...of, ports: { ...of.ports, settings: neverReadAgain() } };
    await inTransaction(ctx, (tx) => chooseProfile(tx, profileId));
    const text = 'delete from business_profiles where profile_id = $1';
    await service.database.rows.query({ text, values: [profileId] }, null);
    await expect(create(ctx, profileId)).rejects.toMatchObject({
      ...{ code: 'resource_not_found', message: 'No such business profile.', param: 'profile_id' },
    });
  },
);
