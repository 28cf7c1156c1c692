import { expect } from 'vitest';
import { Problem } from '../../../../src/core/foundation/errors.ts';
import type { TargetRules } from '../../../../src/core/foundation/ports/target-rules.ts';
import { requireWebhookTarget } from '../../../../src/core/webhook-endpoints/require-target.ts';
import { mutate, mutationError } from '../../../kit/mutate.ts';
import { test as base } from '../../../kit/test.ts';
import { hostileResolve, hostileTargets } from '../foundation/hostile-targets.ts';

const param = 'webhook_details.webhook_url';
const strict: TargetRules = { allowLoopback: false, resolve: hostileResolve };
const hostile = hostileTargets
  .filter(({ reason }) => reason !== 'unresolved')
  .map(({ url }) => url.replace('{port}', '8443'));
const requireUrl = (webhook_url: string | null, webhookTargets: TargetRules) =>
  requireWebhookTarget({ webhookTargets }, { webhook_url });

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ webhookTargets: strict }))
  .extend(
    'post',
    ({ client, service }) =>
      (body: object) =>
        client.post('/accounts', { key: service.adminApiKey, body }),
  )
  .extend('mutations', ({ service, shop }) => (webhookUrl: string) => {
    const webhookDetails = { webhookUrl };
    const account = 'merchantAccount { merchantId }';
    const profile = 'businessProfile { profileId }';
    return [
      ['createMerchantAccount', { merchantId: 'never', webhookDetails }, account, service.adminApiKey],
      ['updateMerchantAccount', { merchantId: shop.merchantId, webhookDetails }, account, shop.key],
      ['createBusinessProfile', { profileName: 'never', webhookDetails }, profile, shop.key],
      ['updateBusinessProfile', { profileId: shop.profileId, webhookDetails }, profile, shop.key],
    ] as const;
  });

test.each(hostile.map((url) => [encodeURI(url), url]))(
  'A webhook URL is rejected when it is set: %s',
  async (_name, url) => {
    const problem = await requireUrl(url!, strict).catch((error) => error);
    expect(problem).toBeInstanceOf(Problem);
    expect([problem.code, problem.param]).toEqual(['invalid_parameter', param]);
    expect(problem.message).toMatch(/^webhook_details\.webhook_url must /);
    expect(problem.message).not.toContain('opensesame');
  },
);

test('The rejection of a webhook URL explains how to correct it', async () => {
  const messages = [];
  for (const url of ['http://a.example/', 'https://a:b@a.example/', 'https://10.0.0.1/']) {
    messages.push(await requireUrl(url, strict).catch((error) => error.message));
  }
  expect(messages).toEqual([
    expect.stringContaining('https://'),
    expect.stringContaining('webhook_username and webhook_password'),
    expect.stringContaining('public internet'),
  ]);
});

test('A webhook URL whose name does not resolve yet is accepted', async () => {
  await expect(requireUrl('https://nowhere.example/', strict)).resolves.toBeUndefined();
  await expect(requireUrl('https://empty.example/', strict)).resolves.toBeUndefined();
});

test('A webhook URL whose name does not resolve in time is accepted', async () => {
  let lookUps = 0;
  const resolve = () => {
    lookUps++;
    return new Promise<never>(() => {});
  };
  const accepted = requireUrl('https://slow.example/', { allowLoopback: false, resolve });
  await expect(accepted).resolves.toBeUndefined();
  expect(lookUps).toBe(1);
});

test('A webhook URL is accepted without a look-up while three others wait for one', async () => {
  let lookUps = 0;
  const resolvers: ((addresses: string[]) => void)[] = [];
  const resolve = () => {
    lookUps++;
    return new Promise<string[]>((resolver) => resolvers.push(resolver));
  };
  const slow: TargetRules = { allowLoopback: false, resolve };
  const set = Array.from({ length: 20 }, (_, i) => requireUrl(`https://slow-${i}.example/`, slow));
  expect(lookUps).toBe(3);
  await Promise.all(set.slice(3));
  for (const resolver of resolvers) resolver(['1.1.1.1']);
  await Promise.all(set);
  // No look-up is waiting any more, so names are looked up again.
  await expect(requireUrl('https://unspecified.example/', strict)).rejects.toBeInstanceOf(Problem);
});

test('An absent webhook URL is accepted', async () => {
  for (const details of [undefined, null, {}, { webhook_url: null }])
    await expect(requireWebhookTarget({ webhookTargets: strict }, details)).resolves.toBeUndefined();
});
const addresses = [
  'http://shop.example/hooks',
  'https://user:opensesame@shop.example/',
  'https://2130706433/',
  'https://[::ffff:7f00:1]/',
  'https://localhost/',
  'https://metadata.google.internal/',
  'https://public-and-private.example/',
];

test.for(addresses)(
  'The REST and GraphQL APIs reject the webhook URL %s alike',
  async (url, { mutations, post, service }) => {
    const { status, body, text } = await post({
      merchant_id: 'never',
      webhook_details: { webhook_url: url },
    });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', param]);
    expect(text).not.toContain('opensesame');
    for (const [name, input, selection, key] of mutations(url)) {
      const refused = await mutationError(service, key, name, input, selection);
      expect([name, ...refused]).toEqual([name, 'invalid_parameter', param]);
    }
  },
);

test('The REST API rejects every hostile webhook URL', async ({ post }) => {
  for (const url of hostile) {
    const { status, body } = await post({ merchant_id: 'never', webhook_details: { webhook_url: url } });
    expect([url, status, body.error.code, body.error.param]).toEqual([url, 400, 'invalid_parameter', param]);
  }
});

test('The GraphQL API accepts a public webhook URL, even if it does not resolve yet', async ({
  mutations,
  service,
}) => {
  for (const url of ['https://93.184.215.14/hooks', 'https://nowhere.example/hooks']) {
    for (const [name, input, selection, key] of mutations(url).slice(1)) {
      expect((await mutate(service, key, name, input, selection)).userErrors).toEqual([]);
    }
  }
});
