import { expect } from 'vitest';
import { ListKind } from '../../../src/core/entities/value-list.ts';
import { fitsList } from '../../../src/core/entities/values/list-values.ts';
import { facts } from '../../../src/core/entities/values/rule-facts.ts';
import { countSteadyStatements, heldClock } from '../../kit/count-statements.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('serviceOptions', { scope: 'file' }, heldClock)
  .extend('sandbox', ({ service }) => sandboxShop(service))
  .extend('lists', async ({ client, sandbox, service }) => {
    const { key, profileId } = sandbox;
    const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
    const get = async (path: string) => (await client.get(path, { key })).body;
    const graphql = graphqlClient(service, key);
    let made = 0;
    return {
      ...{ key, post, get, graphql },
      create: async (kind: string, name = `${kind} ${++made}`) => {
        const list = await post('/lists', { name, kind });
        expect(list.error).toBeUndefined();
        return list.list_id as string;
      },
      risk: (rules: object[]) =>
        post('/rulesets', { decision: 'risk', name: 'lists', profile_id: profileId, rules }),
      evaluate: async (ruleset_id: string, payment: object) => {
        const asked = {
          profile_id: profileId,
          ruleset_id,
          payment: { amount: 1, currency: 'EUR', payment_method: 'card', ...payment },
        };
        const { error, results } = await post('/rulesets/evaluate', asked);
        expect(error).toBeUndefined();
        return results.find(({ decision }: { decision: string }) => decision === 'risk')?.rule ?? null;
      },
    };
  });

/** Of each kind, a value as it is written, the same as it is compared, another, and invalid ones. */
const samples: Readonly<Record<string, readonly [string, string, string, readonly string[]]>> = {
  card: ['424242', '42424299', '40000000', ['42424', '4242424', '424242424242', 'short']],
  bin: ['424242', '42424299', '40000000', ['42424', '424242424', '4242x2']],
  card_fingerprint: ['fp_abcdefgh', 'fp_abcdefgh', 'fp_others', ['4242424242424242', 'short']],
  email: ['Ada@Example.com', 'ada@example.COM', 'eve@example.com', ['ada', '@example.com']],
  email_domain: ['@Example.com', 'example.com', 'example.org', ['example', 'a b.com']],
  ip_address: ['2001:DB8::0:1', '2001:db8::1', '2001:db8::2', ['203.0.113', '2001:db8::1%eth0']],
  country: ['de', 'DE', 'FR', ['DEU', 'XX']],
  customer: ['cus_1', 'cus_1', 'cus_2', ['a b', '4242424242424242']],
  phone: ['030 / 123-456', '(030) 123456', '030123457', ['+49 30 123456', '12']],
};

/** What a list shows to everybody. */
const hints: Readonly<Record<string, RegExp>> = {
  card: /^424242$/,
  bin: /^424242$/,
  card_fingerprint: /^\*+efgh$/,
  email: /^a•••@example\.com$/,
  email_domain: /^example\.com$/,
  ip_address: /^\*+8::1$/,
  country: /^DE$/,
  customer: /^\*+1$/,
  phone: /^\*+\d{4}$/,
};

const listed = Object.entries(facts).flatMap(([field, fact]) =>
  'list' in fact
    ? ListKind.values.filter((kind) => fitsList(kind, fact.list)).map((kind) => [field, kind] as const)
    : [],
);

