import { expect } from 'vitest';
import { runListImports } from '../../../src/core/value-lists/run-list-imports.ts';
import { REPLAYED_HEADER } from '../../../src/http/requests/responses.ts';
import { graphqlClient } from '../../kit/graphql-client.ts';
import { addListLines, formOf, purgeLists, sendListFile } from '../../kit/list-file.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('sandbox', ({ service }) => sandboxShop(service))
  .extend('lists', async ({ client, sandbox, service }) => {
    const { key, merchantId } = sandbox;
    const post = async (path: string, body: object = {}) => (await client.post(path, { key, body })).body;
    const get = async (path: string) => (await client.get(path, { key })).body;
    let made = 0;
    return {
      ...{ key, merchantId, post, get, graphql: graphqlClient(service, key) },
      create: async (kind: string) =>
        (await post('/lists', { name: `${kind} ${++made}`, kind })).list_id as string,
      send: (listId: string, content: string | Buffer, headers = {}) =>
        sendListFile(service, key, listId, formOf(content), headers),
      count: async (table: string, listId: string) => {
        const text = `select count(*)::int as rows from ${table} where list_id = $1`;
        const [row] = await service.database.rows.query<{ rows: number }>(
          { text, values: [listId] },
          merchantId,
        );
        return row!.rows;
      },
    };
  });

const later = '2099-01-01T00:00:00.000Z';

test('A file is imported: columns in any order, bad lines refused by number, and values found', async ({
  lists,
  service,
}) => {
  const { create, get, graphql, post, send } = lists;
  const id = await create('email');
  await post(`/lists/${id}/entries`, { entries: [{ value: 'known@example.com', reason: 'before' }] });
  const file = [
    '\uFEFFReason, value ,expires_at',
    `"Chargeback, ""fraud""",Ada@Example.com,${later}`,
    '',
    ',known@example.com,',
    "'=1+1,bob@example.com,",
    ',not an address,',
    ',eve@example.com,2001-01-01T00:00:00Z',
    ',,',
    ',ada@example.com,',
    'used 4242 4242 4242 4242,card@example.com,',
    '"open,quote@example.com,',
    `"a, b",two@example.com,${later}`,
    'too,many@example.com,,cells',
    `,${'x'.repeat(5000)},`,
    ',last@example.com',
  ].join('\r\n');
  const sent = await send(id, file);
  expect([sent.status, sent.body.error]).toEqual([200, undefined]);
  expect(sent.body).toMatchObject({
    list_id: id,
    status: 'pending',
    progress: 0,
    lines_total: 12,
    lines_read: 0,
  });
  expect(await addListLines(service)).toBe(12);
  const path = `/lists/${id}/entries/imports`;
  const ended = await get(`${path}/${sent.body.import_id}`);
  expect(ended).toMatchObject({
    ...{ status: 'succeeded', progress: 100, lines_total: 12, lines_read: 12 },
    ...{ lines_added: 4, lines_known: 2, lines_refused: 6, failure_reason: null },
    ended_at: expect.any(String),
  });
  expect(ended.refused.map(({ line }: { line: number }) => line)).toEqual([6, 7, 10, 11, 13, 14]);
  expect(JSON.stringify(ended.refused)).not.toMatch(/4242|eve@|not an address|quote@/);
  const { data } = await get(`${path}/${sent.body.import_id}/refused`);
  expect(data.map(({ line, reason }: { line: number; reason: string }) => ({ line, reason }))).toEqual(
    ended.refused,
  );
  const entries = (await get(`/lists/${id}/entries?limit=100`)).data;
  const shown = entries.map(({ expires_at, reason, value }: Record<string, string>) => [
    ...[value, expires_at, reason],
  ]);
  expect(shown.sort()).toEqual([
    // Its second line has no expiry, and leaves the reason.
    ['ada@example.com', null, 'Chargeback, "fraud"'],
    ['bob@example.com', null, '=1+1'],
    ['known@example.com', null, 'before'],
    ['last@example.com', null, null],
    ['two@example.com', later, 'a, b'],
  ]);
  // The file is gone, and the other face says the same.
  expect(await lists.count('list_import_batches', id)).toBe(0);
  const { listImport, listImportRefusals, listImports } = await graphql.data(
    `query ($id: ID!, $list: ID!) {
       listImport(importId: $id) { status linesAdded linesKnown linesRefused refused { line reason } }
       listImports(filter: { listId: { eq: $list } }) { nodes { importId } }
       listImportRefusals(filter: { importId: { eq: $id } }) { nodes { line reason } } }`,
    { id: sent.body.import_id, list: id },
  );
  const { refused } = ended;
  expect(listImport).toEqual({ status: 'succeeded', linesAdded: 4, linesKnown: 2, linesRefused: 6, refused });
  expect(listImports.nodes).toEqual([{ importId: sent.body.import_id }]);
  expect(listImportRefusals.nodes).toEqual(refused);
  expect((await get(path)).data).toEqual([ended]);
  const other = await create('email');
  expect((await get(`/lists/${other}/entries/imports/${sent.body.import_id}`)).error.code).toBe(
    'resource_not_found',
  );
});

