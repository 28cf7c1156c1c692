import { expect } from 'vitest';
import { BalanceEntry } from '../../../src/core/entities/balance-entry.ts';
import { sweep } from '../../../src/jobs/sweep.ts';
import { insertRow } from '../../kit/insert.ts';
import { camt, camtEntry, csvOf, goodLine, sendForm, financeTest as test } from './finance-files.ts';

const csv = csvOf(goodLine(1), goodLine(2), 'txn_3,capture,"10,00",,,EUR,2026-11-30,,');
const reason = 'gross has a comma for the decimal point: write 1234.50.';

test('A file is previewed, confirmed, recorded and taken back, over either API', async ({ files, shop }) => {
  const { body: preview } = await files.settle(csv);
  expect(preview).toMatchObject({
    ...{ status: 'preview', kind: 'settlement', format: 'csv', merchant_connector_id: shop.account },
    ...{ lines_read: 3, lines_refused: 1, lines_taken: 0, progress: 0, refused: [{ line: 4, reason }] },
    columns: expect.arrayContaining(['connector_reference', 'gross']),
    sums: [{ currency: 'EUR', lines: 2, gross: 2000, fee: 80, net: 1920 }],
  });
  expect(preview.first_lines).toMatchObject([
    {
      line: 2,
      type: 'capture',
      connector_reference: 'txn_1',
      gross: 1000,
      fee: 40,
      net: 960,
      currency: 'EUR',
    },
    { line: 3, connector_reference: 'txn_2', occurred_at: '2026-11-30T00:00:00.000Z', settled_net: null },
  ]);
  expect(await files.settlements()).toEqual([]);
  const id = preview.import_id;
  const fields = 'financeImport { importId status linesTaken firstLines { line net } }';
  const mutate = (name: string) =>
    files.graphql.data(
      `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${fields} userErrors { code } } }`,
      { input: { importId: id } },
    );
  const { confirmFinanceImport: confirmed } = await mutate('confirmFinanceImport');
  expect(confirmed.financeImport).toMatchObject({ importId: id, status: 'running' });
  expect(await files.run()).toBeGreaterThan(0);
  expect(await files.retrieve(id)).toMatchObject({
    status: 'done',
    progress: 100,
    lines_taken: 2,
    expires_at: null,
  });
  const [settlement] = await files.settlements();
  expect(settlement).toMatchObject({
    settlement_reference: 'batch_00000001',
    gross: 2000,
    fee: 80,
    net: 1920,
  });
  const { data: lines } = await files.get(`/settlements/${settlement.settlement_id}/lines`);
  expect(lines).toMatchObject([
    { import_id: id, line_number: 2, order_reference: 'order-1' },
    { import_id: id, line_number: 3, order_reference: 'order-2' },
  ]);
  const { financeImportRefusals } = await files.graphql.data(
    `query ($id: ID!) { financeImportRefusals(filter: { importId: { eq: $id } }) { nodes { line reason } } }`,
    { id },
  );
  expect(financeImportRefusals.nodes).toEqual([{ line: 4, reason }]);

  const { undoFinanceImport: undone } = await mutate('undoFinanceImport');
  expect(undone.financeImport.status).toBe('running');
  expect(await files.run()).toBeGreaterThan(0);
  expect(await files.retrieve(id)).toMatchObject({ status: 'undone', lines_taken: 0 });
  expect(await files.settlements()).toEqual([]);
  const again = await mutate('undoFinanceImport');
  expect(again.undoFinanceImport.userErrors).toMatchObject([{ code: 'unexpected_state' }]);
});

test('The same file gets its import, and counts nothing, until it is taken back', async ({ files }) => {
  const { body: first } = await files.settle(csv);
  expect((await files.settle(csv)).body.import_id).toBe(first.import_id);
  expect(await files.confirm(first.import_id)).toMatchObject({ status: 'done' });
  const { body: again } = await files.settle(csv);
  expect(again).toMatchObject({ import_id: first.import_id, status: 'done' });
  expect((await files.post(`/settlements/imports/${first.import_id}/confirm`)).body.error.code).toBe(
    'unexpected_state',
  );
  expect(await files.settlements()).toMatchObject([{ net: 1920 }]);
  await files.undo(first.import_id);
  const { body: other } = await files.settle(csv);
  expect(other.import_id).not.toBe(first.import_id);
  expect(await files.confirm(other.import_id)).toMatchObject({ status: 'done', lines_taken: 2 });
  expect(await files.settlements()).toMatchObject([{ net: 1920, line_count: 2 }]);
});

