import { expect } from 'vitest';
import { announceProofs } from '../../../../src/core/domains/announce-proofs.ts';
import { repeatDomainProofs } from '../../../../src/core/domains/repeat-proofs.ts';
import { allMerchants } from '../../../../src/core/writes/due-objects.ts';
import { domainNames } from '../../../kit/domain-names.ts';
import { mutate } from '../../../kit/mutate.ts';
import { setColumns } from '../../../kit/sandbox-shop.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import type { TestService, TestServiceOptions } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;
const clock = { now: new Date() };
const names = domainNames();
const serviceOptions: TestServiceOptions = { now: () => clock.now, domainLookups: names };
let made = 0;

interface Added {
  readonly domain_id: string;
  readonly domain_name: string;
  readonly token: string;
  readonly dns_record: string;
  readonly file_url: string;
}

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => serviceOptions)
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('freshName', ({}) => `shop-${made++}.example.com`)
  .extend('as', ({ client }) => ({ key }: SeededMerchant) => ({
    add: async (domain_name: string, more = {}) =>
      (await client.post('/domains', { key, body: { domain_name, ...more } })).body as never as Added,
    verify: (id: string) => client.post(`/domains/${id}/verify`, { key }),
    read: async (id: string) => (await client.get(`/domains/${id}`, { key })).body,
    remove: (id: string) => client.request('DELETE', `/domains/${id}`, { key }),
  }))
  .extend(
    'repeat',
    ({ service }) =>
      () =>
        repeatDomainProofs(service.contextFor({ kind: 'admin_key' }, 'req_repeat'), allMerchants),
  );

const publish = ({ dns_record, token }: Added) =>
  names.records.set(dns_record, [...(names.records.get(dns_record) ?? []), token]);
const withdraw = ({ dns_record, token }: Added) =>
  names.records.set(
    dns_record,
    (names.records.get(dns_record) ?? []).filter((record) => record !== token),
  );
const later = (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
};

const noticesOf = async (service: TestService, { merchantId }: SeededMerchant, kind: string) => {
  const text = `select message, object_id, mail_due from notifications where merchant_id = $1 and kind = $2 order by created_at`;
  const values = [merchantId, kind];
  return service.database.rows.query<{ message: string; object_id: string }>({ text, values }, null);
};

test('A domain is added, verified by a TXT record and deleted, over both APIs', async ({
  as,
  client,
  freshName: name,
  service,
  shop,
}) => {
  const { add, read, remove, verify } = as(shop);
  const added = await add(`${name.toUpperCase()}.`);
  expect(added).toMatchObject({
    domain_id: expect.stringMatching(/^dom_/),
    domain_name: name,
    scope: 'merchant',
    status: 'pending',
    token: expect.stringMatching(/^switchyard-domain-verification=[0-9A-Za-z]{32}$/),
    dns_record: `_switchyard.${name}`,
    file_url: `https://${name}/.well-known/switchyard-domain-verification.txt`,
    failures: 0,
    verified_at: null,
  });
  expect((await verify(added.domain_id)).body).toMatchObject({
    status: 'pending',
    failure_reason: expect.stringMatching(/no TXT record at _switchyard\..*does not have the file/),
  });
  names.records.set(added.dns_record, ['another', `${added.token}x`]);
  expect((await verify(added.domain_id)).body).toMatchObject({
    status: 'pending',
    failure_reason: expect.stringContaining('does not have the token'),
  });
  publish(added);
  const verified = {
    status: 'verified',
    proved_by: 'dns',
    failure_reason: null,
    verified_at: clock.now.toISOString(),
  };
  expect((await verify(added.domain_id)).body).toMatchObject(verified);
  expect(await read(added.domain_id)).toMatchObject(verified);
  expect((await client.get('/domains', { key: shop.key })).body).toMatchObject({
    data: [{ domain_id: added.domain_id }],
  });
  expect(await noticesOf(service, shop, 'host_changed')).toEqual([
    expect.objectContaining({ object_id: added.domain_id, message: expect.stringContaining(name) }),
  ]);
  expect((await remove(added.domain_id)).body).toMatchObject({ domain_name: name, status: 'verified' });
  expect((await verify(added.domain_id)).status).toBe(404);
  expect(await noticesOf(service, shop, 'host_changed')).toHaveLength(2);

  const twin = await mutate(
    service,
    shop.key,
    'createDomain',
    { domainName: name },
    'domain { domainId status token dnsRecord fileUrl }',
  );
  expect(twin.payload.domain).toMatchObject({
    status: 'pending',
    dnsRecord: added.dns_record,
    fileUrl: added.file_url,
  });
  expect(twin.payload.domain.token).not.toBe(added.token);
  const { domainId } = twin.payload.domain;
  names.records.delete(added.dns_record);
  names.files.set(added.file_url, `${twin.payload.domain.token}\n`);
  const proved = await mutate(service, shop.key, 'verifyDomain', { domainId }, 'domain { status provedBy }');
  expect(proved.payload.domain).toEqual({ status: 'verified', provedBy: 'file' });
});

