import { createHash } from 'node:crypto';
import { Problem } from '../errors.ts';
import { MerchantAccount } from '../merchant-accounts/merchant-account.ts';
import { type DescribedClass, fieldOf, resourceOf } from '../model/index.ts';
import type { Row, RowSource, Statement } from '../reads/index.ts';
import { quote, StatementBuilder } from '../reads/statement.ts';
import { ApiKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { isSameSecret } from './same-secret.ts';

/** The keys that are configured and not stored. */
export interface ConfiguredKeys {
  readonly adminApiKey: string;
}

/** What is kept of an API key in place of it: hexadecimal SHA-256. The key is random, so no slow hash is needed. */
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

const column = (target: DescribedClass, name: string) => quote(fieldOf(target, name).name);
const table = (target: DescribedClass) => quote(resourceOf(target).table);

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
  const [row] = await rows.query(statement, null);
  if (!row) throw refused();
  return row;
}

function apiKeyStatement(key: string, now: Date): Statement {
  const builder = new StatementBuilder();
  const hash = builder.parameter(apiKeyHash(key));
  const moment = builder.parameter(now.toISOString(), 'timestamptz');
  const expiry = column(ApiKey, 'expires_at');
  return builder.build(
    `select ${column(ApiKey, 'merchant_id')}, ${column(ApiKey, 'key_id')} from ${table(ApiKey)}
     where ${column(ApiKey, 'hash')} = ${hash} and ${column(ApiKey, 'revoked_at')} is null
       and (${expiry} is null or ${expiry} > ${moment})`,
  );
}

function publishableKeyStatement(key: string): Statement {
  const builder = new StatementBuilder();
  return builder.build(
    `select ${column(MerchantAccount, 'merchant_id')} from ${table(MerchantAccount)}
     where ${column(MerchantAccount, 'publishable_key')} = ${builder.parameter(key)}`,
  );
}

function refused(): Problem {
  return new Problem('invalid_api_key', 'Send a valid key in the header api-key.');
}
