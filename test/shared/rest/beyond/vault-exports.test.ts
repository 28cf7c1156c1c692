import { createHash, generateKeyPairSync } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { expect } from 'vitest';
import { writeExports } from '../../../../src/core/vault-exports/write-exports.ts';
import { enrol } from '../../people/authenticator.ts';
import { appoint, type Browser, test as base, signIn } from '../../people/people.ts';
import { importAll } from './imports.ts';

const approve = `mutation ($input: ApprovePaymentMethodExportInput!) { approvePaymentMethodExport(input: $input) {
  paymentMethodExport { status approvals { personId } } userErrors { code param } } }`;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));

const test = base
  .extend('person', ({ service, shop }) => async (role: 'owner' | 'admin' | 'operator') => {
    const { email, personId } = await appoint(service, shop.merchantId, role);
    const { browser } = await signIn(service, email);
    await enrol(browser);
    return { personId, browser };
  })
  .extend('approveAs', () => async (browser: Browser, exportId: string) => {
    const { data, errors } = await browser.graphql(approve, {}, { input: { exportId } });
    return errors?.[0]?.extensions?.code ?? data.approvePaymentMethodExport;
  })
  .extend(
    'write',
    ({ service }) =>
      () =>
        writeExports(service.contextFor({ kind: 'admin_key' }, 'req_test')),
  )
  .extend('ask', ({ client, shop }) => async (public_key = pem) => {
    const { status, body } = await client.post('/exports/payment_methods', {
      key: shop.key,
      body: { public_key },
    });
    return { status, body };
  });

test('An approved export is encrypted for the key and importable, and each step is audited', async ({
  approveAs,
  ask,
  client,
  person,
  service,
  shop,
  write,
}) => {
  const file = [
    'customer_id,name,card.card_number,card.card_exp_month,card.card_exp_year,metadata.plan,network_transaction_id',
    'alice,Alice,4242424242424242,12,2031,gold,ntx_1',
    'bob,Bob,5555555555554444,01,2032,,',
  ].join('\n');
  await importAll(service, client, shop.key, { body: file });
  const { body: asked, status } = await ask();
  expect([status, asked.status, asked.requested_by]).toEqual([200, 'awaiting_approval', shop.keyId]);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  expect(asked.public_key_sha256).toBe(createHash('sha256').update(der).digest('hex'));
  const path = `/exports/payment_methods/${asked.export_id}`;

  const [first, second, operator] = [await person('owner'), await person('admin'), await person('operator')];
  expect(await approveAs(operator.browser, asked.export_id)).toBe('not_permitted');
  expect((await approveAs(first.browser, asked.export_id)).paymentMethodExport.status).toBe(
    'awaiting_approval',
  );
  expect((await approveAs(first.browser, asked.export_id)).userErrors).toMatchObject([
    { code: 'unexpected_state' },
  ]);
  expect(await write()).toBe(0);
  const early = await client.get(`${path}/files/1`, { key: shop.key });
  expect(early.status).toBe(404);
  const byKey = await client.post(`${path}/approve`, { key: shop.key });
  expect([byKey.status, byKey.body.error.code]).toEqual([403, 'wrong_key_kind']);
  expect(await second.browser.post(`${path}/approve`, {})).toMatchObject({
    status: 200,
    body: {
      status: 'approved',
      approvals: [{ person_id: first.personId }, { person_id: second.personId }],
    },
  });
  await write();

  const { body: ended } = await client.get(path, { key: shop.key });
  expect(ended).toMatchObject({ status: 'completed', rows_done: 2, files_done: 1 });
  const { body: downloaded } = await client.get(`${path}/files/1`, { key: shop.key });
  const { plaintext } = await compactDecrypt(downloaded.content, privateKey);
  const text = Buffer.from(plaintext).toString();
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.find((row) => row.customer_id === 'alice')).toMatchObject({
    name: 'Alice',
    payment_method: 'card',
    card: { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2031' },
    metadata: { plan: 'gold' },
    network_transaction_id: 'ntx_1',
  });
  const again = await importAll(service, client, shop.key, { body: text, type: 'application/jsonl' });
  expect(again.ended).toMatchObject({ rows_total: 2, rows_duplicate: 2 });

  const { body: audited } = await client.get('/audit_log?limit=100', { key: shop.key });
  const steps = audited.data
    .filter((entry: { object_id: string }) => entry.object_id === asked.export_id)
    .map((entry: { action: string; actor_id: string }) => [entry.action, entry.actor_id]);
  expect(steps.reverse()).toEqual([
    ['requestPaymentMethodExport', shop.keyId],
    ['approvePaymentMethodExport', first.personId],
    ['approvePaymentMethodExport', second.personId],
    ['downloadPaymentMethodExport', shop.keyId],
  ]);
  const stored = await service.database.rows.query(
    {
      text: 'select content from payment_method_export_files where export_id = $1',
      values: [asked.export_id],
    },
    null,
  );
  expect(JSON.stringify([stored, service.logs, audited])).not.toMatch(/4242424242424242|5555555555554444/);
});

test('An unapproved export expires within an hour, and an export for an invalid key is refused', async ({
  approveAs,
  ask,
  client,
  person,
  service,
  shop,
  write,
}) => {
  const { body: asked } = await ask(JSON.stringify(publicKey.export({ format: 'jwk' })));
  expect(asked.public_key).toBe(pem);
  const text = `update payment_method_exports set approve_before = created_at where export_id = $1`;
  await service.database.rows.query({ text, values: [asked.export_id] }, null);
  const { browser } = await person('owner');
  expect((await approveAs(browser, asked.export_id)).userErrors).toMatchObject([
    { code: 'unexpected_state' },
  ]);
  await write();
  const { body } = await client.get(`/exports/payment_methods/${asked.export_id}`, { key: shop.key });
  expect(body).toMatchObject({ status: 'expired', approvals: [], files_done: 0 });

  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  for (const key of [
    String(small.export({ type: 'spki', format: 'pem' })),
    String(curve.export({ type: 'spki', format: 'pem' })),
    String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    JSON.stringify(privateKey.export({ format: 'jwk' })),
    'no key',
  ]) {
    const { status, body: refused } = await ask(key);
    expect([status, refused.error.code, refused.error.param]).toEqual([
      400,
      'invalid_parameter',
      'public_key',
    ]);
  }
});
