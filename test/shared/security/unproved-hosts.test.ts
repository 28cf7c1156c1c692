import http from 'node:http';
import { expect } from 'vitest';
import { tokenAddress } from '../../../src/core/foundation/cryptography.ts';
import { allTables, type DescribedClass, fieldsOf } from '../../../src/core/model/index.ts';
import { type ApiResponse, clientOf } from '../../kit/client.ts';
import type { Values } from '../../kit/insert.ts';
import { type SandboxShop, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';

const PAGE = 'pay.shop.com';

/** Rows' host fields, as `Table.path`: by format or by name. */
function namingHosts(): string[] {
  const found: string[] = [];
  const walk = (of: DescribedClass, path: string, seen: readonly DescribedClass[]) => {
    for (const field of fieldsOf(of)) {
      const place = `${path}.${field.name}`;
      const isHost = field.format === 'host' || field.format === 'host_pattern';
      if (isHost || /(domain|host)s?(_name)?$/.test(field.name)) found.push(place);
      const isNested = field.kind !== 'reference' && field.kind !== 'children';
      const nested = isNested ? (field.of?.() as DescribedClass | undefined) : undefined;
      if (typeof nested === 'function' && !seen.includes(nested)) walk(nested, place, [...seen, nested]);
    }
  };
  for (const { target } of allTables()) walk(target, target.name, [target]);
  return found;
}

/** A page's response at a host. */
const at = (address: string, host: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string; ancestors: string | undefined }>((resolve, reject) => {
    http
      .get(address, { headers: { host, ...headers } }, async (res) => {
        let text = '';
        for await (const chunk of res) text += chunk;
        const policy = String(res.headers['content-security-policy']);
        resolve({ status: res.statusCode!, text, ancestors: /frame-ancestors (.*?)(;|$)/.exec(policy)?.[1] });
      })
      .on('error', reject);
  });

interface World {
  readonly service: TestService;
  readonly shop: SandboxShop;
  readonly host: string;
  /** Sends a request of the merchant's server, and returns the response body. */
  readonly post: (path: string, body: object) => Promise<ApiResponse['body']>;
}

const PAYMENT = { amount: 100, currency: 'EUR' };
const profilePath = ({ shop }: World) => `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
const setProfile = (world: World, settings: object) => world.post(profilePath(world), settings);
const setColumn = ({ service, shop }: World, table: string, values: Record<string, unknown>) =>
  setColumns(service, table, { merchant_id: shop.merchantId }, values);

const pay = (world: World, more: object = {}) =>
  world.post('/payments', { ...PAYMENT, profile_id: world.shop.profileId, ...more });
const payout = async (world: World) => {
  const customer_id = await world.shop.customer();
  const body = { ...PAYMENT, profile_id: world.shop.profileId, customer_id, payout_link: true };
  return (await world.post('/payouts/create', body)).payout_link.link as string;
};
const collect = async (world: World, more: object = {}) =>
  (await world.post('/payment_methods/collect', { customer_id: await world.shop.customer(), ...more }))
    .link as string;

const hostOfLink = (link: string) => new URL(link).host;
const framersOf = async ({ host }: World, address: string) => (await at(address, host)).ancestors;

async function startApplePay(world: World): Promise<boolean> {
  const { client_secret, payment_id: id } = await pay(world);
  const body = { client_secret, domain: PAGE };
  const { error, merchant_session } = await world.post(`/payments/${id}/apple_pay_session`, body);
  if (error) expect(error).toMatchObject({ param: 'domain', code: 'invalid_parameter' });
  return Boolean(merchant_session);
}

/**
 * A merchant's effect of a setting that names `PAGE`: its link's host, the hosts that may frame its page, or a wallet.
 */
const effects: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'BusinessProfile.payment_link_config.domain_name': async (world) => {
    await setProfile(world, { payment_link_config: { domain_name: PAGE } });
    return hostOfLink((await pay(world, { payment_link: true })).payment_link.link);
  },
  'Payment.payment_link_config.domain_name': async (world) => {
    const own = { payment_link: true, payment_link_config: { domain_name: PAGE } };
    return hostOfLink((await pay(world, own)).payment_link.link);
  },
  'BusinessProfile.payout_link_config.domain_name': async (world) => {
    await setProfile(world, { payout_link_config: { domain_name: PAGE } });
    return hostOfLink(await payout(world));
  },
  'MerchantAccount.pm_collect_link_config.domain_name': async (world) => {
    await setColumn(world, 'merchant_accounts', { pm_collect_link_config: { domain_name: PAGE } });
    return hostOfLink(await collect(world));
  },
  'CollectLink.pm_collect_link_config.domain_name': async (world) =>
    hostOfLink(await collect(world, { pm_collect_link_config: { domain_name: PAGE } })),
  'BusinessProfile.payment_link_config.allowed_domains': async (world) => {
    await setProfile(world, { payment_link_config: { allowed_domains: [PAGE] } });
    const { payment_id: id } = await pay(world);
    return framersOf(world, `${world.service.url}/elements/${world.shop.publishableKey}/${id}/card`);
  },
  'Payment.payment_link_config.allowed_domains': async (world) => {
    const own = { payment_link: true, payment_link_config: { allowed_domains: [PAGE] } };
    return framersOf(world, (await pay(world, own)).payment_link.secure_link);
  },
  'BusinessProfile.payout_link_config.allowed_domains': async (world) => {
    await setProfile(world, { payout_link_config: { allowed_domains: [PAGE] } });
    return framersOf(world, await payout(world));
  },
  'MerchantAccount.pm_collect_link_config.allowed_domains': async (world) => {
    await setColumn(world, 'merchant_accounts', { pm_collect_link_config: { allowed_domains: [PAGE] } });
    return framersOf(world, await collect(world));
  },
  'CollectLink.pm_collect_link_config.allowed_domains': async (world) =>
    framersOf(world, await collect(world, { pm_collect_link_config: { allowed_domains: [PAGE] } })),
  'BusinessProfile.walletx_verified_domains': async (world) => {
    await setColumn(world, 'business_profiles', { walletx_verified_domains: [PAGE] });
    return startApplePay(world);
  },
  'ConnectorAccount.walletx_verified_domains': async (world) => {
    await setColumn(world, 'connector_accounts', { walletx_verified_domains: [PAGE] });
    return startApplePay(world);
  },
};

/** A merchant of a service, with its server's requests. */
async function worldOf(service: TestService, values: Values = {}): Promise<World> {
  const shop = await sandboxShop(service, values);
  const account = { payment_methods_enabled: [{ payment_method: 'wallet' }], metadata: { apple_pay: {} } };
  await setColumns(service, 'connector_accounts', { merchant_id: shop.merchantId }, account);
  const client = clientOf(service);
  const post = async (path: string, body: object) => (await client.post(path, { key: shop.key, body })).body;
  return { service, shop, post, host: new URL(service.url).host };
}

/** The result of a setting without and with an effect. */
function expectedOf(place: string, host: string): readonly [without: unknown, proved: unknown] {
  if (place.endsWith('domain_name')) return [host, PAGE];
  return place.endsWith('allowed_domains') ? ["'none'", `https://${PAGE}`] : [false, true];
}