test('Every kind of list has a fact, and every fact with a kind is compared as its values are', async ({
  lists,
}) => {
  const { create, evaluate, get, post, risk } = lists;
  expect(new Set(listed.map(([, kind]) => kind))).toEqual(new Set(ListKind.values));
  for (const kind of ListKind.values) {
    const [written, same, other, invalid] = samples[kind]!;
    const id = await create(kind);
    const refused = await post(`/lists/${id}/entries`, {
      entries: [{ value: written }, ...invalid.map((value) => ({ value }))],
    });
    expect(
      refused.error.errors?.map(({ param }: { param: string }) => param) ?? [refused.error.param],
    ).toEqual(invalid.map((_, i) => `entries[${i + 1}].value`));
    const added = await post(`/lists/${id}/entries`, { entries: [{ value: written, reason: 'once' }] });
    expect(added).toEqual({ added: 1, entry_ids: [expect.stringMatching(/^lse_/)] });
    const again = await post(`/lists/${id}/entries`, { entries: [{ value: written }] });
    expect(again).toEqual({ added: 0, entry_ids: added.entry_ids });
    const [entry] = (await get(`/lists/${id}/entries`)).data;
    expect(entry).toMatchObject({ hint: expect.stringMatching(hints[kind]!), reason: 'once', list_id: id });
    expect(await get(`/lists/${id}`)).toMatchObject({ kind, list_id: id });
    // The samples of a list of cards are BINs.
    const isSampled = ([name, of]: readonly [string, string]) =>
      of === kind && !(kind === 'card' && name === 'card_fingerprint');
    for (const field of listed.filter(isSampled).map(([name]) => name)) {
      const { name } = await get(`/lists/${id}`);
      const ruleset = await risk([
        { name: 'in', when: { field, comparison: 'in_list', value: name }, then: { risk: 'block' } },
        { name: 'out', when: { field, comparison: 'not_in_list', value: id }, then: { risk: 'allow' } },
      ]);
      // A ruleset keeps the identifier, so that a renamed list stays.
      expect(ruleset.rules[0].when.value).toBe(id);
      const decided = [];
      for (const value of [same, other, undefined]) {
        decided.push(await evaluate(ruleset.ruleset_id, value === undefined ? {} : { [field]: value }));
      }
      expect([field, ...decided]).toEqual([field, 'in', 'out', 'out']);
    }
  }
});

test('Rules name lists that exist and fit the fact; both faces refuse others by path', async ({ lists }) => {
  const { create, graphql, risk } = lists;
  const emails = await create('email', 'Known addresses');
  const refusal = async (when: object) => {
    const body = await risk([{ name: 'one', when: { all: [{ not: when }] }, then: { risk: 'block' } }]);
    const mutation = `mutation ($input: CreateRulesetInput!) {
      createRuleset(input: $input) { userErrors { code field message } } }`;
    const rules = [{ name: 'one', when: { all: [{ not: when }] }, then: { risk: 'block' } }];
    const { createRuleset } = await graphql.data(mutation, { input: { decision: 'risk', name: 'x', rules } });
    expect(createRuleset.userErrors[0].code.toLowerCase()).toBe(body.error.code);
    return [body.error.code, body.error.param];
  };
  const path = 'rules[0].when.all[0].not';
  const compare = (field: string, value: unknown) => ({ field, comparison: 'in_list', value });
  expect(await refusal(compare('email', 'nobody'))).toEqual(['resource_not_found', `${path}.value`]);
  expect(await refusal(compare('phone', emails))).toEqual(['invalid_parameter', `${path}.value`]);
  expect(await refusal(compare('phone', 'Known addresses'))).toEqual(['invalid_parameter', `${path}.value`]);
  expect(await refusal(compare('email', 1))).toEqual(['invalid_parameter', `${path}.value`]);
  expect(await refusal(compare('amount', emails))).toEqual(['invalid_parameter', `${path}.comparison`]);
});

test('A confirmation looks up all lists in one statement, and expired entries do not count', async ({
  lists,
  sandbox,
  service,
  client,
}) => {
  const { create, graphql, key, post, risk, get } = lists;
  const [bins, emails] = [await create('bin'), await create('email')];
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const { entry_ids: ids } = await post(`/lists/${emails}/entries`, {
    entries: [{ value: 'ada@example.com', expires_at: later }],
  });
  await post(`/lists/${bins}/entries`, { entries: [{ value: '400000' }] });
  const past = await post(`/lists/${bins}/entries`, {
    entries: [{ value: '424242', expires_at: '2020-01-01T00:00:00Z' }],
  });
  expect(past.error.param).toBe('entries[0].expires_at');
  const pay = async () => {
    const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
    const { body } = await client.post('/payments', {
      key,
      body: {
        amount: 100,
        currency: 'USD',
        confirm: true,
        email: 'Ada@example.com',
        payment_method_data: { card },
      },
    });
    return body;
  };
  const before = await countSteadyStatements(pay);
  const ruleset = await risk([
    {
      name: 'bin',
      when: { field: 'card_isin', comparison: 'in_list', value: bins },
      then: { risk: 'allow' },
    },
    {
      name: 'email',
      when: { field: 'email', comparison: 'in_list', value: emails },
      then: { risk: 'allow' },
    },
  ]);
  await post(`/rulesets/${ruleset.ruleset_id}/activate`);
  const ruleOf = (paid: { decisions: { decision: string; rule: string }[] }) =>
    paid.decisions.find(({ decision }) => decision === 'risk')?.rule;
  await expect.poll(async () => ruleOf(await pay()), { timeout: 60_000 }).toBe('email');
  const after = await countSteadyStatements(pay);
  const asking = after.filter((text) => text.includes('list_entries'));
  expect(asking).toHaveLength(1);
  expect(after.length).toBe(before.length + 1);

  // Expired, and not swept yet.
  await service.database.rows.query(
    {
      text: "update list_entries set expires_at = now() - interval '1 hour' where entry_id = $1",
      values: [ids[0]],
    },
    sandbox.merchantId,
  );
  expect(ruleOf(await pay())).toBeNull();
  const mutation = `mutation ($input: DeleteListEntryInput!) {
    deleteListEntry(input: $input) { listEntry { entryId hint } userErrors { code } } }`;
  const input = { listId: emails, entryId: ids[0] };
  const { deleteListEntry } = await graphql.data(mutation, { input });
  expect(deleteListEntry.listEntry).toEqual({ entryId: ids[0], hint: 'a•••@example.com' });
  expect((await get(`/lists/${emails}/entries/${ids[0]}`)).error.code).toBe('resource_not_found');
});

