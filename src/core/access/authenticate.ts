import { createHash } from 'node:crypto';
import type { Caller } from '../foundation/caller.ts';
import { Problem } from '../foundation/errors.ts';
import { isSameSecret } from '../foundation/same-secret.ts';
import { ANYWHERE, type Row, type RowSource, type Statement } from '../reads/index.ts';

/** The keys that are configured and not stored. */
export interface ConfiguredKeys {
  readonly adminApiKey: string;
}

/** What is kept of an API key in place of it: hexadecimal SHA-256. The key is random, so no slow hash is needed. */
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * Who a key belongs to: one look at the database at most. Specification: Authentication.
 *
 * @throws {Problem} `invalid_api_key`, the same for no key, an unknown, a revoked and an expired one: whoever
 * tries keys out learns nothing from the answer.
 */
export async function authenticate(
  rows: RowSource,
  keys: ConfiguredKeys,
  presented: string | undefined,
  now: Date,
): Promise<Caller> {
  if (!presented) throw refused();
  if (isSameSecret(presented, keys.adminApiKey)) return { kind: 'admin_key' };
  if (presented.startsWith('sk_')) {
    const row = await first(rows, apiKeyStatement(presented, now));
    return { kind: 'api_key', merchantId: row.merchant_id as string, keyId: row.key_id as string };
  }
  if (presented.startsWith('pk_')) {
    const row = await first(rows, publishableKeyStatement(presented));
    return { kind: 'publishable_key', merchantId: row.merchant_id as string };
  }
  throw refused();
}

/** No merchant is known yet, so the lookup is not scoped to one. */
async function first(rows: RowSource, statement: Statement): Promise<Row> {
  const [row] = await rows.query(statement, ANYWHERE);
  if (!row) throw refused();
  return row;
}

const apiKeyStatement = (key: string, now: Date): Statement => ({
  text: `select merchant_id, key_id from find_api_key($1, $2::timestamptz) where merchant_id is not null`,
  values: [apiKeyHash(key), now.toISOString()],
});

const publishableKeyStatement = (key: string): Statement => ({
  text: `select merchant_id from find_publishable_key($1) where merchant_id is not null`,
  values: [key],
});

function refused(): Problem {
  return new Problem('invalid_api_key', 'Send a valid key in the header api-key.');
}
