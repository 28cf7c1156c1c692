import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { aesColumnEncryption } from '../../../../src/core/foundation/cryptography.ts';
import { rotateDataKey } from '../../../../src/core/maintenance/rotate-data-key.ts';
import { rotateKeys } from '../../../../src/core/maintenance/rotate-keys.ts';
import { sealedTables } from '../../../../src/core/maintenance/sealed-tables.ts';
import { entityClasses } from '../../../../src/database/orm-options.ts';
import { clientOf } from '../../../kit/client.ts';
import { createDatabase } from '../../../kit/database.ts';
import { graphqlClient } from '../../../kit/graphql-client.ts';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { tablesOf } from '../../../kit/tables-of.ts';
import { testApart as test } from '../../../kit/test.ts';

const encryptionKey = randomBytes(32);
/** Machines that run tests are busy: a heartbeat may be late. */
const PATIENT = { waitMs: 120_000 };

const rotate = ({ database, encryption }: TestService) =>
  rotateKeys({
    transact: (work) => database.transact(null, ({ rows }) => work(rows)),
    encryption,
    classes: entityClasses,
  });

/** Saves a card for a customer; returns the payment method's identifier. */
async function saveCard(service: TestService, key: string, customerId: string): Promise<string> {
  const graphql = graphqlClient(service, key);
  const { savePaymentMethod } = await graphql.data(
    `mutation ($input: SavePaymentMethodInput!) {
       savePaymentMethod(input: $input) { paymentMethod { paymentMethodId } userErrors { message } } }`,
    {
      input: {
        customerId,
        paymentMethod: 'card',
        card: {
          cardNumber: cards.good,
          cardExpMonth: '12',
          cardExpYear: '2039',
        },
      },
    },
  );
  expect(savePaymentMethod.userErrors).toEqual([]);
  return savePaymentMethod.paymentMethod.paymentMethodId;
}

/** A list with an e-mail address, and rules that ask for it. */
async function listedShop(service: TestService, key: string) {
  const post = async (to: TestService, path: string, body: object) =>
    (await clientOf(to).post(path, { key, body })).body;
  const { list_id: id } = await post(service, '/lists', { name: 'known', kind: 'email' });
  const add = (to: TestService) =>
    post(to, `/lists/${id}/entries`, { entries: [{ value: 'ada@example.com' }] });
  expect(await add(service)).toMatchObject({ added: 1 });
  const when = { field: 'email', comparison: 'in_list', value: id };
  const { ruleset_id } = await post(service, '/rulesets', {
    decision: 'risk',
    name: 'lists',
    rules: [{ name: 'listed', when, then: { risk: 'allow' } }],
  });
  const isListed = async (to: TestService) => {
    const payment = { amount: 1, currency: 'EUR', payment_method: 'card', email: 'Ada@example.com' };
    const { results } = await post(to, '/rulesets/evaluate', { ruleset_id, payment });
    return results[0].rule === 'listed';
  };
  return { add, isListed };
}

