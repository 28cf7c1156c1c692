import type { Config } from '../config/config.ts';
import { apiKeyHash } from '../core/access/authenticate.ts';
import type { Context } from '../core/foundation/context.ts';
import type { ColumnEncryption } from '../core/foundation/cryptography.ts';
import type { Database } from '../database/database.ts';
import { type Holdings, type KnownMerchant, welcome } from './banner.ts';
import { keepDemoKey, keptDemoKeys } from './demo-keys.ts';

/** The greeting of a service that has just started. */
export interface GreetingParts {
  readonly config: Config;
  readonly database: Database;
  readonly encryption: ColumnEncryption;
  /** The operator's context. */
  readonly ctx: Context;
  /** Whether the database is the embedded server's. */
  readonly embedded: boolean;
  readonly adminApiKey: string;
  /** Where the service is reached. */
  readonly url: string;
  readonly print: (text: string) => void;
  /** Aborted when the service is stopping: loading is then abandoned. */
  readonly signal: AbortSignal;
}

/** Prints the banner, after loading demo data into an embedded database that has no merchants. For development only. */
export async function greet(parts: GreetingParts): Promise<void> {
  const { adminApiKey, config, database, embedded, print, url } = parts;
  let holdings = await holdingsOf(database, await keptDemoKeys(config.dataDir));
  // The sandbox connector, which all demo data is at, is in the test environment only.
  if (holdings.kind === 'empty' && embedded && config.environment === 'test') {
    print(`\n  ${url} is ready. Loading demo data; the keys to it follow in a few seconds.\n`);
    holdings = { kind: 'known', merchant: await loadFirstDemo(parts) };
  }
  print(welcome({ url, adminApiKey, holdings }));
}

async function loadFirstDemo({
  config,
  ctx,
  database,
  encryption,
  signal,
  url,
}: GreetingParts): Promise<KnownMerchant> {
  const { FIRST_START, loadDemo } = await import('./demo/load.ts');
  const [merchant] = await loadDemo({ database, encryption, amounts: FIRST_START, publicUrl: url, signal });
  await keepDemoKey(config.dataDir, merchant!.apiKey);
  const { createDemoPersons } = await import('./demo/demo-persons.ts');
  return { ...merchant!, persons: await createDemoPersons(ctx, merchant!.merchantId) };
}

/** A database's contents, by the keys stored beside it. */
export async function holdingsOf(database: Database, keptKeys: readonly string[]): Promise<Holdings> {
  const { rows } = database;
  const valid = '(k.revoked_at is null and (k.expires_at is null or k.expires_at > now()))';
  const known = await rows.query<{ hash: string; merchant_id: string; publishable_key: string }>(
    {
      text: `select k.hash, merchant_id, m.publishable_key from api_keys k join merchant_accounts m using (merchant_id)
             where k.hash = any($1) and ${valid} order by k.created_at, k.hash limit 1`,
      values: [keptKeys.map(apiKeyHash)],
      touches: { reads: ['api_keys', 'merchant_accounts'] },
    },
    null,
  );
  const [row] = known;
  if (row) {
    const apiKey = keptKeys.find((key) => apiKeyHash(key) === row.hash)!;
    return {
      kind: 'known',
      merchant: { merchantId: row.merchant_id, apiKey, publishableKey: row.publishable_key },
    };
  }
  const [merchant] = await rows.query<{ merchant_id: string; has_key: boolean }>(
    {
      text: `select merchant_id, exists (select from api_keys k where k.merchant_id = m.merchant_id and ${valid}) as has_key
             from merchant_accounts m order by created_at, merchant_id limit 1`,
      values: [],
      touches: { reads: ['merchant_accounts', 'api_keys'] },
    },
    null,
  );
  if (!merchant) return { kind: 'empty' };
  return { kind: 'unknown', merchantId: merchant.merchant_id, hasKey: merchant.has_key };
}