const prove = ({ shop }: World, domain_name: string, more: Values = {}) =>
  shop.domain({ domain_name, status: 'verified', proved_by: 'dns', ...more });

/** Releases domains, each of which at most one merchant has. */
const forgetDomains = (service: TestService) =>
  service.database.rows.query({ text: 'delete from domains where true', values: [] }, null);

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({}))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('live', { scope: 'file' }, async ({}, { onCleanup }) => {
    const live = await startTestService({ environment: 'live', trustProxy: 1 });
    onCleanup(() => live.close());
    return live;
  });

test('Every field that names hosts has a known effect', () => {
  const others = ['Domain.domain_name'];
  expect(namingHosts().sort()).toEqual([...Object.keys(effects), ...others].sort());
});

test.for(Object.entries(effects))(
  '%s has no effect until its merchant has proved the domain',
  async ([place, effectIn], { live, service }) => {
    // The environment `live` has no test connectors.
    for (const of of place.endsWith('walletx_verified_domains') ? [service] : [live, service]) {
      const actsUnproved = of === service && place.endsWith('allowed_domains');
      const [without, proved] = expectedOf(place, new URL(of.url).host);
      await forgetDomains(of);
      const nobodys = await worldOf(of);
      expect(await effectIn(nobodys), 'unproved').toBe(actsUnproved ? proved : without);
      // Added but not proved; and an ended proof.
      for (const status of ['pending', 'failed']) {
        const world = await worldOf(of);
        await world.shop.domain({ domain_name: PAGE, status });
        expect(await effectIn(world), status).toBe(actsUnproved ? proved : without);
      }
      const owner = await worldOf(of);
      await prove(owner, 'shop.com');
      expect(await effectIn(owner), 'a subdomain of the proved domain').toBe(proved);
      const thief = await worldOf(of);
      expect(await effectIn(thief), 'proved by another').toBe(actsUnproved ? proved : without);
      // The most specific proof counts, and neither it nor its parent is the thief's.
      await forgetDomains(of);
      await prove(owner, PAGE);
      await prove(thief, 'shop.com');
      expect(await effectIn(owner), 'the most specific proof').toBe(proved);
    }
  },
);