test('A data key is retired while processes serve: new values get another, and old ones are re-encrypted', async () => {
  const databaseUrl = await createDatabase();
  const [first, second] = await Promise.all(
    Array.from({ length: 2 }, () => startTestService({ databaseUrl, encryptionKey })),
  );
  const both = [first!, second!];
  const shop = await sandboxShop(first!, { payment_response_hash_key: 'kept' });
  await shop.sandbox({ connector_account_details: { auth_type: 'HeaderKey', api_key: 'kept' } });
  const customer = await shop.customer();
  const method = await saveCard(first!, shop.key, customer);
  const payments = await Promise.all(Array.from({ length: 6 }, () => shop.open()));
  const confirm = async (service: TestService, headers: Record<string, string> = {}) => {
    const body = { confirm: true, payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
    const { status, body: payment } = await clientOf(service).post(`/payments/${payments.pop()}`, {
      key: shop.key,
      body,
      headers,
    });
    expect([status, payment.status, payment.error]).toEqual([200, 'succeeded', undefined]);
  };
  await confirm(first!, { 'idempotency-key': 'under-the-old-key' });
  const listed = await listedShop(first!, shop.key);

  const retired = first!.encryption.keyIds[0]!;
  const { keks, database } = first!;
  const stored = await tablesOf(database);
  // Both processes keep taking payments.
  const [made] = await Promise.all([
    rotateDataKey({ keks, transact: database.transact }, PATIENT),
    ...both.map((service) => confirm(service)),
  ]);
  expect(made).toEqual({ keyId: expect.stringMatching(/^[0-9a-f]{8}$/), unaware: [] });
  const current = made.keyId;
  for (const service of both) {
    await expect.poll(() => service.encryption.keyIds, { timeout: 60_000 }).toEqual([current, retired]);
  }
  // A value encrypted by one with the new key opens in the other, and old values still open.
  await shop.sandbox({ connector_account_details: { auth_type: 'HeaderKey', api_key: 'newer' } });
  for (const service of both) await confirm(service);
  // Entries under either key count, and a value is added once.
  for (const service of both) expect(await listed.isListed(service)).toBe(true);
  expect(await listed.add(second!)).toMatchObject({ added: 0 });
  const { merchant_accounts: accounts } = await tablesOf(database);
  expect(accounts).toEqual(stored.merchant_accounts);

  await second!.close();
  await expect
    .poll(async () => (await rotate(first!)).kept, { timeout: 60_000 })
    .toEqual([{ keyId: retired, reason: expect.stringContaining('rows of idempotency_keys expire by') }]);
  const { rows } = database;
  await rows.query({ text: 'delete from idempotency_keys', values: [] }, null);
  const last = await rotate(first!);
  expect([last.resealed, last.forgotten, last.kept]).toEqual([0, [retired], []]);
  expect(new Set(last.counts.map(({ keyId }) => keyId))).toEqual(new Set([current]));
  await first!.close();

  const after = await startTestService({ databaseUrl, encryptionKey });
  expect(after.encryption.keyIds).toEqual([current]);
  await confirm(after);
  expect(await listed.isListed(after)).toBe(true);
  expect(await listed.add(after)).toMatchObject({ added: 0 });
  // The card is still recognised.
  expect(await saveCard(after, shop.key, customer)).toBe(method);
  await after.close();
});

test('Data key rotation waits until every running process knows the new key, and can be resumed', async () => {
  const service = await startTestService({ encryptionKey });
  const { database, encryption, keks } = service;
  const { rows } = database;
  const text = `insert into processes (process_id, key_id, known_key_ids, seen_at)
                values ('proc_deaf', $1, '[]', now() + interval '1 hour')`;
  await rows.query({ text, values: [encryption.keyIds[0]] }, null);
  const parts = { keks, transact: database.transact };
  const waiting = await rotateDataKey(parts, { waitMs: 0 });
  expect(waiting.unaware).toContain('proc_deaf');
  const [before] = encryption.keyIds;
  expect((await rotate(service)).forgotten).toEqual([]);
  await rows.query({ text: `delete from processes where process_id = 'proc_deaf'`, values: [] }, null);
  expect(await rotateDataKey(parts, PATIENT)).toEqual({ keyId: waiting.keyId, unaware: [] });
  await expect.poll(() => encryption.keyIds, { timeout: 60_000 }).toEqual([waiting.keyId, before]);
  await service.close();
});

test('A value under an unknown key is reported, and nothing is deleted', async () => {
  const databaseUrl = await createDatabase();
  const service = await startTestService({ databaseUrl, encryptionKey });
  await sandboxShop(service, { payment_response_hash_key: 'kept' });
  const { database } = service;
  const stranger = aesColumnEncryption([randomBytes(32)]);
  await expect(rotate({ ...service, encryption: stranger })).rejects.toThrow(
    'is encrypted with an unknown key',
  );
  const registered = await database.rows.query(
    { text: 'select key_id from encryption_keys', values: [] },
    null,
  );
  expect(registered).toEqual([{ key_id: service.encryption.keyIds[0] }]);
  await service.close();
});

test('Every encrypted column is found by its description', () => {
  const found = sealedTables(entityClasses).flatMap(({ columns, name }) =>
    columns.map((column) => `${name}.${column}`),
  );
  expect(found).toContain('connector_accounts.connector_account_details');
  expect(found).toContain('connector_calls.request');
  expect(found).not.toContain('encryption_keys.sample');
});