test('What an export wrote, an import adds', async ({ client, lists, service }) => {
  const { create, get, key, post, send } = lists;
  const [from, to] = [await create('customer'), await create('customer')];
  const entries = [
    { value: 'cus_a', reason: '=1+1' },
    { value: 'cus_b', reason: 'a "quoted",\n one', expires_at: later },
  ];
  await post(`/lists/${from}/entries`, { entries });
  const file = await client.get(`/lists/${from}/entries.csv`, { key });
  expect((await send(to, file.text)).status).toBe(200);
  await addListLines(service);
  const shown = async (id: string) =>
    (await get(`/lists/${id}/entries`)).data
      .map(({ expires_at, reason, value }: Record<string, string>) => [value, reason, expires_at])
      .sort();
  expect(await shown(to)).toEqual([
    ['cus_a', '=1+1', null],
    ['cus_b', 'a "quoted", one', later],
  ]);
});

test('A file that cannot be read is refused, and leaves nothing', async ({ lists, service }) => {
  const { create, key, send } = lists;
  const id = await create('bin');
  const refusals: [content: string | Buffer, code: string][] = [
    ['', 'invalid_parameter'],
    ['value\n', 'invalid_parameter'],
    ['424242\n', 'unknown_parameter'],
    ['reason\nx\n', 'invalid_parameter'],
    ['value,value\n424242,424242\n', 'invalid_parameter'],
    ['value,other\n424242,x\n', 'unknown_parameter'],
  ];
  for (const [content, code] of refusals) {
    const { body, status } = await send(id, content);
    expect([content, status, body.error?.code, body.error?.param]).toEqual([content, 400, code, 'file']);
    expect(body.error.message).not.toContain('424242');
  }
  const other = await sendListFile(service, key, id, formOf('value\n424242', 'upload'));
  expect([other.status, other.body.error.code]).toEqual([400, 'unknown_parameter']);
  const empty = new FormData();
  const none = await sendListFile(service, key, id, empty);
  expect([none.status, none.body.error.code, none.body.error.param]).toEqual([
    400,
    'missing_parameter',
    'file',
  ]);
  const raw = await sendListFile(service, key, id, 'value\n424242', { 'content-type': 'text/csv' });
  expect([raw.status, raw.body.error.code]).toEqual([415, 'unsupported_media_type']);
  const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nvalue\n424242\n';
  const broken = await sendListFile(service, key, id, cut, {
    'content-type': 'multipart/form-data; boundary=x',
  });
  expect([broken.status, broken.body.error.code]).toEqual([400, 'malformed_json']);
  const missing = await sendListFile(service, key, 'list_none', formOf('value\n424242'));
  expect([missing.status, missing.body.error.code]).toEqual([404, 'resource_not_found']);
  expect(await lists.count('list_import_batches', id)).toBe(0);
});

test('A repeated upload with its idempotency key is one import, and another file is refused', async ({
  lists,
  service,
}) => {
  const { count, create, get, send } = lists;
  const id = await create('bin');
  const headers = { 'idempotency-key': 'upload-of-bins' };
  const [first, again] = [
    await send(id, 'value\n424242\n', headers),
    await send(id, 'value\n424242\n', headers),
  ];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get(REPLAYED_HEADER)).toBe('true');
  const other = await send(id, 'value\n400000\n', headers);
  expect(other.body.error.code).toBe('idempotency_mismatch');
  expect((await get(`/lists/${id}/entries/imports`)).data).toHaveLength(1);
  expect(await count('list_import_batches', id)).toBe(1);
  expect(await addListLines(service)).toBe(1);
});