test('A domain is valid for its organization if the proof is, and otherwise only for its merchant', async ({
  service,
}) => {
  const place = 'Payment.payment_link_config.domain_name';
  const organization_id = `org_${Date.now()}`;
  const linkIn = effects[place]!;
  const [owner, sister] = [
    await worldOf(service, { organization_id }),
    await worldOf(service, { organization_id }),
  ];
  const stranger = await worldOf(service, { organization_id: 'org_other' });
  await forgetDomains(service);
  const id = await prove(owner, PAGE, { scope: 'organization' });
  expect([await linkIn(owner), await linkIn(sister), await linkIn(stranger)]).toEqual([
    PAGE,
    PAGE,
    owner.host,
  ]);
  await setColumns(service, 'domains', { domain_id: id }, { scope: 'merchant' });
  expect([await linkIn(owner), await linkIn(sister)]).toEqual([PAGE, owner.host]);
});

test('Hosts configured before proof was required stay valid for their period, unless another merchant proves them', async ({
  live,
}) => {
  await forgetDomains(live);
  const [owner, other] = [await worldOf(live), await worldOf(live)];
  const linkIn = effects['Payment.payment_link_config.domain_name']!;
  const framersIn = effects['BusinessProfile.payment_link_config.allowed_domains']!;
  const id = await owner.shop.domain({ domain_name: PAGE, acts_until: new Date(Date.now() + 60_000) });
  expect([await linkIn(owner), await framersIn(owner)]).toEqual([PAGE, `https://${PAGE}`]);
  expect([await linkIn(other), await framersIn(other)]).toEqual([other.host, "'none'"]);
  const link = (await pay(owner, { payment_link: true })).payment_link.link as string;
  const address = link.replace(/^https?:\/\/[^/]+/, live.url);
  expect((await at(address, PAGE)).status).toBe(200);
  const proof = await prove(other, PAGE);
  expect([await linkIn(owner), await framersIn(owner)]).toEqual([owner.host, "'none'"]);
  expect((await at(address, PAGE)).status).toBe(404);
  await live.database.rows.query({ text: 'delete from domains where domain_id = $1', values: [proof] }, null);
  await setColumns(live, 'domains', { domain_id: id }, { acts_until: new Date(Date.now() - 1) });
  expect([await linkIn(owner), await framersIn(owner)]).toEqual([owner.host, "'none'"]);
});

/** Each page with a token in its address, and the form's frame. */
const pages: Readonly<Record<string, (world: World) => Promise<string>>> = {
  pay: async (world) => (await pay(world, { payment_link: true })).payment_link.link,
  secure: async (world) => {
    const own = { payment_link: true, payment_link_config: { allowed_domains: [PAGE] } };
    return (await pay(world, own)).payment_link.secure_link;
  },
  receive: payout,
  collect: (world) => collect(world),
  return: async (world) => {
    const { payment_id: id } = await pay(world);
    return tokenAddress(portsOf(world.service), 'return', world.shop.merchantId, id);
  },
};
const portsOf = (service: TestService) => service.contextFor({ kind: 'admin_key' }, 'req_pages').ports;

