import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { REPLAYED_HEADER } from '../../../../src/http/requests/responses.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { encryptedFor, importAll, saveImports, sendImport } from './imports.ts';

const test = base.extend('merchant', ({ service }) => sandboxShop(service));

const CARD = '4242424242424242';
const OTHER = '5555555555554444';
const THIRD = '4111111111111111';

const csv = (...rows: readonly (readonly string[])[]) =>
  `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`;
const jsonl = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

const columns = [
  'customer_id',
  'name',
  'email',
  'card.card_number',
  'card.card_exp_month',
  'card.card_exp_year',
];

test('A CSV file saves the cards of new and known customers, with one result per row', async ({
  client,
  merchant,
  service,
}) => {
  await client.post('/customers', { key: merchant.key, body: { customer_id: 'alice', name: 'Alice' } });
  const file = csv(
    [...columns, 'card.nick_name', 'billing.address.zip', 'metadata.plan', 'recurring_enabled'],
    ['alice', 'Other name', 'alice@example.com', CARD, '1', '31', 'mine', '10117', 'gold', 'true'],
    ['bob', '"Bob, Jr."', 'bob@example.com', OTHER, '12', '2031', '', '', '', ''],
  );
  const { ended, results, started } = await importAll(service, client, merchant.key, { body: file });

  expect(started).toMatchObject({ status: 'processing', format: 'csv', rows_total: 2, rows_done: 0 });
  expect(ended).toMatchObject({ status: 'completed', encrypted: false, rows_done: 2, rows_created: 2 });
  expect(results).toMatchObject([
    { line: 2, outcome: 'created', customer_id: 'alice', error_code: null },
    { line: 3, outcome: 'created', customer_id: 'bob', error_code: null },
  ]);
  const { body: saved } = await client.get(`/payment_methods/${results[0].payment_method_id}`, merchant);
  expect(saved).toMatchObject({
    customer_id: 'alice',
    payment_method: 'card',
    recurring_enabled: true,
    metadata: { plan: 'gold' },
    card: {
      last4_digits: '4242',
      scheme: 'Visa',
      expiry_month: '01',
      expiry_year: '2031',
      nick_name: 'mine',
      saved_to_locker: true,
    },
  });
  const { body: known } = await client.get('/customers/alice', merchant);
  const { body: created } = await client.get('/customers/bob', merchant);
  expect([known.name, created.name, created.email]).toEqual(['Alice', 'Bob, Jr.', 'bob@example.com']);
});

test('An imported card can be charged', async ({ client, merchant, service }) => {
  const row = {
    customer_id: 'carol',
    card: { card_number: CARD, card_exp_month: '12', card_exp_year: '2031' },
  };
  const { results } = await importAll(service, client, merchant.key, {
    body: jsonl(row),
    type: 'application/jsonl',
  });
  const { status, body } = await client.post('/payments', {
    key: merchant.key,
    body: {
      amount: 500,
      currency: 'USD',
      customer_id: 'carol',
      payment_method_id: results[0].payment_method_id,
      confirm: true,
    },
  });
  expect([status, body.status]).toEqual([200, 'succeeded']);
});

test("JSON Lines encrypted for the service's public key are imported the same way", async ({
  client,
  merchant,
  service,
}) => {
  const file = jsonl(
    {
      customer_id: 'dave',
      card: { card_number: CARD, card_exp_month: '12', card_exp_year: '2031', card_holder_name: 'Dave' },
      billing: { address: { zip: '10117' } },
      network_transaction_id: 'ntx_1',
    },
    {
      customer_id: 'dave',
      payment_method: 'bank_debit',
      payment_method_type: 'sepa',
      bank_transfer: { bank_account_number: 'DE89370400440532013000', bank_account_holder_name: 'Dave' },
    },
  );
  const body = await encryptedFor(client, merchant.key, file);
  const { ended, results } = await importAll(service, client, merchant.key, {
    body,
    type: 'application/jose',
  });
  expect(ended).toMatchObject({ format: 'jsonl', encrypted: true, rows_created: 2 });
  expect(results.map(({ line }: { line: number }) => line)).toEqual([1, 2]);
  const stored = await service.database.rows.query(
    {
      text: `select payment_method, network_transaction_id, recurring_enabled from payment_methods
        where merchant_id = $1 order by payment_method desc`,
      values: [merchant.merchantId],
    },
    null,
  );
  expect(stored).toEqual([
    { payment_method: 'card', network_transaction_id: 'ntx_1', recurring_enabled: true },
    { payment_method: 'bank_debit', network_transaction_id: null, recurring_enabled: false },
  ]);
});

