import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { rotateKeys } from '../../../../src/core/maintenance/rotate-keys.ts';
import { sealedTables } from '../../../../src/core/maintenance/sealed-tables.ts';
import { entityClasses } from '../../../../src/database/orm-options.ts';
import { clientOf } from '../../../kit/client.ts';
import { createDatabase } from '../../../kit/database.ts';
import { graphqlClient } from '../../../kit/graphql-client.ts';
import { cardOf, cards, sandboxShop } from '../../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { testApart as test } from '../../../kit/test.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

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
          cardExpYear: '2099',
        },
      },
    },
  );
  expect(savePaymentMethod.userErrors).toEqual([]);
  return savePaymentMethod.paymentMethod.paymentMethodId;
}

test('An encryption key is retired while processes serve: everything is encrypted again, and the key is forgotten', async () => {
  const databaseUrl = await createDatabase();
  const before = await startTestService({ databaseUrl, encryptionKeys: [oldKey] });
  const shop = await sandboxShop(before, { payment_response_hash_key: 'kept' });
  await shop.sandbox({ connector_account_details: { auth_type: 'HeaderKey', api_key: 'kept' } });
  const customer = await shop.customer();
  const method = await saveCard(before, shop.key, customer);
  const payments = await Promise.all(Array.from({ length: 4 }, () => shop.open()));
  const confirm = async (service: TestService, headers: Record<string, string> = {}) => {
    const body = { confirm: true, payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
    const { status, body: payment } = await clientOf(service).post(`/payments/${payments.pop()}`, {
      key: shop.key,
      body,
      headers,
    });
    expect([status, payment.status, payment.error]).toEqual([200, 'succeeded', undefined]);
  };
  await confirm(before, { 'idempotency-key': 'under-the-old-key' });

  const during = await startTestService({ databaseUrl, encryptionKeys: [newKey, oldKey] });
  const [current, retired] = during.encryption.keyIds as [string, string];
  // Payments go on in both processes meanwhile, one of which still encrypts with the old key.
  const [first] = await Promise.all([rotate(during), confirm(before), confirm(during)]);
  expect(first.resealed).toBeGreaterThan(3);
  expect(first.kept).toEqual([
    { keyId: retired, reason: expect.stringMatching(/^process proc_\w+ encrypts with it/) },
  ]);
  await before.close();

  const second = await rotate(during);
  expect(second.counts.filter(({ keyId }) => keyId === retired).map(({ table }) => table)).toEqual([
    'idempotency_keys',
  ]);
  expect(second.kept).toEqual([
    { keyId: retired, reason: expect.stringContaining('1 rows of idempotency_keys expire by') },
  ]);
  const { rows } = during.database;
  await rows.query({ text: 'delete from idempotency_keys', values: [] }, null);
  const third = await rotate(during);
  expect([third.resealed, third.forgotten, third.kept]).toEqual([0, [retired], []]);
  expect(new Set(third.counts.map(({ keyId }) => keyId))).toEqual(new Set([current]));
  await during.close();

  const after = await startTestService({ databaseUrl, encryptionKeys: [newKey] });
  await confirm(after);
  // The card is recognised still.
  expect(await saveCard(after, shop.key, customer)).toBe(method);
  await after.close();
});

test('A value under a key that is not configured is named, and nothing is forgotten', async () => {
  const databaseUrl = await createDatabase();
  const service = await startTestService({ databaseUrl, encryptionKeys: [oldKey] });
  await sandboxShop(service, { payment_response_hash_key: 'kept' });
  const { database } = service;
  const stranger = await startTestService({ encryptionKeys: [newKey] });
  await expect(rotate({ ...service, encryption: stranger.encryption })).rejects.toThrow(
    'is encrypted with a key that is not configured',
  );
  const registered = await database.rows.query(
    { text: 'select key_id from encryption_keys', values: [] },
    null,
  );
  expect(registered).toEqual([{ key_id: service.encryption.keyIds[0] }]);
  await stranger.close();
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
