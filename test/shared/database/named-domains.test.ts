import pg from 'pg';
import { expect } from 'vitest';
import { readUnprovedDomains } from '../../../src/core/domains/announce-proofs.ts';
import { Migration20261129170517_domains as Domains } from '../../../src/database/migrations/Migration20261129170517_domains.ts';
import { ownerUrl } from '../../kit/database.ts';
import { setColumns } from '../../kit/sandbox-shop.ts';
import { testApart as test } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;

test('The migration lists domains in existing settings: they stay valid for 90 days and need proof', async ({
  api,
  service,
  shared,
  shop,
}) => {
  const own = { merchant_id: shop.merchantId };
  await setColumns(service, 'business_profiles', own, {
    payment_link_config: {
      domain_name: 'Pay.Shop.com:8443',
      allowed_domains: ['*.shop.com', 'localhost:3000', '192.0.2.7', '日本.example'],
      business_specific_configs: {
        gifts: { domain_name: 'gifts.shop.com', allowed_domains: ['pay.shop.com'] },
      },
    },
    payout_link_config: { domain_name: null, allowed_domains: ['payouts.shop.com.'] },
    walletx_verified_domains: ['wallet.shop.com'],
  });
  await setColumns(service, 'merchant_accounts', own, {
    pm_collect_link_config: { domain_name: 'cards.shop.com', allowed_domains: null },
  });
  await shop.connector({ walletx_verified_domains: ['account.shop.com', 'shop.localhost'] });

  const migration = new (Domains as unknown as new () => Domains)();
  migration.up();
  const filling = migration
    .getQueries()
    .map(String)
    .filter((text) => /^\s*(select set_config|insert into domains)/.test(text));
  expect(filling).toHaveLength(2);
  const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
  await owner.connect();
  try {
    await owner.query('begin');
    for (const text of filling) await owner.query(text);
    await owner.query('commit');
  } finally {
    await owner.end();
  }

  const listed = (await api.get('/domains?limit=50')).body.data as Record<string, string>[];
  expect(listed.map(({ domain_name: name }) => name).sort()).toEqual([
    'account.shop.com',
    'cards.shop.com',
    'gifts.shop.com',
    'pay.shop.com',
    'payouts.shop.com',
    'shop.com',
    'wallet.shop.com',
  ]);
  for (const domain of listed) {
    expect(domain).toMatchObject({
      status: 'pending',
      scope: 'merchant',
      token: expect.stringMatching(/=[0-9a-f]{32}$/),
    });
    expect(new Date(domain.acts_until!).getTime() - Date.now()).toBeGreaterThan(89 * DAY_MS);
    expect(new Date(domain.acts_until!).getTime() - Date.now()).toBeLessThan(91 * DAY_MS);
  }
  expect(new Set(listed.map(({ token }) => token)).size).toBe(listed.length);
  const unproved = await readUnprovedDomains(service.contextFor({ kind: 'admin_key' }, 'req_start'), 3);
  expect(unproved).toHaveLength(3);
  expect(unproved[0]).toMatchObject({ merchant_id: shop.merchantId, domain_name: 'account.shop.com' });
});