test('A truncated file, or one for another key, is refused and stores nothing', async ({
  client,
  merchant,
  service,
}) => {
  const jwe = await encryptedFor(client, merchant.key, csv(columns));
  const [header, ...rest] = jwe.split('.');
  const other = Buffer.from('{"alg":"RSA-OAEP-256","enc":"A256GCM","kid":"other"}').toString('base64url');
  for (const body of [
    [other, ...rest].join('.'),
    [header, ...rest.slice(0, 3), 'AAAA'].join('.'),
    jwe.slice(0, 300),
    'nothing',
    '',
  ]) {
    const refused = await sendImport(service, merchant.key, { body, type: 'application/jose' });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_parameter']);
    expect(refused.body.error.message).toContain('GET /imports/public_key');
  }
  const { body } = await client.get('/imports/payment_methods', merchant);
  expect(body.data).toEqual([]);
});

test("A customer's card is saved once, within a file and across repeated imports", async ({
  client,
  merchant,
  service,
}) => {
  const file = csv(
    columns,
    ['eve', 'Eve', '', CARD, '12', '2031'],
    ['eve', 'Eve', '', CARD, '12', '2031'],
    ['eve', 'Eve', '', CARD, '01', '2033'],
    ['frank', 'Frank', '', CARD, '12', '2031'],
  );
  const first = await importAll(service, client, merchant.key, { body: file });
  const outcomes = ({ results }: typeof first) => results.map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes(first)).toEqual(['created', 'duplicate', 'updated', 'created']);
  const ids = first.results.map((row: { payment_method_id: string }) => row.payment_method_id);
  expect(new Set(ids).size).toBe(2);
  const again = await importAll(service, client, merchant.key, {
    body: csv(columns, ['eve', 'Eve', '', CARD, '01', '2033'], ['frank', 'Frank', '', CARD, '12', '2031']),
  });
  expect(outcomes(again)).toEqual(['duplicate', 'duplicate']);
  expect(again.ended).toMatchObject({ rows_created: 0, rows_updated: 0, rows_duplicate: 2 });
  const { body } = await client.get('/payment_methods', merchant);
  expect(body.size).toBe(2);
});

test('A row that cannot be saved gives the reason and delays no other', async ({
  client,
  merchant,
  service,
}) => {
  const rows = [
    { customer_id: 'gina', card: { card_number: CARD, card_exp_month: '12', card_exp_year: '2001' } },
    {
      customer_id: 'gina',
      card: { card_number: '4242424242424241', card_exp_month: '12', card_exp_year: '2031' },
    },
    { card: { card_number: CARD, card_exp_month: '12', card_exp_year: '2031' } },
    { customer_id: 'gina', card: { card_exp_month: '12', card_exp_year: '2031' } },
    { customer_id: 'gina', card: { card_number: CARD, card_exp_month: '12' } },
    { customer_id: 'gina', connector_token: 'tok_1' },
    { customer_id: 'gina', connector_mandates: { mca_none: 'tok_1' } },
    { customer_id: 'gina', cvv: '123' },
    { customer_id: 'gina', card: { card_number: OTHER, card_exp_month: '12', card_exp_year: '2031' } },
    { customer_id: 'gina', card: { card_number: OTHER, card_exp_month: '12', card_exp_year: '3034' } },
  ];
  const body = `${jsonl(...rows)}\n{"customer_id": \n\n[]\n`;
  const { ended, results } = await importAll(service, client, merchant.key, {
    body,
    type: 'application/x-ndjson',
  });
  expect(results.map((row: Record<string, unknown>) => [row.line, row.error_code, row.error_param])).toEqual([
    [1, 'invalid_parameter', 'card.card_exp_year'],
    [2, 'invalid_parameter', 'card.card_number'],
    [3, 'missing_parameter', 'customer_id'],
    [4, 'missing_parameter', 'card.card_number'],
    [5, 'missing_parameter', 'card.card_exp_year'],
    [6, 'missing_parameter', 'merchant_connector_id'],
    [7, 'invalid_parameter', 'merchant_connector_id'],
    [8, 'unknown_parameter', 'cvv'],
    [9, null, null],
    [10, 'invalid_parameter', 'card.card_exp_year'],
    [11, 'malformed_json', null],
    [13, 'malformed_json', null],
  ]);
  expect(ended).toMatchObject({ rows_total: 12, rows_done: 12, rows_created: 1, rows_failed: 11 });
});

