import type { Context } from '../foundation/context.ts';

/** The most domains, and the most files at the service's own host, that are looked at. */
const ROWS_MAX = 10_000;

/** The files by which Apple verifies domains. */
export interface DomainAssociations {
  /** By the `domain_name` of a profile's payment links, in lower case. */
  readonly byDomain: ReadonlyMap<string, string>;
  /** At the service's own host: the only one that accounts have; null if there is none, or they differ. */
  readonly atOwnHost: string | null;
}

/** Accounts' files with their profiles' domains, oldest account first. */
const text = `
  select lower(p.payment_link_config ->> 'domain_name') as domain,
         a.metadata -> 'apple_pay' ->> 'domain_association' as file
  from connector_accounts a
  join business_profiles p on p.merchant_id = a.merchant_id and p.profile_id = a.profile_id
  where not a.disabled and a.status = 'active'
    and a.metadata -> 'apple_pay' ->> 'domain_association' <> ''
  order by a.created_at, a.merchant_id, a.merchant_connector_id limit $1::int`;

/**
 * Reads the files of all merchants' accounts: `metadata.apple_pay.domain_association`. A domain has the file of the oldest
 * account whose profile names it: nobody who names it later takes it away.
 */
export async function readDomainAssociations(ctx: Context): Promise<DomainAssociations> {
  const touches = { reads: ['connector_accounts', 'business_profiles'] };
  const rows = await ctx.rows.query<{ domain: string | null; file: string }>(
    { text, values: [ROWS_MAX], touches },
    null,
  );
  const byDomain = new Map<string, string>();
  for (const { domain, file } of rows) if (domain && !byDomain.has(domain)) byDomain.set(domain, file);
  const all = new Set(rows.map(({ file }) => file));
  return { byDomain, atOwnHost: all.size === 1 ? [...all][0]! : null };
}