test('A line of another account is refused, by its entries or by a file that was imported there', async ({
  files,
  service,
  shop,
}) => {
  const other = await shop.sandbox({ connector_label: 'other' });
  await insertRow(service, BalanceEntry, {
    ...{
      merchant_id: shop.merchantId,
      entry_id: 'bal_theirs',
      type: 'transfer',
      gross: -1000,
      currency: 'EUR',
    },
    ...{
      merchant_connector_id: other,
      profile_id: shop.profileId,
      connector_reference: 'txn_1',
      state: 'expected',
    },
    ...{ occurred_at: new Date('2026-11-29T12:00:00Z') },
  });
  const theirs = /belongs to another connector account/;
  const { body: preview } = await files.settle(csvOf(goodLine(1), goodLine(2)));
  expect(preview).toMatchObject({
    lines_read: 2,
    refused: [{ line: 2, reason: expect.stringMatching(theirs) }],
  });
  await files.take(files.settle(csvOf(goodLine(1), goodLine(3)), { merchant_connector_id: other }));
  const { body: second } = await files.settle(csvOf(goodLine(3), goodLine(4)));
  expect(second).toMatchObject({
    lines_read: 2,
    refused: [{ line: 2, reason: expect.stringMatching(theirs) }],
  });
});

test('The same requests at once make one preview', async ({ files }) => {
  const sent = await Promise.all([1, 2, 3].map(() => files.settle(csv)));
  const served = sent.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThan(0);
  expect(new Set(served.map(({ body }) => body.import_id)).size).toBe(1);
  // As many files as a process reads at once.
  for (const { body, status } of sent) if (status !== 200) expect(body.error.code).toBe('overloaded');
  expect((await files.get('/settlements/imports?status=preview')).data).toHaveLength(1);
});

test('A line of an earlier file is a duplicate, and counts in its place once that is taken back', async ({
  files,
}) => {
  const first = await files.take(files.settle(csvOf(goodLine(1), goodLine(2))));
  const second = await files.take(files.settle(csvOf(goodLine(2), goodLine(3))));
  expect(second).toMatchObject({ lines_taken: 1, lines_duplicate: 1 });
  expect(await files.settlements()).toMatchObject([{ line_count: 3, net: 2880 }]);
  await files.undo(first.import_id);
  expect(await files.settlements()).toMatchObject([{ line_count: 2, net: 1920 }]);
  await files.undo(second.import_id);
  expect(await files.settlements()).toEqual([]);
});

const theirs = csv.replace('connector_reference,type,gross', 'PSP reference,Type,Amount');
const mapping = JSON.stringify({
  connector_reference: 'PSP reference',
  ...{
    type: 'type',
    gross: 'AMOUNT',
    fee: 'fee',
    net: 'net',
    currency: 'currency',
    occurred_at: 'occurred_at',
  },
});

test('A mapping names the columns of a file, and is kept under its name', async ({ files }) => {
  expect((await files.settle(theirs)).body.error).toMatchObject({
    code: 'missing_parameter',
    param: 'mapping',
  });
  const { body: mapped } = await files.settle(theirs, { mapping, mapping_name: 'Theirs' });
  expect(mapped).toMatchObject({ lines_read: 3, mapping_name: 'Theirs', mapping: { gross: 'AMOUNT' } });
  expect(mapped.first_lines[0]).toMatchObject({ gross: 1000, settlement_reference: null });
  const { body: named } = await files.settle(theirs.replace('txn_1', 'txn_7'), { mapping_name: 'Theirs' });
  expect(named).toMatchObject({ lines_read: 3, mapping: { gross: 'AMOUNT' } });
  const other = JSON.stringify({ ...JSON.parse(mapping), order_reference: 'order_reference' });
  const { body: corrected } = await files.settle(theirs, { mapping: other });
  expect(corrected.import_id).not.toBe(mapped.import_id);
  expect(corrected.first_lines[0]).toMatchObject({ order_reference: 'order-1' });
  expect((await files.retrieve(mapped.import_id)).status).toBe('undone');
});

