import { expect } from 'vitest';
import { type Permission, roles } from '../../../src/core/foundation/permissions.ts';
import { allResources, type DescribedClass, fieldsOf } from '../../../src/core/model/index.ts';
import { figure } from '../../kit/figure.ts';
import { graphql } from '../../kit/graphql.ts';
import { test } from '../../kit/test.ts';

const SECRET = 'https://hooks.example.com/services/T0/B0/s3cretPath?token=s3cretQuery';

/** The flagged fields of resources, including nested objects. */
function flagged(): string[] {
  const classes = new Set<DescribedClass>(allResources().map(({ target }) => target));
  for (const target of classes) for (const field of fieldsOf(target)) if (field.of) classes.add(field.of());
  return [...classes]
    .flatMap((target) =>
      fieldsOf(target)
        .filter(({ secretPath }) => secretPath)
        .map(({ name }) => `${target.name}.${name}`),
    )
    .sort();
}

test('Webhook addresses are shown in full to callers who may change them, and by origin to others', async ({
  api,
  client,
  service,
  shop,
  task,
}) => {
  expect(flagged()).toEqual(['WebhookDelivery.url', 'WebhookDetails.webhook_url', 'WebhookEndpoint.url']);
  // Every encrypted address is one.
  for (const { target } of allResources()) {
    const silent = fieldsOf(target).filter(
      ({ encrypted, format, secretPath }) => encrypted && format === 'url' && !secretPath,
    );
    expect([target.name, silent.map(({ name }) => name)]).toEqual([target.name, []]);
  }

  const profile = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
  const account = `/accounts/${shop.merchantId}`;
  for (const path of [profile, account])
    expect((await api.post(path, { webhook_details: { webhook_url: SECRET } })).status).toBe(200);
  const endpoint = await shop.webhookEndpoint({ url: SECRET });
  const delivery = await shop.webhookDelivery(await shop.event(), { url: SECRET });
  const places: readonly (readonly [path: string, manages: Permission])[] = [
    [profile, 'settings:write'],
    [`/account/${shop.merchantId}/business_profile`, 'settings:write'],
    [`/webhook_endpoints/${endpoint}`, 'settings:write'],
    ['/webhook_endpoints', 'settings:write'],
    [`/webhook_deliveries/${delivery}`, 'webhooks:write'],
    ['/webhook_deliveries', 'webhooks:write'],
  ];
  const documents: readonly (readonly [document: string, manages: Permission])[] = [
    [
      `{ businessProfile(profileId: "${shop.profileId}") { webhookDetails { webhookUrl } } }`,
      'settings:write',
    ],
    ['{ businessProfiles { nodes { webhookDetails { webhookUrl } } } }', 'settings:write'],
    [
      `{ merchantAccount(merchantId: "${shop.merchantId}") { webhookDetails { webhookUrl } } }`,
      'settings:write',
    ],
    ['{ webhookEndpoints { nodes { url } } }', 'settings:write'],
    ['{ webhookDeliveries { nodes { url } } }', 'webhooks:write'],
  ];
  const callers: Record<string, readonly Permission[]> = {
    ...roles,
    reader: ['settings:read', 'events:read'],
    'of settings': ['settings:read', 'settings:write', 'events:read'],
    'of webhooks': ['settings:read', 'webhooks:write', 'events:read'],
  };
  let looked = 0;
  const check = (what: string, text: string, isWhole: boolean) => {
    expect([what, text.includes('s3cretPath'), text.includes('s3cretQuery')]).toEqual([
      what,
      isWhole,
      isWhole,
    ]);
    expect([what, text.includes('https://hooks.example.com/')]).toEqual([what, true]);
    looked++;
  };
  for (const [name, permissions] of Object.entries(callers)) {
    const key = await shop.apiKey({ permissions });
    for (const [path, manages] of places) {
      if (manages === 'webhooks:write' && !permissions.includes('events:read')) continue;
      const { body, status } = await client.get(path, { key });
      expect([name, path, status]).toEqual([name, path, 200]);
      check(`${name} ${path}`, JSON.stringify(body), permissions.includes(manages));
    }
    for (const [document, manages] of documents) {
      if (manages === 'webhooks:write' && !permissions.includes('events:read')) continue;
      const { data } = await graphql(service, key, document);
      check(`${name} ${document}`, JSON.stringify(data), permissions.includes(manages));
    }
  }
  figure(task, `${looked} answers to ${Object.keys(callers).length} callers`);
});
