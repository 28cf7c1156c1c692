import { randomBytes } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { expect } from 'vitest';
import { aesColumnEncryption } from '../../../src/core/foundation/cryptography.ts';
import { authSecrets } from '../../../src/people/auth-secrets.ts';
import { resealSecondFactors } from '../../../src/people/rotate-secrets.ts';
import { testApart as test } from '../../kit/test.ts';
import { appoint } from './people.ts';

const keyOf = (secrets: ReturnType<typeof authSecrets>) => ({
  keys: new Map(secrets.map(({ value, version }) => [version, value])),
  currentVersion: secrets[0]!.version,
});

test('Rotating the encryption key re-encrypts second factors, so that the former key can be removed', async ({
  service,
  shop,
}) => {
  const { personId } = await appoint(service, shop.merchantId, 'owner');
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const before = keyOf(authSecrets(aesColumnEncryption([former])));
  const values = [
    personId,
    await symmetricEncrypt({ key: before, data: 'the secret' }),
    await symmetricEncrypt({ key: before, data: '["code"]' }),
  ];
  const text = `insert into auth.two_factors (id, user_id, secret, backup_codes) values ('one', $1, $2, $3)`;
  await service.database.rows.query({ text, values }, null);

  const both = authSecrets(aesColumnEncryption([current, former]));
  expect(await resealSecondFactors(service.database.rows, both)).toBe(1);
  expect(await resealSecondFactors(service.database.rows, both)).toBe(0);
  const select = 'select secret, backup_codes from auth.two_factors where user_id = $1';
  const [row] = await service.database.rows.query<{ secret: string; backup_codes: string }>(
    { text: select, values: [personId] },
    null,
  );
  const after = keyOf(authSecrets(aesColumnEncryption([current])));
  expect(await symmetricDecrypt({ key: after, data: row!.secret })).toBe('the secret');
  expect(await symmetricDecrypt({ key: after, data: row!.backup_codes })).toBe('["code"]');
});
