import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { RowSource } from '../core/foundation/transaction.ts';
import type { AuthSecret } from './auth-secrets.ts';

interface Sealed {
  readonly id: string;
  readonly secret: string;
  readonly backup_codes: string;
}

/**
 * Re-encrypts under the current secret the data that better-auth encrypted under a former one: secrets of authenticator
 * apps and their backup codes. Cookies need nothing: a cookie under a former secret is refused.
 *
 * @returns The number of people affected.
 */
export async function resealSecondFactors(rows: RowSource, secrets: readonly AuthSecret[]): Promise<number> {
  const [current] = secrets;
  const key = {
    keys: new Map(secrets.map(({ value, version }) => [version, value])),
    currentVersion: current!.version,
  };
  // better-auth writes the version in front.
  const text = `select id, secret, backup_codes from auth.two_factors
                where secret not like $1 or backup_codes not like $1 for update`;
  const found = await rows.query<Sealed>(
    { text, values: [`$ba$${current!.version}$%`], touches: { reads: ['auth.two_factors'] } },
    null,
  );
  const again = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  for (const { backup_codes, id, secret } of found) {
    const values = [id, await again(secret), await again(backup_codes)];
    const update = 'update auth.two_factors set secret = $2, backup_codes = $3 where id = $1';
    await rows.query({ text: update, values, touches: { writes: ['auth.two_factors'] } }, null);
  }
  return found.length;
}
