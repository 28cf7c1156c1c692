import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../../src/core/foundation/errors.ts';
import type { TargetRules } from '../../../src/core/foundation/webhook-targets.ts';
import { requireWebhookTarget } from '../../../src/core/webhook-endpoints/require-target.ts';
import { clientOf } from '../../kit/client.ts';
import { mutate, mutationRefusal } from '../../kit/mutate.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { hostileResolve, hostileTargets } from './hostile-targets.ts';

const param = 'webhook_details.webhook_url';
const strict: TargetRules = { allowLoopback: false, resolve: hostileResolve };
const hostile = hostileTargets
  .filter(({ reason }) => reason !== 'unresolved')
  .map(({ url }) => url.replace('{port}', '8443'));
const requireUrl = (webhook_url: string | null, webhookTargets: TargetRules) =>
  requireWebhookTarget({ webhookTargets }, { webhook_url });

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

test('The rejection of a webhook URL says how to correct it', async () => {
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
  await requireUrl('https://nowhere.example/', strict);
  await requireUrl('https://empty.example/', strict);
});

test('A webhook URL whose name does not resolve in time is accepted', async () => {
  let asked = 0;
  const resolve = () => {
    asked++;
    return new Promise<never>(() => {});
  };
  await requireUrl('https://slow.example/', { allowLoopback: false, resolve });
  expect(asked).toBe(1);
});

test('A webhook URL is accepted without a look-up while three others wait for one', async () => {
  let asked = 0;
  const answers: ((addresses: string[]) => void)[] = [];
  const resolve = () => {
    asked++;
    return new Promise<string[]>((answer) => answers.push(answer));
  };
  const slow: TargetRules = { allowLoopback: false, resolve };
  const set = Array.from({ length: 20 }, (_, i) => requireUrl(`https://slow-${i}.example/`, slow));
  expect(asked).toBe(3);
  await Promise.all(set.slice(3));
  for (const answer of answers) answer(['1.1.1.1']);
  await Promise.all(set);
  // None waits any more, so names are looked up again.
  await expect(requireUrl('https://unspecified.example/', strict)).rejects.toBeInstanceOf(Problem);
});

test('An absent webhook URL is accepted', async () => {
  for (const details of [undefined, null, {}, { webhook_url: null }])
    await requireWebhookTarget({ webhookTargets: strict }, details);
});

describe('both faces', () => {
  let service: TestService;
  let shop: SeededMerchant;

  beforeAll(async () => {
    service = await startTestService({ webhookTargets: strict });
    shop = await seedMerchant(service);
  });
  afterAll(() => service.close());

  const post = (body: object) => clientOf(service).post('/accounts', { key: service.adminApiKey, body });
  const mutations = (webhookUrl: string) => {
    const webhookDetails = { webhookUrl };
    const account = 'merchantAccount { merchantId }';
    const profile = 'businessProfile { profileId }';
    return [
      ['createMerchantAccount', { merchantId: 'never', webhookDetails }, account, service.adminApiKey],
      ['updateMerchantAccount', { merchantId: shop.merchantId, webhookDetails }, account, shop.key],
      ['createBusinessProfile', { profileName: 'never', webhookDetails }, profile, shop.key],
      ['updateBusinessProfile', { profileId: shop.profileId, webhookDetails }, profile, shop.key],
    ] as const;
  };
  const addresses = [
    'http://shop.example/hooks',
    'https://user:opensesame@shop.example/',
    'https://2130706433/',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://metadata.google.internal/',
    'https://public-and-private.example/',
  ];

  test.each(addresses)('The REST and GraphQL APIs reject the webhook URL %s alike', async (url) => {
    const { status, body, text } = await post({
      merchant_id: 'never',
      webhook_details: { webhook_url: url },
    });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', param]);
    expect(text).not.toContain('opensesame');
    for (const [name, input, selection, key] of mutations(url)) {
      const refused = await mutationRefusal(service, key, name, input, selection);
      expect([name, ...refused]).toEqual([name, 'invalid_parameter', param]);
    }
  });

  test('The REST API rejects every hostile webhook URL', async () => {
    for (const url of hostile) {
      const { status, body } = await post({ merchant_id: 'never', webhook_details: { webhook_url: url } });
      expect([url, status, body.error.code, body.error.param]).toEqual([
        url,
        400,
        'invalid_parameter',
        param,
      ]);
    }
  });

  test('The GraphQL API accepts a public webhook URL, and one that does not resolve yet', async () => {
    for (const url of ['https://93.184.215.14/hooks', 'https://nowhere.example/hooks']) {
      for (const [name, input, selection, key] of mutations(url).slice(1)) {
        expect((await mutate(service, key, name, input, selection)).userErrors).toEqual([]);
      }
    }
  });
});