test("A payment method is imported with a connector's token, and gets its number later", async ({
  client,
  merchant,
  service,
}) => {
  const { account } = merchant;
  const file = csv(
    [
      'customer_id',
      'payment_method',
      'payment_instrument_id',
      'connector_customer_id',
      'card_number_masked',
      'card_expiry_month',
      'card_expiry_year',
      'card_scheme',
      'original_transaction_id',
      'line_number',
    ],
    ['hans', 'card', 'tok_hans', 'cus_hans', '424242xxxxxx4242', '12', '2031', 'Visa', 'ntx_2', '1'],
  );
  const query = `?merchant_connector_id=${account}`;
  const { results } = await importAll(service, client, merchant.key, { body: file, query });
  const [{ outcome, payment_method_id: id }] = results;
  expect(outcome).toBe('created');
  const stored = () =>
    service.database.rows.query(
      {
        text: `select m.connector_mandates, m.network_transaction_id, m.recurring_enabled, m.card ->> 'last4_digits' as last4,
          m.card ->> 'card_isin' as bin, m.card_number is not null as "hasNumber", c.connector_customers
          from payment_methods m join customers c using (merchant_id, customer_id)
          where m.merchant_id = $1 and m.payment_method_id = $2`,
        values: [merchant.merchantId, id],
      },
      null,
    );
  const taken = {
    connector_mandates: { [account]: 'tok_hans' },
    connector_customers: { [account]: 'cus_hans' },
    network_transaction_id: 'ntx_2',
    recurring_enabled: true,
    last4: '4242',
    bin: '424242',
  };
  expect(await stored()).toEqual([{ ...taken, hasNumber: false }]);

  const whole = csv(
    ['customer_id', 'payment_instrument_id', 'raw_card_number', 'card_expiry_month', 'card_expiry_year'],
    ['hans', 'tok_hans', CARD, '12', '2031'],
  );
  const again = await importAll(service, client, merchant.key, { body: whole, query });
  expect(again.results).toMatchObject([{ outcome: 'updated', payment_method_id: id }]);
  expect(await stored()).toEqual([{ ...taken, hasNumber: true }]);
});

