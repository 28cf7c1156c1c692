import type { Context } from '../foundation/context.ts';
import { hostNameOf } from './domain-name.ts';
import { provedHosts } from './proofs.ts';
import { isOwnHost } from './serving-hosts.ts';

/**
 * The address of a page on the host in the settings, once the merchant has proved that host; otherwise the address
 * unchanged.
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
 * A stored page address, moved to the service's own host unless its host is still proved: a link that is sent again must
 * not lead to a host that has lost its proof.
 */
export async function addressToSend(ctx: Context, merchantId: string, address: string): Promise<string> {
  // Old links may have no host.
  const { host, origin } = URL.parse(address) ?? {};
  if (!host || !origin || isOwnHost(ctx, host)) return address;
  const [proved] = await believed(ctx, merchantId, [host], 'domain_name');
  return proved === undefined ? address.replace(origin, new URL(ctx.ports.pagesUrl()).origin) : address;
}

/**
 * The entries of `allowed_domains` that may frame a page, in ASCII for its headers. In the environment `test` they need
 * no proof.
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

/** An entry of `allowed_domains` in ASCII and lower case; empty for an invalid host. */
function inAscii(domain: string): string[] {
  const name = hostNameOf(domain);
  if (name === null) return [];
  const [wildcard = ''] = /^\*\./.exec(domain) ?? [];
  const [port = ''] = /:\d+$/.exec(domain) ?? [];
  return [`${wildcard}${name}${port}`];
}

/** The proved domains among the wallet domains in settings. */
export async function walletDomains(
  ctx: Context,
  merchantId: string,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const proved = await believed(ctx, merchantId, domains, 'walletx_verified_domains');
  return new Set(proved.flatMap((domain) => hostNameOf(domain) ?? []));
}

/** The proved hosts. The others are logged: their settings have no effect. */
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
