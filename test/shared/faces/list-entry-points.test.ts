import { expect } from 'vitest';
import { ListKind } from '../../../src/core/entities/value-list.ts';
import { fitsList } from '../../../src/core/entities/values/list-values.ts';
import { facts, ListedFact } from '../../../src/core/entities/values/rule-facts.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { addListLines, formOf, sendListFile } from '../../kit/list-file.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

type Json = Record<string, unknown>;

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('own', async ({ client, shop, service }) => {
    const { key, profileId } = shop;
    const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
    const get = async (path: string) => (await client.get(path, { key })).body;
    const graphql = graphqlClient(service, key);
    let made = 0;
    const rules = async (rule: object) => {
      const body = {
        decision: 'risk',
        name: 'held',
        profile_id: profileId,
        rules: [{ name: 'hold', ...rule }],
      };
      const { error, ruleset_id } = await post('/rulesets', body);
      expect(error).toBeUndefined();
      await post(`/rulesets/${ruleset_id}/activate`);
      return ruleset_id as string;
    };
    return {
      ...{ key, post, get, graphql, rules },
      create: async (kind: string) =>
        (await post('/lists', { name: `${kind} ${++made}`, kind })).list_id as string,
      mutate: async (name: string, input: object, selection = '') => {
        const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
        const text = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} userErrors { code field } } }`;
        return (await graphql.data(text, { input }))[name];
      },
    };
  });

/** Of each fact that lists may have, what a payment brings, and the value in a list. Null for a fact that it cannot bring. */
const written: {
  readonly [Name in (typeof ListedFact.values)[number]]: readonly [given: object, value: string] | null;
} = {
  card_isin: [{}, '42424242'],
  card_fingerprint: [{}, ''],
  customer_id: [{ customer_id: 'cus_listed' }, 'cus_listed'],
  ip_address: [{ browser_info: { ip_address: '2001:DB8::0:1' } }, '2001:db8::1'],
  email: [{ email: 'Ada@Example.com' }, 'ada@example.com'],
  email_domain: [{ email: 'Ada@Example.com' }, 'example.com'],
  phone: [{ phone: '030 / 123-456' }, '030123456'],
  country: [{ billing: { address: { country: 'DE' } } }, 'DE'],
  shipping_country: [{ shipping: { address: { country: 'FR' } } }, 'FR'],
  // Of a card that was entered, the connector's answer has it, after the rules.
  card_issuing_country: [{}, 'US'],
  // The test service has no database of addresses.
  ip_country: null,
};

const card = cardOf(cards.good);
const paid = {
  ...{ amount: 100, currency: 'USD', confirm: true, payment_method_data: { card } },
  ...Object.assign({}, ...Object.values(written).map((one) => one?.[0] ?? {})),
};

test('Every way to add a value of a kind leads to the same value', async ({ own, service }) => {
  const { create, get, graphql, key, mutate, post, rules } = own;
  const valuesOf = async (id: string) =>
    (await get(`/lists/${id}/entries`)).data.map(({ value }: { value: string }) => value);
  const pay = async (ruleset: string) => {
    let held: Json = {};
    await expect
      .poll(
        async () => {
          held = await post('/payments', paid);
          return (held.decisions as unknown as Json[]).map(({ ruleset_id }) => ruleset_id);
        },
        { timeout: 60_000 },
      )
      .toEqual([ruleset]);
    expect(held.status).toBe('requires_merchant_action');
    return held;
  };
  const seen = new Set<string>();
  for (const field of ListedFact.values) {
    const kinds = ListKind.values.filter((kind) => fitsList(kind, facts[field].list));
    expect([field, kinds.length > 0]).toEqual([field, true]);
    for (const kind of kinds) {
      if (!written[field]) continue;
      seen.add(kind);
      const lists = [];
      for (let i = 0; i < 6; i++) lists.push(await create(kind));
      const [byRule, byApproval, byRejection, byRest, byGraphql, byFile] = lists as [
        ...[string, string, string, string, string, string],
      ];
      const ruleset = await rules({ then: { risk: 'review', add_to_list: { list: byRule, field } } });
      const first = await pay(ruleset);
      const given = String(field === 'card_fingerprint' ? first.fingerprint : written[field][1]);
      const raw = { email: 'ADA@example.COM', ip_address: '2001:db8:0::1', phone: '(030) 123456' }[
        kind as 'email'
      ];
      const value = raw ?? given;
      const approved = await post(`/payments/${first.payment_id}/approve`, {
        add_to_list: { list: byApproval, field, expires_in: 3600 },
      });
      expect([field, approved.error?.message, approved.status]).toEqual([field, undefined, 'succeeded']);
      const second = await pay(ruleset);
      const { name } = await get(`/lists/${byRejection}`);
      const rejection = { paymentId: second.payment_id, addToList: { list: name, field } };
      expect((await mutate('rejectPayment', rejection)).userErrors).toEqual([]);
      await post(`/lists/${byRest}/entries`, { entries: [{ value }] });
      const added = await mutate('addListEntries', { listId: byGraphql, entries: [{ value }] });
      expect(added.userErrors).toEqual([]);
      await sendListFile(service, key, byFile, formOf(`value\n"${value}"\n`));
      await addListLines(service);
      for (const [way, id] of lists.entries()) {
        const isUnknown = field === 'card_issuing_country' && id === byRule;
        expect([field, kind, way, await valuesOf(id)]).toEqual([field, kind, way, isUnknown ? [] : [given]]);
      }
      const [entry] = (await get(`/lists/${byApproval}/entries`)).data;
      expect(entry.reason).toBe(`Approved ${first.payment_id}`);
      expect(new Date(entry.expires_at).getTime() - new Date(entry.created_at).getTime()).toBe(3_600_000);
      const [rejected] = (await get(`/lists/${byRejection}/entries`)).data;
      expect([rejected.reason, rejected.expires_at]).toEqual([`Rejected ${second.payment_id}`, null]);
    }
  }
  expect([...seen].sort()).toEqual([...ListKind.values].sort());
  const { listEntries } = await graphql.data('{ listEntries(first: 1) { totalCount } }');
  expect(listEntries.totalCount).toBeGreaterThan(0);
});

test('A decision and its addition are one, refused by path, and need only payments:capture', async ({
  own,
  client,
  shop,
}) => {
  const { create, get, mutate, post, rules } = own;
  const ruleset = await rules({ then: { risk: 'review' } });
  const emails = await create('email');
  let held: Json = {};
  await expect
    .poll(
      async () => {
        held = await post('/payments', { ...paid, email: null, customer_id: null });
        return (held.decisions as unknown as Json[])[0]?.ruleset_id;
      },
      { timeout: 60_000 },
    )
    .toBe(ruleset);
  const permissions = ['payments:read', 'payments:capture'];
  const made = { name: 'reviewer', expiration: 'never', permissions };
  const { api_key: key } = await post(`/api_keys/${shop.merchantId}`, made);
  const refused: [addition: object, code: string, param: string][] = [
    [{ list: emails, field: 'email' }, 'invalid_parameter', 'add_to_list.field'],
    [{ list: emails, field: 'phone' }, 'invalid_parameter', 'add_to_list.list'],
    [{ list: 'nobody', field: 'email' }, 'resource_not_found', 'add_to_list.list'],
    [{ list: emails, field: 'amount' }, 'invalid_parameter', 'add_to_list.field'],
    [{ list: emails, field: 'email', expires_in: 0 }, 'invalid_parameter', 'add_to_list.expires_in'],
    [{ field: 'email' }, 'missing_parameter', 'add_to_list.list'],
  ];
  for (const [addition, code, param] of refused) {
    for (const decision of ['approve', 'reject'] as const) {
      const path = `/payments/${held.payment_id}/${decision}`;
      const { body } = await client.post(path, { key, body: { add_to_list: addition } });
      expect([addition, body.error?.code, body.error?.param]).toEqual([addition, code, param]);
    }
  }
  const { list, ...rest } = { list: emails, field: 'phone' };
  const alike = await mutate('approvePayment', { paymentId: held.payment_id, addToList: { list, ...rest } });
  expect(alike.userErrors).toEqual([{ code: 'invalid_parameter', field: ['addToList', 'list'] }]);
  expect((await get(`/payments/${held.payment_id}`)).status).toBe('requires_merchant_action');
  expect((await get(`/lists/${emails}/entries`)).data).toEqual([]);
  const phones = await create('phone');
  const { body: approved } = await client.post(`/payments/${held.payment_id}/approve`, {
    key,
    body: { add_to_list: { list: phones, field: 'phone' } },
  });
  expect(approved.status).toBe('succeeded');
  expect((await get(`/lists/${phones}/entries`)).data).toHaveLength(1);
  // The same key reads no list, and adds to none.
  expect((await client.get(`/lists/${phones}/entries`, { key })).body.error.code).toBe('not_permitted');
  const adding = await client.post(`/lists/${phones}/entries`, {
    key,
    body: { entries: [{ value: '1234' }] },
  });
  expect(adding.body.error.code).toBe('not_permitted');
  const { data: log } = await get(`/audit_log?object_id=${phones}`);
  expect(log.map(({ action }: { action: string }) => action)).toContain('approvePayment');
});