test('Both faces show the same list, and values only to callers who may read personal data', async ({
  lists,
  sandbox,
  client,
}) => {
  const { create, graphql, get, post } = lists;
  const id = await create('email');
  const { entry_ids: ids } = await post(`/lists/${id}/entries`, { entries: [{ value: 'ada@example.com' }] });
  const { valueList, listEntries } = await graphql.data(
    `query ($id: ID!) {
       valueList(listId: $id) { listId kind }
       listEntries(filter: { listId: { eq: $id } }) { nodes { entryId value hint } } }`,
    { id },
  );
  expect(valueList).toEqual({ listId: id, kind: 'email' });
  expect(listEntries.nodes).toEqual([
    { entryId: ids[0], value: 'ada@example.com', hint: 'a•••@example.com' },
  ]);
  const key = (
    await post(`/api_keys/${sandbox.merchantId}`, {
      name: 'reader',
      expiration: 'never',
      permissions: ['settings:read'],
    })
  ).api_key;
  const masked = (await client.get(`/lists/${id}/entries/${ids[0]}`, { key })).body;
  expect([masked.value, masked.hint]).toEqual(['a•••', 'a•••@example.com']);
  expect((await get(`/lists/${id}/entries/${ids[0]}`)).value).toBe('ada@example.com');
  // A card number is no value, and no reason.
  const refused = await post(`/lists/${id}/entries`, {
    entries: [{ value: 'eve@example.com', reason: 'used 4242 4242 4242 4242' }],
  });
  expect(refused.error.param).toBe('entries[0].reason');
});

test('Both faces find a value of every kind in any notation, and only callers who may read it', async ({
  lists,
  sandbox,
  client,
}) => {
  const { create, get, graphql, post } = lists;
  const key = (
    await post(`/api_keys/${sandbox.merchantId}`, {
      name: 'reader',
      expiration: 'never',
      permissions: ['settings:read'],
    })
  ).api_key;
  const byGraphql = async (filter: object) => {
    const text = 'query ($filter: ListEntryFilter) { listEntries(filter: $filter) { nodes { entryId } } }';
    const { listEntries } = await graphql.data(text, { filter });
    return listEntries.nodes.map(({ entryId }: { entryId: string }) => entryId);
  };
  for (const kind of ListKind.values) {
    const [written, , other] = samples[kind]!;
    const [id, second] = [await create(kind, `found ${kind}`), await create(kind, `also ${kind}`)];
    const { entry_ids: ids } = await post(`/lists/${id}/entries`, {
      entries: [{ value: written }, { value: other }],
    });
    const { entry_ids: others } = await post(`/lists/${second}/entries`, { entries: [{ value: written }] });
    const byRest = async (value: string) => {
      const { data } = await get(`/lists/${id}/entries?${new URLSearchParams({ value })}`);
      return data.map(({ entry_id }: { entry_id: string }) => entry_id);
    };
    const { value } = await get(`/lists/${id}/entries/${ids[0]}`);
    for (const typed of [written, value, ` ${value} `]) {
      expect([kind, typed, await byRest(typed)]).toEqual([kind, typed, [ids[0]]]);
      const inList = { listId: { eq: id }, value: { eq: typed } };
      expect([kind, typed, await byGraphql(inList)]).toEqual([kind, typed, [ids[0]]]);
    }
    expect(await byRest('no such value')).toEqual([]);
    const inBoth = { listId: { in: [id, second] }, or: [{ value: { in: [written] } }] };
    expect(new Set(await byGraphql(inBoth))).toEqual(new Set([ids[0], others[0]]));
    const refused = await client.get(`/lists/${id}/entries?${new URLSearchParams({ value: written })}`, {
      key,
    });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not_permitted']);
  }
});

