import type { ColumnEncryption } from '../../core/foundation/column-encryption.ts';
import type { Database } from '../../database/database.ts';
import type { DemoKeys } from './keys.ts';
import { loadDemo } from './load.ts';

/** Enough for every status to occur and for lists to have further pages, and made in a second. */
const FIRST_START = { payments: 1_000, merchants: 2 };

/** Loads demo data into a database that has no merchant yet: the first start of a development service. */
export async function loadDemoOnce(options: {
  database: Database;
  encryption: ColumnEncryption;
  environment: 'test' | 'live';
  /** Where customers reach the service; where it is not known, the address it has unless told otherwise. */
  publicUrl?: string | null;
}): Promise<DemoKeys[]> {
  const { database, encryption, environment, publicUrl } = options;
  // Demo merchants are at the sandbox connector, which the live environment does not have.
  if (environment === 'live') return [];
  const some = { text: 'select 1 from merchant_accounts limit 1', values: [] };
  if ((await database.rows.query(some, null)).length > 0) return [];
  const reached = publicUrl ? { publicUrl } : {};
  return loadDemo({ pool: database.pool, encryption, environment, amounts: FIRST_START, ...reached });
}
