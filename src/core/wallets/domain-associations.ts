import { coveringNames, hostNameOf } from '../domains/domain-name.ts';
import type { Context } from '../foundation/context.ts';

/** Maximum number of files examined for the service's own host. */
const ROWS_MAX = 10_000;

const files = `
  select a.merchant_id, a.metadata -> 'apple_pay' ->> 'domain_association' as file,
    lower(p.payment_link_config ->> 'domain_name') as page,
    a.walletx_verified_domains || p.walletx_verified_domains as domains
  from connector_accounts a
  join business_profiles p on p.merchant_id = a.merchant_id and p.profile_id = a.profile_id
  where not a.disabled and a.status = 'active'
    and a.metadata -> 'apple_pay' ->> 'domain_association' <> ''`;
const order = 'order by a.created_at, a.merchant_id, a.merchant_connector_id';
const ofAll = `${files} ${order} limit $1::int`;
const ofOwner = `${files} and a.merchant_id = any(
  select unnest(merchants) from find_domain_owners($1::text[], $2::timestamptz)) ${order}`;

interface AssociatedFile {
  readonly file: string;
  readonly page: string | null;
  readonly domains: readonly string[];
}

const touches = { reads: ['connector_accounts', 'business_profiles', 'domains', 'merchant_accounts'] };

/**
 * Reads the file by which Apple verifies a host: `metadata.apple_pay.domain_association` of an account of the merchant,
 * or organization, that has proved the host. Among several accounts, the oldest whose settings name the host counts;
 * otherwise the only file. Null without a file.
 */
export async function readDomainAssociation(ctx: Context, host: string): Promise<string | null> {
  const name = hostNameOf(host);
  const names = name === null ? [] : coveringNames(name);
  if (names.length === 0) return null;
  const values = [names, ctx.ports.now().toISOString()];
  const rows = await ctx.rows.query<AssociatedFile>({ text: ofOwner, values, touches }, null);
  const isNamed = ({ domains, page }: AssociatedFile) =>
    [page ?? '', ...domains].some((domain) => hostNameOf(domain) === name);
  return rows.find(isNamed)?.file ?? only(rows);
}

/** Reads the file for the service's own host: the only file in the accounts; null without one, or if they differ. */
export async function readOwnAssociation(ctx: Context): Promise<string | null> {
  const values = [ROWS_MAX];
  return only(await ctx.rows.query<AssociatedFile>({ text: ofAll, values, touches }, null));
}

function only(rows: readonly AssociatedFile[]): string | null {
  const all = new Set(rows.map(({ file }) => file));
  return all.size === 1 ? [...all][0]! : null;
}