test.for(Object.entries(pages))(
  "The page %s of a merchant is served at its own host and at no other merchant's",
  async ([, linkIn], { live, service }) => {
    for (const of of [live, service]) {
      await forgetDomains(of);
      const [victim, evil] = [await worldOf(of), await worldOf(of)];
      const [victims, evils] = [await linkIn(victim), await linkIn(evil)];
      const own = victim.host;
      for (const host of [own, `localhost:8080`, '127.0.0.1', 'switchyard.internal', '10.1.2.3']) {
        expect((await at(victims, host)).status, host).toBe(200);
      }
      // Unproved: in `test` it serves every merchant.
      expect((await at(evils, PAGE)).status).toBe(of === live ? 404 : 200);
      await prove(victim, 'shop.com');
      for (const host of [PAGE, 'SHOP.com.', 'a.b.shop.com:8443']) {
        expect([(await at(victims, host)).status, (await at(evils, host)).status], host).toEqual([200, 404]);
      }
      expect((await at(evils, 'notshop.com')).status).toBe(of === live ? 404 : 200);
      // Routes decode percent-encoding.
      const encoded = evils.replace(
        /\/([^/])([^/]+)$/,
        (_, first, rest) => `/%${first.charCodeAt(0).toString(16)}${rest}`,
      );
      expect((await at(encoded, own)).status).toBe(200);
      expect((await at(encoded, PAGE)).status).toBe(404);
      // Like an address that leads nowhere.
      const [elsewhere, nowhere] = [await at(evils, PAGE), await at(evils.replace(/[^/]+$/, 'x'), PAGE)];
      expect(elsewhere.text.replace(/req_\w+|nonce-[^']+/g, '')).toBe(
        nowhere.text.replace(/req_\w+|nonce-[^']+/g, ''),
      );
      const forwarded = { 'x-forwarded-host': PAGE };
      // Only trusted proxies may forward the requested host.
      expect((await at(evils, own, forwarded)).status).toBe(of === live ? 404 : 200);
    }
  },
);

test("A form's frames at a host belong to the host's merchant", async ({ live }) => {
  await forgetDomains(live);
  const [victim, evil] = [await worldOf(live), await worldOf(live)];
  await prove(victim, 'shop.com');
  const frameOf = async (world: World) => {
    await setProfile(world, { payment_link_config: { allowed_domains: ['localhost:3000'] } });
    return `${live.url}/elements/${world.shop.publishableKey}/${(await pay(world)).payment_id}/card`;
  };
  const [victims, evils] = [await frameOf(victim), await frameOf(evil)];
  expect((await at(victims, PAGE)).ancestors).toBe('http://localhost:3000');
  expect((await at(evils, victim.host)).ancestors).toBe('http://localhost:3000');
  expect((await at(evils, PAGE)).ancestors).toBe("'none'");
});

test("Non-ASCII host names are framed in the browser's spelling", async ({ service }) => {
  const world = await worldOf(service);
  await setProfile(world, {
    payment_link_config: { allowed_domains: ['日本.example', '*.Straße.example:8443'] },
  });
  const address = `${service.url}/elements/${world.shop.publishableKey}/${(await pay(world)).payment_id}/card`;
  const { ancestors, status } = await at(address, world.host);
  expect([status, ancestors]).toEqual([
    200,
    'https://xn--wgv71a.example https://*.xn--strae-oqa.example:8443',
  ]);
});

test('Loopback needs no proof', async ({ live }) => {
  const world = await worldOf(live);
  const own = {
    payment_link: true,
    payment_link_config: { allowed_domains: ['localhost:3000', '127.0.0.1', PAGE] },
  };
  await forgetDomains(live);
  expect(await framersOf(world, (await pay(world, own)).payment_link.secure_link)).toBe(
    'http://localhost:3000 http://127.0.0.1:*',
  );
  expect(live.logs.join('')).toContain('a setting has no effect');
});

test('A page at its own host and a confirmation take no statement for the check', async ({ service }) => {
  const world = await worldOf(service);
  const link = (await pay(world, { payment_link: true })).payment_link.link as string;
  const before = service.statements.length;
  await at(link, world.host);
  const sent = service.statements.slice(before);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((text) => text.includes('domain'))).toEqual([]);
});
