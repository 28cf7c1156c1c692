import type { RowSource } from '../reads/index.ts';
import { isoTimestamp } from '../reads/statement.ts';

/** Maximum number of merchants listed at start, and of keys of each. */
const MERCHANTS_MAX = 20;
const KEYS_MAX = 10;

/** Keys of a merchant that have `team:write` and `keys:write` without naming them. */
export interface UnnamedKeys {
  readonly merchant_id: string;
  /** Identifiers of some of these keys. */
  readonly keys: readonly string[];
  readonly count: number;
  /** The time at which the first key loses the permissions, in ISO 8601. */
  readonly until: string;
}

/**
 * The API keys in use that will lose `team:write` and `keys:write` because they do not name them, by merchant, earliest
 * loss first. At most {@link MERCHANTS_MAX} merchants.
 */
export function findUnnamedKeys(rows: RowSource, now: Date): Promise<UnnamedKeys[]> {
  const text = `
    select merchant_id, (array_agg(key_id order by key_id))[:${KEYS_MAX}] as keys, count(*)::int as count,
      ${isoTimestamp('min(unnamed_permissions_until)')} as until
    from api_keys where permissions is null and unnamed_permissions_until > $1::timestamptz
      and revoked_at is null and (expires_at is null or expires_at > $1::timestamptz)
    group by merchant_id order by min(unnamed_permissions_until), merchant_id limit ${MERCHANTS_MAX}`;
  const statement = { text, values: [now.toISOString()], touches: { reads: ['api_keys'] } };
  return rows.query<UnnamedKeys & object>(statement, null);
}
