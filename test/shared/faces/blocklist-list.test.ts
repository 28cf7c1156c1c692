import { expect } from 'vitest';
import { listBlocked } from '../../../src/core/value-lists/list-blocked.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { addListLines, formOf, sendListFile } from '../../kit/list-file.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { sweepRounds } from '../../kit/sweep-rounds.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend(
    'listBlocked',
    ({ service }) =>
      () =>
        listBlocked(service.contextFor({ kind: 'admin_key' }, 'req_test')),
  )
  .extend('both', async ({ client, listBlocked, shop, service }) => {
    const { key } = shop;
    const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      (await client.request(method, path, { key, ...(body && { body }) })).body;
    // The seeded merchant is one of a release before blocklists were lists.
    await listBlocked();
    const graphql = graphqlClient(service, key);
    return {
      ...{ key, call },
      mutate: async (name: string, input: object) => {
        const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
        const text = `mutation ($input: ${type}!) { ${name}(input: $input) { userErrors { code message } } }`;
        const { userErrors } = (await graphql.data(text, { input }))[name];
        expect([name, userErrors]).toEqual([name, []]);
      },
      blocked: async (): Promise<string[]> =>
        (await call('GET', '/blocklist?limit=100')).data
          .map(({ fingerprint_id }: { fingerprint_id: string }) => fingerprint_id)
          .sort(),
      entries: async (): Promise<{ value: string; entry_id: string; reason: string | null }[]> =>
        (await call('GET', '/lists/blocklist/entries?limit=100')).data,
    };
  });

const kinds = { fingerprint: 'fp_Abcdefgh-1', card_bin: '424242', extended_card_bin: '42424299' } as const;

test('Of the blocklist and its list, each shows what the other adds and no more what it removes', async ({
  both: { blocked, call, entries, key, mutate },
  service,
}) => {
  const adds: Record<string, (type: string, value: string) => Promise<unknown>> = {
    blocklist: (type, data) => call('POST', '/blocklist', { type, data }),
    addToBlocklist: (type, data) => mutate('addToBlocklist', { type, data }),
    list: (_, value) => call('POST', '/lists/blocklist/entries', { entries: [{ value }] }),
    addListEntries: (_, value) => mutate('addListEntries', { listId: 'blocklist', entries: [{ value }] }),
    file: async (_, value) => {
      await sendListFile(service, key, 'blocklist', formOf(`value\n${value}\n`));
      await addListLines(service);
    },
    batch: async (type, data) => {
      const path = '/blocklist/batch';
      const form = formOf(`type,data,metadata\n${type},${data},reason=fraud\n`);
      const answer = await fetch(service.url + path, {
        method: 'POST',
        headers: { 'api-key': key },
        body: form,
      });
      expect(await answer.json()).toMatchObject({ total_rows: 1, status: 'initiated' });
      await addListLines(service);
    },
  };
  const entryOf = async (value: string) => (await entries()).find((one) => one.value === value)!.entry_id;
  const removes: Record<string, (type: string, value: string) => Promise<unknown>> = {
    blocklist: (type, data) => call('DELETE', '/blocklist', { type, data }),
    removeFromBlocklist: (type, data) => mutate('removeFromBlocklist', { type, data }),
    list: async (_, value) => call('DELETE', `/lists/blocklist/entries/${await entryOf(value)}`),
    deleteListEntry: async (_, value) =>
      mutate('deleteListEntry', { listId: 'blocklist', entryId: await entryOf(value) }),
  };
  await call('POST', '/blocklist', { type: 'card_bin', data: '400000' });
  const same = async () => {
    const listed = (await entries()).map(({ value }) => value).sort();
    expect(listed).toEqual(await blocked());
    return listed;
  };
  for (const [by, add] of Object.entries(adds)) {
    for (const [off, remove] of Object.entries(removes)) {
      for (const [type, value] of Object.entries(kinds)) {
        await add(type, value);
        await adds.blocklist!(type, value);
        await adds.list!(type, value);
        expect([by, await same()]).toEqual([by, ['400000', value].sort()]);
        const [entry] = (await call('GET', '/blocklist?limit=1')).data;
        expect(entry.data_kind).toBe(type === 'fingerprint' ? 'payment_method' : type);
        await remove(type, value);
        expect([off, await same()]).toEqual([off, ['400000']]);
      }
    }
  }
});

test('An entry of the list blocks until it expires; the list is built in, and names cards in rules', async ({
  both: { blocked, call, entries, mutate },
  client,
  service,
  shop,
}) => {
  const expires_at = '2099-01-01T00:00:00.000Z';
  await call('POST', '/lists/blocklist/entries', {
    entries: [{ value: '42424242', expires_at, reason: 'fraud' }],
  });
  const pay = async () => {
    const payment_method_data = { card: cardOf(cards.good) };
    const body = { amount: 100, currency: 'USD', confirm: true, payment_method_data };
    const { body: paid } = await client.post('/payments', { key: shop.key, body });
    return paid.error?.code ?? paid.status;
  };
  await expect.poll(pay, { timeout: 60_000 }).toBe('blocked');
  const expire = (table: string) =>
    service.database.rows.query(
      {
        text: `update ${table} set expires_at = now() - interval '1 hour' where merchant_id = $1`,
        values: [shop.merchantId],
      },
      shop.merchantId,
    );
  await expire('blocklist_entries');
  expect(await pay()).toBe('succeeded');
  await expire('list_entries');
  await sweepRounds.retention!(service.contextFor({ kind: 'admin_key' }, 'req_test'));
  expect([await entries(), await blocked()]).toEqual([[], []]);

  const list = await call('GET', '/lists/blocklist');
  expect(list).toMatchObject({ list_id: 'blocklist', name: 'blocklist', kind: 'card' });
  expect((await call('GET', '/lists')).data).toEqual([list]);
  expect((await call('DELETE', '/lists/blocklist')).error.code).toBe('unexpected_state');
  const refused = await call('POST', '/lists/blocklist/entries', { entries: [{ value: '4242424' }] });
  expect(refused.error.param).toBe('entries[0].value');
  await mutate('createRuleset', {
    decision: 'risk',
    name: 'x',
    profileId: shop.profileId,
    rules: [{ name: 'add', then: { risk: 'allow', add_to_list: { list: 'blocklist', field: 'card_isin' } } }],
  });
});

test('A blocklist of the release before becomes a list, and a new merchant has one', async ({
  both: { blocked, call, entries },
  client,
  listBlocked,
  service,
  shop,
}) => {
  await service.database.rows.query(
    {
      text: `insert into blocklist_entries (merchant_id, fingerprint_id, data_kind, created_at)
             values ($1, '411111', 'card_bin', now()), ($1, 'fp_old', 'payment_method', now())`,
      values: [shop.merchantId],
    },
    shop.merchantId,
  );
  expect(await entries()).toEqual([]);
  expect(await listBlocked()).toBeGreaterThanOrEqual(2);
  expect((await entries()).map(({ value }) => value).sort()).toEqual(['411111', 'fp_old']);
  await call('DELETE', `/lists/blocklist/entries/${(await entries())[0]!.entry_id}`);
  expect(await blocked()).toHaveLength(1);
  const key = service.adminApiKey;
  await client.post('/accounts', { key, body: { merchant_id: 'with_blocklist' } });
  const made = await client.get('/lists/blocklist?merchant_id=with_blocklist', { key });
  expect(made.body).toMatchObject({ list_id: 'blocklist', kind: 'card' });
});
