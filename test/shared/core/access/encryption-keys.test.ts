import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { openKeyring, rewrapKeys } from '../../../../src/core/access/keyring.ts';
import { aesColumnEncryption, keyId } from '../../../../src/core/foundation/cryptography.ts';
import { localKey } from '../../../../src/service/keys/local-keys.ts';
import { createDatabase } from '../../../kit/database.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../../kit/service.ts';
import { tablesOf } from '../../../kit/tables-of.ts';
import { testApart as test } from '../../../kit/test.ts';

interface Stored {
  readonly key_id: string;
  readonly wrapped: string | null;
  readonly kek: string | null;
}

const keysIn = ({ database }: TestService) =>
  database.rows.query<Stored>({ text: 'select key_id, wrapped, kek from encryption_keys', values: [] }, null);

test('A service whose key-encrypting key does not open the database refuses to start and names the fitting key', async ({
  service,
  shared,
}) => {
  const [kek] = service.keks;
  expect(await keysIn(service)).toEqual([
    { key_id: service.encryption.keyIds[0], kek: kek!.id, wrapped: expect.any(String) },
  ]);
  expect(keyId(shared.encryptionKey)).not.toBe(service.encryption.keyIds[0]);
  const other = randomBytes(32);
  await expect(startTestService({ ...shared, encryptionKey: other })).rejects.toThrow(
    `${kek!.id} opens: a key that ENCRYPTION_KEY does not name (there are ${localKey(other).id})`,
  );
});

test('Processes that start at the same time on an empty database agree on one data key', async () => {
  const [databaseUrl, encryptionKey] = [await createDatabase(), randomBytes(32)];
  const all = await Promise.all(
    Array.from({ length: 3 }, () => startTestService({ databaseUrl, encryptionKey })),
  );
  const known = all.map(({ encryption }) => encryption.keyIds);
  expect(known).toEqual(Array(3).fill([(await keysIn(all[0]!))[0]!.key_id]));
  for (const service of all) await service.close();
});

test('A new key-encrypting key rewraps the data keys, and no other row changes', async () => {
  const [databaseUrl, former, next] = [await createDatabase(), randomBytes(32), randomBytes(32)];
  const before = await startTestService({ databaseUrl, encryptionKey: former });
  const shop = await sandboxShop(before, { payment_response_hash_key: 'kept' });
  const digests = before.encryption.digests('a text');
  const { encryption_keys: wrapped, ...others } = await tablesOf(before.database);
  const keks = [next, former].map(localKey);
  const { transact } = before.database;
  const keyId = before.encryption.keyIds[0]!;
  const moved = { keyId, from: localKey(former).id, to: localKey(next).id };
  expect(await rewrapKeys({ keks, transact })).toEqual([moved]);
  // Again: as the replaced key version of another system.
  expect(await rewrapKeys({ keks, transact })).toEqual([{ ...moved, from: moved.to }]);
  const { encryption_keys: again, ...same } = await tablesOf(before.database);
  expect(same).toEqual(others);
  expect(again).not.toEqual(wrapped);
  // The running process continues.
  expect(await shop.open()).toMatch(/^pay_/);
  await before.close();

  await expect(startTestService({ databaseUrl, encryptionKey: former })).rejects.toThrow(localKey(next).id);
  const after = await startTestService({ databaseUrl, encryptionKey: next });
  expect(after.encryption.digests('a text')).toEqual(digests);
  const column = 'payment_response_hash_key';
  const text = `select ${column} as sealed from merchant_accounts where merchant_id = $1`;
  const [row] = await after.database.rows.query<{ sealed: Buffer }>(
    { text, values: [shop.merchantId] },
    null,
  );
  const location = { table: 'merchant_accounts', column, key: [shop.merchantId] };
  expect(after.encryption.decrypt(row!.sealed, location)).toBe('kept');
  await after.close();
});

test('A database encrypted with ENCRYPTION_KEY directly keeps it as its data key, wrapped', async () => {
  const [databaseUrl, former, next] = [await createDatabase(), randomBytes(32), randomBytes(32)];
  const before = await startTestService({ databaseUrl });
  const { database } = before;
  const old = aesColumnEncryption([former]);
  const id = old.keyIds[0]!;
  const location = { table: 'encryption_keys', column: 'sample', key: [id] };
  await database.rows.query({ text: 'delete from encryption_keys', values: [] }, null);
  const text = 'insert into encryption_keys (key_id, sample, created_at) values ($1, $2, now())';
  await database.rows.query({ text, values: [id, old.encrypt(id, location)] }, null);
  const { transact } = database;
  await expect(openKeyring({ transact, keks: [localKey(next)] })).rejects.toThrow(`local:${id} opens`);
  const opened = await openKeyring({ transact, keks: [next, former].map(localKey) });
  expect(await keysIn(before)).toEqual([{ key_id: id, kek: localKey(next).id, wrapped: expect.any(String) }]);
  expect(opened.encryption.decrypt(old.encrypt('a value', location), location)).toBe('a value');
  // From now on the former key need not be configured.
  expect((await openKeyring({ transact, keks: [localKey(next)] })).encryption.keyIds).toEqual([id]);
  await before.stop();
});