test('A risk rule adds a fact of the payment to a list, which decides about the next', async ({
  lists,
  client,
}) => {
  const { create, get, key, post, risk } = lists;
  const emails = await create('email', 'Seen addresses');
  const add = (list: string, field: string, expires_in: unknown = 3600) => ({
    name: 'add',
    then: { risk: 'allow', add_to_list: { list, field, expires_in } },
  });
  const params = async (rule: object) => {
    const { error } = await risk([rule]);
    return error.errors?.map(({ param }: { param: string }) => param) ?? [error.param];
  };
  const path = 'rules[0].then.add_to_list';
  expect(await params(add('Seen addresses', 'amount', 0))).toEqual([`${path}.field`, `${path}.expires_in`]);
  expect(await params(add('Seen addresses', 'phone'))).toEqual([`${path}.list`]);
  expect(await params(add('nobody', 'email'))).toEqual([`${path}.list`]);
  expect(await params(add('blocklist', 'email'))).toEqual([`${path}.list`]);
  const known = { field: 'email', comparison: 'in_list', value: 'Seen addresses' };
  const made = await risk([
    { name: 'known', when: known, then: { risk: 'allow' } },
    add('Seen addresses', 'email'),
  ]);
  expect(made.rules[1].then.add_to_list.list).toBe(emails);
  await post(`/rulesets/${made.ruleset_id}/activate`);
  const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
  const body = { amount: 100, currency: 'USD', confirm: true, payment_method_data: { card } };
  const ruleFor = async (email: string) => {
    const paid = (await client.post('/payments', { key, body: { ...body, email } })).body;
    return paid.decisions.find(({ decision }: { decision: string }) => decision === 'risk')?.rule;
  };
  await expect.poll(() => ruleFor('warm@example.com'), { timeout: 60_000 }).toBe('known');
  expect([await ruleFor('Ada@example.com'), await ruleFor('ada@Example.com')]).toEqual(['add', 'known']);
  const [entry] = (await get(`/lists/${emails}/entries`)).data;
  expect(entry).toMatchObject({ value: 'ada@example.com', reason: 'Rule "add"' });
  const seconds = (new Date(entry.expires_at).getTime() - new Date(entry.created_at).getTime()) / 1000;
  expect(seconds).toBe(3600);
});

test('A file of a list is what an import takes, with formulas escaped', async ({ lists, client }) => {
  const { create, key, post } = lists;
  const id = await create('customer');
  const entries = [
    { value: 'cus_a', reason: '=1+1' },
    { value: 'cus_b', expires_at: '2099-01-01T00:00:00.000Z' },
  ];
  for (const entry of entries) await post(`/lists/${id}/entries`, { entries: [entry] });
  const file = await client.get(`/lists/${id}/entries.csv`, { key });
  expect(file.text).toBe("value,expires_at,reason\r\ncus_a,,'=1+1\r\ncus_b,2099-01-01T00:00:00.000Z,\r\n");
});

test('Deleting a customer deletes the entries that name it, and no others', async ({ client, lists }) => {
  const { create, get, key, post } = lists;
  await post('/customers', { customer_id: 'cus_erased', email: 'Eve@example.com', phone: '0301234567' });
  const named = { customer: 'cus_erased', email: 'eve@EXAMPLE.com', phone: '030 1234567' } as const;
  const others = { customer: 'cus_other', email: 'adam@example.com', phone: '0307654321' } as const;
  const ids = new Map<string, string>();
  for (const [kind, value] of Object.entries(named)) {
    const id = await create(kind);
    ids.set(kind, id);
    const entries = [{ value }, { value: others[kind as keyof typeof others] }];
    expect(await post(`/lists/${id}/entries`, { entries })).toMatchObject({ added: 2 });
  }
  expect((await client.request('DELETE', '/customers/cus_erased', { key })).status).toBe(200);
  for (const [kind, id] of ids) {
    const left = (await get(`/lists/${id}/entries`)).data.map(({ value }: { value: string }) => value);
    expect([kind, left]).toEqual([kind, [others[kind as keyof typeof others]]]);
  }
});