test('An import that is killed at any batch adds and counts each line once', async ({ lists, service }) => {
  const { count, create, get, send } = lists;
  const id = await create('bin');
  const LINES = 3500;
  const rows = Array.from({ length: LINES }, (_, i) => (i % 100 === 99 ? 'bad' : String(40000000 + i)));
  const { body } = await send(id, ['value', ...rows].join('\n'));
  expect(await count('list_import_batches', id)).toBe(4);
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  for (let batch = 0; batch < 4; batch++) {
    let transactions = 0;
    const killed = runListImports({
      ...ctx,
      transact: (merchantId, work) =>
        ctx.transact(merchantId, async (open) => {
          const result = await work(open);
          transactions += 1;
          // Like a killed process: the batch was written, and not committed. The run before added one more.
          if (transactions === (batch === 0 ? 1 : 2)) throw new Error('killed');
          return result;
        }),
    });
    await expect(killed).rejects.toThrow('1 imports of lists could not be processed.');
    const halfway = await get(`/lists/${id}/entries/imports/${body.import_id}`);
    expect(halfway).toMatchObject({ lines_read: batch * 1000, lines_added: batch * 990 });
    expect([await count('list_entries', id), await count('list_import_refusals', id)]).toEqual([
      batch * 990,
      batch * 10,
    ]);
  }
  // Processes that work on it at the same time read each line once.
  await Promise.allSettled([addListLines(service), addListLines(service)]);
  await addListLines(service);
  expect(await get(`/lists/${id}/entries/imports/${body.import_id}`)).toMatchObject({
    ...{ status: 'succeeded', lines_total: LINES, lines_read: LINES, lines_added: 3465 },
    ...{ lines_known: 0, lines_refused: 35, progress: 100 },
  });
  expect([await count('list_entries', id), await count('list_import_refusals', id)]).toEqual([3465, 35]);
});

test('A deleted list takes its entries and imports along; one that active rules name stays', async ({
  client,
  lists,
  sandbox,
  service,
}) => {
  const { count, create, get, graphql, key, post, send } = lists;
  const id = await create('bin');
  const rows = Array.from({ length: 2500 }, (_, i) => String(50000000 + i));
  await send(id, ['value', 'bad', ...rows].join('\n'));
  await addListLines(service);
  await send(id, 'value\n424242\n');
  expect(await count('list_entries', id)).toBe(2500);
  const rules = [
    {
      name: 'listed',
      when: { any: [{ not: { field: 'card_isin', comparison: 'in_list', value: id } }] },
      then: { risk: 'allow' },
    },
  ];
  const made = async () =>
    (await post('/rulesets', { decision: 'risk', name: 'x', profile_id: sandbox.profileId, rules }))
      .ruleset_id;
  const [active, draft] = [await made(), await made()];
  await post(`/rulesets/${active}/activate`);
  const mutation = `mutation ($input: DeleteValueListInput!) {
    deleteValueList(input: $input) { valueList { listId } userErrors { code message } } }`;
  const refused = (await client.request('DELETE', `/lists/${id}`, { key })).body;
  expect([refused.error.code, refused.error.message]).toEqual([
    'unexpected_state',
    expect.stringContaining(active),
  ]);
  const { deleteValueList: alike } = await graphql.data(mutation, { input: { listId: id } });
  expect(alike.userErrors).toEqual([{ code: 'unexpected_state', message: refused.error.message }]);

  await post(`/rulesets/${active}/deactivate`);
  const { deleteValueList: deleted } = await graphql.data(mutation, { input: { listId: id } });
  expect(deleted).toEqual({ valueList: { listId: id }, userErrors: [] });
  for (const path of [`/lists/${id}`, `/lists/${id}/entries`, `/lists/${id}/entries/imports`]) {
    expect([path, (await get(path)).error.code]).toEqual([path, 'resource_not_found']);
  }
  // A statement deletes a thousand rows; the job deletes the rest.
  expect(await count('list_entries', id)).toBe(1500);
  expect(await addListLines(service)).toBe(0);
  await purgeLists(service);
  const tables = ['list_entries', 'list_imports', 'list_import_batches', 'list_import_refusals'];
  for (const table of tables) expect([table, await count(table, id)]).toEqual([table, 0]);
  // An entry that a payment added meanwhile goes with the next run; then nothing is left of the list.
  expect(await count('deleted_lists', id)).toBe(1);
  await service.database.rows.query(
    {
      text: "update deleted_lists set deleted_at = now() - interval '1 hour' where list_id = $1",
      values: [id],
    },
    lists.merchantId,
  );
  await purgeLists(service);
  expect(await count('deleted_lists', id)).toBe(0);

  const activated = await post(`/rulesets/${draft}/activate`);
  expect([activated.error.code, activated.error.param]).toEqual([
    'resource_not_found',
    'rules[0].when.any[0].not.value',
  ]);
  const activation = await graphql.data(
    'mutation ($input: ActivateRulesetInput!) { activateRuleset(input: $input) { userErrors { code field } } }',
    { input: { rulesetId: draft } },
  );
  expect(activation.activateRuleset.userErrors[0].code).toBe('resource_not_found');
});