test.for([
  ['com', /public suffix/],
  ['shop.example.com:443', /without scheme, port/],
  ['192.0.2.1', /not an IP address/],
  ['shop.localhost', /needs no proof/],
  ['https://shop.example.com', /without scheme/],
] as const)('%s is refused with instructions', async ([domain_name, message], { api, service, shop }) => {
  const answer = await api.post('/domains', { domain_name });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    error: { param: 'domain_name', message: expect.stringMatching(message) },
  });
  const twin = await mutate(
    service,
    shop.key,
    'createDomain',
    { domainName: domain_name },
    'domain { domainId }',
  );
  expect(twin.payload.userErrors).toMatchObject([
    { param: 'domain_name', message: expect.stringMatching(message) },
  ]);
});

test('A merchant adds a domain once', async ({ as, api, freshName: name, shop }) => {
  await as(shop).add(name);
  const again = await api.post('/domains', { domain_name: name });
  expect([again.status, again.body.error.code]).toEqual([409, 'resource_already_exists']);
});

test('A proof is checked weekly; the first failure is reported, and the third ends it', async ({
  as,
  freshName: name,
  repeat,
  service,
  shop,
}) => {
  const { add, read, verify } = as(shop);
  const added = await add(name);
  publish(added);
  await verify(added.domain_id);
  const asked = () => names.asked.filter((place) => place === added.dns_record).length;
  later(6.9);
  const before = asked();
  await repeat();
  expect(asked()).toBe(before);
  later(0.7);
  await repeat();
  expect(asked()).toBe(before + 1);
  expect(await read(added.domain_id)).toMatchObject({ status: 'verified', failures: 0 });

  withdraw(added);
  for (const failures of [1, 2]) {
    later(7.6);
    await repeat();
    expect(await read(added.domain_id)).toMatchObject({ status: 'verified', failures });
    expect(await noticesOf(service, shop, 'domain_failed')).toHaveLength(1);
  }
  // A renewed proof starts over.
  publish(added);
  later(7.6);
  await repeat();
  expect(await read(added.domain_id)).toMatchObject({
    status: 'verified',
    failures: 0,
    failure_reason: null,
  });

  withdraw(added);
  names.silent.add(added.dns_record);
  for (let time = 0; time < 3; time++) {
    later(7.6);
    await repeat();
  }
  names.silent.delete(added.dns_record);
  expect(await read(added.domain_id)).toMatchObject({
    status: 'failed',
    next_check_at: null,
    failure_reason: expect.stringContaining('did not answer'),
  });
  expect(await noticesOf(service, shop, 'domain_failed')).toHaveLength(2);
  const [, ended] = await noticesOf(service, shop, 'host_changed');
  expect(ended!.message).toContain('has ended');
  const done = asked();
  later(30);
  await repeat();
  expect(asked()).toBe(done);
  // An ended proof can start again.
  publish(added);
  expect((await verify(added.domain_id)).body).toMatchObject({ status: 'verified', failures: 0 });
});

test('Only one merchant can prove a domain at a time', async ({
  as,
  freshName: name,
  otherShop,
  repeat,
  service,
  shop,
}) => {
  const [first, second] = [as(shop), as(otherShop)];
  const held = await first.add(name);
  publish(held);
  await first.verify(held.domain_id);
  const sought = await second.add(name);
  // Without control of the domain a caller learns nothing, and cannot repeat.
  expect((await second.verify(sought.domain_id)).body).toMatchObject({ status: 'pending' });
  expect(await repeat()).toBe(0);
  publish(sought);
  const refused = await second.verify(sought.domain_id);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'resource_already_exists']);
  expect(JSON.stringify(refused.body)).not.toContain(shop.merchantId);
  expect(await repeat()).toBe(1);
  expect(await first.read(held.domain_id)).toMatchObject({ status: 'verified', failures: 0 });
  expect((await second.verify(sought.domain_id)).status).toBe(409);

  withdraw(held);
  names.silent.add(held.dns_record);
  await repeat();
  // A DNS failure says nothing about control of the domain.
  expect(await first.read(held.domain_id)).toMatchObject({ status: 'verified', failures: 1 });
  names.silent.delete(held.dns_record);
  expect((await second.verify(sought.domain_id)).status).toBe(409);
  await repeat();
  expect(await first.read(held.domain_id)).toMatchObject({ status: 'failed' });
  expect((await noticesOf(service, shop, 'host_changed')).at(-1)!.message).toContain('has ended');
  expect((await second.verify(sought.domain_id)).body).toMatchObject({ status: 'verified' });
});

test('Owners are notified once which configured domains need proof, and by when', async ({ service }) => {
  const shop = await seedMerchant(service);
  const acts_until = new Date(clock.now.getTime() + 90 * DAY_MS);
  for (const name of ['a', 'b', 'c']) {
    await shop.domain({
      domain_name: `${name}-${shop.merchantId.toLowerCase()}.example`.replace('_', '-'),
      acts_until,
    });
  }
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_announce');
  // Seeded rows use the true time.
  await setColumns(service, 'domains', { merchant_id: shop.merchantId }, { created_at: new Date(0) });
  await announceProofs(ctx, allMerchants);
  await announceProofs(ctx, allMerchants);
  const notices = await noticesOf(service, shop, 'proof_needed');
  expect(notices).toHaveLength(1);
  expect(notices[0]!.message).toContain(acts_until.toISOString().slice(0, 10));
  expect(notices[0]!.message).toContain('and 1 more');
});