test.for<[name: string, fields: Record<string, string>, code: string, param: string]>([
  ['that is no JSON', { mapping: '{' }, 'malformed_json', 'mapping'],
  ['that is a list', { mapping: '[]' }, 'invalid_parameter', 'mapping'],
  ['with a number', { mapping: '{"gross": 1}' }, 'invalid_parameter', 'mapping'],
  ['with another target', { mapping: '{"amount": "gross"}' }, 'unknown_parameter', 'mapping'],
  ['without a required target', { mapping: '{"gross": "gross"}' }, 'missing_parameter', 'mapping'],
  [
    'with a column that the file lacks',
    { mapping: mapping.replace('fee":"fee', 'fee":"cost') },
    'invalid_parameter',
    'mapping',
  ],
  ['of an unknown name', { mapping_name: 'unknown' }, 'resource_not_found', 'mapping_name'],
  ['with another field', { colour: 'red' }, 'unknown_parameter', 'colour'],
  [
    'for an unknown account',
    { merchant_connector_id: 'mca_none' },
    'resource_not_found',
    'merchant_connector_id',
  ],
])('A form %s is refused', async ([, fields, code, param], { files }) => {
  expect((await files.settle(theirs, fields)).body.error).toMatchObject({ code, param });
});

test('A form without a file, or that is no form, is refused', async ({ client, service, shop }) => {
  const { account, key } = shop;
  const fields = { merchant_connector_id: account };
  const without = await sendForm(service, key, { file: null, fields });
  expect(without.body.error).toMatchObject({ code: 'missing_parameter', param: 'file' });
  const unnamed = await sendForm(service, key, { file: csv });
  expect(unnamed.body.error).toMatchObject({ code: 'missing_parameter', param: 'merchant_connector_id' });
  const json = await client.post('/settlements/imports', { key, body: fields });
  expect(json.body.error.code).toBe('unsupported_media_type');
  const cut = await fetch(`${service.url}/settlements/imports`, {
    method: 'POST',
    headers: { 'api-key': key, 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nconnector_ref',
  });
  expect(((await cut.json()) as { error: { code: string } }).error.code).toBe('malformed_json');
});

test('A repeated request is answered by its idempotency key, and refused with another file', async ({
  service,
  shop,
}) => {
  const { account, key } = shop;
  const headers = { 'idempotency-key': 'files-1' };
  const fields = { merchant_connector_id: account };
  const first = await sendForm(service, key, { file: csv, fields, headers });
  const second = await sendForm(service, key, { file: csv, fields, headers });
  expect(second.body).toEqual(first.body);
  const other = await sendForm(service, key, { file: csvOf(goodLine(9)), fields, headers });
  expect(other.body.error.code).toBe('idempotency_mismatch');
});

test('Nothing is imported while reconciliation is not active', async ({ client, files, service, shop }) => {
  const { body: preview } = await files.settle(csv);
  await service.database.rows.query(
    {
      text: `update merchant_accounts set is_recon_enabled = false, recon_status = 'disabled' where merchant_id = $1`,
      values: [shop.merchantId],
      touches: 'everything',
    },
    null,
  );
  const refusal = { code: 'unexpected_state', param: 'is_recon_enabled' };
  await expect.poll(async () => (await files.settle(csvOf(goodLine(5)))).body.error).toMatchObject(refusal);
  expect((await files.state(camt(camtEntry('1.00')))).body.error).toMatchObject(refusal);
  const path = `/settlements/imports/${preview.import_id}/confirm`;
  const confirmed = await client.post(path, { key: shop.key, body: {} });
  expect([confirmed.status, confirmed.body.error]).toMatchObject([409, refusal]);
});

test('Lines wait encrypted, and go with a preview that expires', async ({ files, service, shop }) => {
  const { body: preview } = await files.settle(csv);
  const stored = async () => {
    const [row] = await service.database.rows.query<{ batches: number; readable: number; imports: number }>(
      {
        text: `select (select count(*)::int from finance_import_batches where merchant_id = $1) as batches,
          (select count(*)::int from finance_import_batches where merchant_id = $1
            and position('txn_1'::bytea in lines) > 0) as readable,
          (select count(*)::int from finance_imports where merchant_id = $1) as imports`,
        values: [shop.merchantId],
        touches: 'everything',
      },
      null,
    );
    return row;
  };
  expect(await stored()).toEqual({ batches: 1, readable: 0, imports: 1 });
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  const after = (ms: number) => ({ ...ctx, ports: { ...ctx.ports, now: () => new Date(Date.now() + ms) } });
  const DAY_MS = 24 * 60 * 60_000;
  await sweep(after(DAY_MS - 60 * 60_000));
  expect(await stored()).toEqual({ batches: 1, readable: 0, imports: 1 });
  await sweep(after(DAY_MS + 60_000));
  expect(await stored()).toEqual({ batches: 0, readable: 0, imports: 0 });
  expect((await files.retrieve(preview.import_id)).error.code).toBe('resource_not_found');
});
