import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { startTestService } from '../../../kit/service.ts';
import { testApart as test } from '../../../kit/test.ts';

test('A service whose encryption key does not open the database does not start', async ({
  service,
  shared,
}) => {
  const { rows } = service.database;
  const registered = await rows.query({ text: 'select key_id from encryption_keys', values: [] }, null);
  expect(registered).toEqual([{ key_id: service.encryption.keyIds[0] }]);
  await expect(startTestService({ ...shared, encryptionKey: randomBytes(32) })).rejects.toThrow(
    `a key that ENCRYPTION_KEY does not name (${service.encryption.keyIds[0]})`,
  );
});
