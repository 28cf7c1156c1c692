import type { Context } from '../foundation/context.ts';
import { hostNameOf } from './domain-name.ts';
import { provedHosts } from './proofs.ts';
import { isOwnHost } from './serving-hosts.ts';

/**
 * The address of a page at the host that settings name, once the merchant has proved it; until then, and without one, as it
 * is.
 */
export async function hostedAt(
  ctx: Context,
  merchantId: string,
  address: string,
  domainName: string | null | undefined,
): Promise<string> {
  const { host, origin } = new URL(address);
  if (!domainName || host === domainName) return address;
  const [proved] = await believed(ctx, merchantId, [domainName], 'domain_name');
  return proved === undefined ? address : address.replace(origin, `https://${domainName}`);
}

/**
 * A stored address of a page, at the service's own host unless its host is proved still: a link that is sent anew must not
 * lead to a host that has lost its proof since it was made.
 */
export async function addressToSend(ctx: Context, merchantId: string, address: string): Promise<string> {
  // Links of before may have no host.
  const { host, origin } = URL.parse(address) ?? {};
  if (!host || !origin || isOwnHost(ctx, host)) return address;
  const [proved] = await believed(ctx, merchantId, [host], 'domain_name');
  return proved === undefined ? address.replace(origin, new URL(ctx.ports.pagesUrl()).origin) : address;
}

/**
 * Of `allowed_domains`, those on which a page may be framed, as the headers of a page take them: in ASCII. In the environment
 * `test` they need no proof.
 */
export async function framingDomains(
  ctx: Context,
  merchantId: string,
  domains: readonly string[] | null | undefined,
): Promise<string[]> {
  const given = domains ?? [];
  const acting =
    ctx.ports.environment === 'test' ? given : await believed(ctx, merchantId, given, 'allowed_domains');
  return acting.flatMap(inAscii);
}

/** A domain of `allowed_domains` in ASCII and lower case; empty for one that is no host. */
function inAscii(domain: string): string[] {
  const name = hostNameOf(domain);
  if (name === null) return [];
  const [wildcard = ''] = /^\*\./.exec(domain) ?? [];
  const [port = ''] = /:\d+$/.exec(domain) ?? [];
  return [`${wildcard}${name}${port}`];
}

/** Of the domains of wallets that settings name, the names of those that are proved. */
export async function walletDomains(
  ctx: Context,
  merchantId: string,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const proved = await believed(ctx, merchantId, domains, 'walletx_verified_domains');
  return new Set(proved.flatMap((domain) => hostNameOf(domain) ?? []));
}

/** The hosts that are proved. The others are reported to the log: their settings have no effect. */
async function believed(
  ctx: Context,
  merchantId: string,
  hosts: readonly string[],
  setting: string,
): Promise<readonly string[]> {
  const proved = await provedHosts(ctx, merchantId, hosts);
  for (const host of hosts) {
    if (!proved.includes(host)) ctx.ports.onUnproved({ merchant_id: merchantId, host, setting });
  }
  return proved;
}
