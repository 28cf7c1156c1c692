import { expect } from 'vitest';
import { notifyOfExpiringKeys } from '../../../src/core/access/expiring-keys.ts';
import { ApiKey } from '../../../src/core/entities/api-key.ts';
import type { Message } from '../../../src/core/foundation/ports/mail.ts';
import { sendNotificationMail } from '../../../src/core/notifications/send-mail.ts';
import { graphql } from '../../kit/graphql.ts';
import { insertRow } from '../../kit/insert.ts';
import { mutate } from '../../kit/mutate.ts';
import type { TestServiceOptions } from '../../kit/service.ts';
import { testApart as base } from '../../kit/test.ts';

const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const test = base
  .extend('outbox', { scope: 'file' }, (): Message[] => [])
  .extend(
    'serviceOptions',
    { scope: 'file' },
    ({ outbox }): TestServiceOptions => ({
      mail: { post: (message) => outbox.push(message), drain: async () => {} },
    }),
  )
  .extend(
    'run',
    ({ service }) =>
      (text: string, ...values: unknown[]) =>
        service.database.rows.query<Record<string, unknown>>({ text, values }, null),
  )
  .extend(
    'notify',
    ({ service }) =>
      () =>
        notifyOfExpiringKeys(service.contextFor({ kind: 'admin_key' }, 'job')),
  );

test('Owners are notified 30 and 7 days before a key expires, once each', async ({
  notify,
  otherShop,
  outbox,
  run,
  service,
  shop,
}) => {
  await shop.teamMember({ email: 'owner@example.com', role: 'owner' });
  await shop.teamMember({ email: 'admin@example.com', role: 'admin' });
  await otherShop.teamMember({ email: 'other@example.com', role: 'owner' });
  const create = async (name: string, expiresAt: string | null) => {
    const { payload } = await mutate(
      service,
      shop.key,
      'createApiKey',
      { name, expiresAt },
      'apiKey { keyId }',
    );
    return payload.apiKey.keyId as string;
  };
  const keyId = await create('server', inDays(40));
  await create('for ever', null);
  // Created to end soon, so not forgotten.
  await create('of a day', inDays(1));
  const revoked = await create('revoked', inDays(40));
  await mutate(service, shop.key, 'revokeApiKey', { keyId: revoked }, '__typename');
  // Created before this release.
  const former = {
    merchant_id: shop.merchantId,
    name: 'former',
    prefix: 'sk_test_',
    last4: 'abcd',
    hash: 'a'.repeat(64),
  };
  await insertRow(service, ApiKey, {
    ...former,
    key_id: 'key_former',
    created_at: inDays(-300),
    expires_at: inDays(6),
  });
  const endsIn = (days: number) =>
    run(`update api_keys set expires_at = now() + $1 * interval '1 day' where key_id = any($2)`, days, [
      keyId,
      revoked,
    ]);
  const noticed = async () => {
    const rows = await run(
      `select object_id from notifications where kind = 'key_expires' and merchant_id = $1 order by created_at`,
      shop.merchantId,
    );
    return rows.map(({ object_id: id }) => id);
  };

  expect(await notify()).toBe(1);
  expect(await noticed()).toEqual(['key_former']);
  await endsIn(29.9);
  // Two concurrent processes notify once.
  expect((await Promise.all([notify(), notify()])).sort()).toEqual([0, 1]);
  expect(await noticed()).toEqual(['key_former', keyId]);
  await endsIn(8);
  expect(await notify()).toBe(0);
  await endsIn(6.9);
  expect([await notify(), await notify()]).toEqual([1, 0]);
  expect(await noticed()).toEqual(['key_former', keyId, keyId]);
  await endsIn(-1);
  expect(await notify()).toBe(0);

  await sendNotificationMail(service.contextFor({ kind: 'admin_key' }, 'job'));
  const mails = outbox.filter(({ before }) => before.includes(keyId));
  expect(mails.map(({ to }) => to)).toEqual(['owner@example.com', 'owner@example.com']);
  expect(mails[0]!.before).toContain('ends on');

  // A later expiry starts over.
  await mutate(service, shop.key, 'updateApiKey', { keyId, expiresAt: inDays(90) }, '__typename');
  await endsIn(20);
  expect(await notify()).toBe(1);
});

test('Keys unused for 90 days are listed', async ({ api, run, service, shop }) => {
  const ids = ['key_used', 'key_idle', 'key_new', 'key_never_used'];
  for (const key_id of ids) await shop.apiKey({ key_id });
  const set = (id: string, column: string, days: number) =>
    run(`update api_keys set ${column} = now() - $1 * interval '1 day' where key_id = $2`, days, id);
  for (const id of ['key_used', 'key_idle', 'key_never_used']) await set(id, 'created_at', 200);
  await set('key_used', 'last_used_at', 89);
  await set('key_idle', 'last_used_at', 91);
  const { data } = await graphql(
    service,
    shop.key,
    '{ idle: apiKeys(filter: { inactive: { eq: true } }) { nodes { keyId } } used: apiKeys(filter: { inactive: { eq: false } }) { nodes { keyId } } }',
  );
  const idsOf = (list: { nodes: { keyId: string }[] }) =>
    list.nodes
      .map(({ keyId }) => keyId)
      .filter((id) => ids.includes(id))
      .sort();
  expect(idsOf(data.idle)).toEqual(['key_idle', 'key_never_used']);
  expect(idsOf(data.used)).toEqual(['key_new', 'key_used']);
  const { body, status } = await api.get(`/api_keys/${shop.merchantId}?inactive=true`);
  expect(status).toBe(200);
  expect(body.data.map(({ key_id }: { key_id: string }) => key_id).sort()).toEqual([
    'key_idle',
    'key_never_used',
  ]);
});