test("A payment method with only a connector's token is charged by it", async ({
  client,
  merchant,
  service,
}) => {
  const { account, key } = merchant;
  const pay = async (body: object) =>
    (await client.post('/payments', { key, body: { amount: 500, currency: 'USD', confirm: true, ...body } }))
      .body;
  const acceptance = { acceptance_type: 'online', accepted_at: '2026-01-31T09:30:00Z' };
  // A token issued by the sandbox for a customer's stored card.
  const first = await pay({
    ...{ customer_id: 'jo', setup_future_usage: 'off_session', customer_acceptance: acceptance },
    payment_method_data: { card: { card_number: CARD, card_exp_month: '12', card_exp_year: '2031' } },
  });
  expect(first.status).toBe('succeeded');
  const { body: list } = await client.get('/payment_methods?customer_id=jo', { key });
  const [kept] = list.data;
  const rows = [kept.connector_mandates[account], 'tok_of_nobody'].map((connector_token, i) => ({
    ...{ customer_id: `jo_${i}`, connector_token, card: { card_number_masked: '424242******4242' } },
  }));
  const { results } = await importAll(service, client, key, {
    ...{ body: jsonl(...rows), type: 'application/jsonl', query: `?merchant_connector_id=${account}` },
  });
  const paid = await Promise.all(
    results.map((row: { payment_method_id: string }, i: number) =>
      pay({ customer_id: `jo_${i}`, payment_method_id: row.payment_method_id, off_session: true }),
    ),
  );
  expect(paid.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

test("The columns of Stripe's export are recognized in any case", async ({ client, merchant, service }) => {
  const header =
    'DESCRIPTION,NAME,EMAIL,ID,CARD.ADDRESS_CITY,CARD.ADDRESS_COUNTRY,CARD.ADDRESS_LINE1,CARD.ADDRESS_LINE2,CARD.ADDRESS_STATE,CARD.ADDRESS_ZIP,CARD.EXP_MONTH,CARD.EXP_YEAR,CARD.ID,CARD.NAME,CARD.NUMBER,DEFAULT_SOURCE,CARD.TRANSACTION_IDS';
  const row = `A note,Ida Example,ida@example.com,cus_ida,Anytown,US,1 Street,,CA,90210,9,2031,card_1,Ida Example,${CARD},card_1,`;
  const { results } = await importAll(service, client, merchant.key, { body: `${header}\n${row}\n` });
  expect(results).toMatchObject([{ outcome: 'created', customer_id: 'cus_ida' }]);
  const { body } = await client.get('/customers/cus_ida', merchant);
  expect(body).toMatchObject({ name: 'Ida Example', email: 'ida@example.com', description: 'A note' });
});

test('An unreadable file is refused with the position and stores nothing', async ({
  client,
  merchant,
  service,
}) => {
  const good = ['ann', 'Ann', '', CARD, '12', '2031'];
  const refusals = [
    [csv([...columns, 'cvc'], [...good, '123']), 400, 'unknown_parameter', 'Column 7'],
    [csv(good), 400, 'unknown_parameter', 'Column 1'],
    [csv([...columns, 'name'], [...good, 'x']), 400, 'invalid_parameter', 'Column 7'],
    [`${columns.join(',')}\nann,"Ann,,\n`, 400, 'invalid_parameter', 'line'],
    [csv(columns), 400, 'invalid_parameter', 'no rows'],
    ['', 400, 'invalid_parameter', 'no rows'],
    [Buffer.from([0xff, 0xfe, 0x41]), 400, 'malformed_json', 'UTF-8'],
  ] as const;
  for (const [body, status, code, message] of refusals) {
    const refused = await sendImport(service, merchant.key, { body });
    expect([refused.status, refused.body.error.code]).toEqual([status, code]);
    expect(refused.body.error.message).toContain(message);
    expect(refused.body.error.message).not.toMatch(/\d{12}/);
  }
  const other = await sendImport(service, merchant.key, { body: '{}', type: 'application/json' });
  expect([other.status, other.body.error.message]).toEqual([
    415,
    expect.stringContaining('text/csv, application/jsonl, application/x-ndjson, application/jose'),
  ]);
  const { body } = await client.get('/imports/payment_methods', merchant);
  expect(body.data).toEqual([]);
});

test('A file of 100 001 rows is refused as a whole, with the fix', async ({ client, merchant, service }) => {
  const body = `customer_id\n${'a\n'.repeat(100_001)}`;
  const refused = await sendImport(service, merchant.key, { body });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_parameter']);
  expect(refused.body.error.message).toBe(
    'A file can have at most 100000 rows. Split it and import each part: objects in both parts are saved once.',
  );
  const { body: imports } = await client.get('/imports/payment_methods', merchant);
  expect(imports.data).toEqual([]);
});

test('A request repeated under its idempotency key imports once', async ({ client, merchant, service }) => {
  const file = { body: csv(columns, ['kim', 'Kim', '', CARD, '12', '2031']) };
  const headers = { 'idempotency-key': 'import-1' };
  const first = await sendImport(service, merchant.key, { ...file, headers });
  const second = await sendImport(service, merchant.key, { ...file, headers });
  expect(second.body.import_id).toBe(first.body.import_id);
  expect(second.headers.get(REPLAYED_HEADER)).toBe('true');
  const other = await sendImport(service, merchant.key, { body: `${file.body}\n`, headers });
  expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch']);
  const { body } = await client.get('/imports/payment_methods', merchant);
  expect(body.size).toBe(1);
});

test('Card data appears in no result, log, audit log or clear-text column', async ({
  client,
  merchant,
  service,
}) => {
  const numbers = [CARD, OTHER, THIRD];
  const file = csv(
    [...columns, 'payment_method_id'],
    ['lea', 'Lea', '', CARD, '12', '2031', ''],
    [OTHER, 'Lea', '', OTHER, '12', '2031', ''],
    ['lea', 'Lea', '', `${THIRD}1`, '12', '2031', ''],
    ['lea', THIRD, '', OTHER, '13', '2031', ''],
  );
  const sent = await sendImport(service, merchant.key, { body: file });
  const rows = async (table: string) =>
    service.database.rows.query(
      {
        text: `select row_to_json(t)::text as row from ${table} t where import_id = $1`,
        values: [sent.body.import_id],
      },
      null,
    );
  const clear = (text: string) => numbers.filter((number) => text.includes(number));
  const waiting = await rows('payment_method_import_batches');
  expect(waiting).toHaveLength(1);
  expect(clear(JSON.stringify(waiting))).toEqual([]);
  await saveImports(service);
  expect(await rows('payment_method_import_batches')).toEqual([]);
  const { body: results } = await client.get(
    `/imports/payment_methods/${sent.body.import_id}/results`,
    merchant,
  );
  expect(results.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'created',
    'failed',
    'failed',
    'failed',
  ]);
  const { body: audited } = await client.get('/audit_log', merchant);
  expect(audited.data[0]).toMatchObject({ action: 'importPaymentMethods' });
  const told = [results, audited, service.logs, await rows('payment_method_import_results'), sent.body];
  expect(clear(JSON.stringify(told))).toEqual([]);
  expect(readFileSync(new URL(import.meta.url), 'utf8')).toContain(CARD);
});
