/**
 * Which pages may frame a payment's form, and lead its customer back. Browsers load this module too, so it imports nothing.
 */

/** Hosts that are reached without TLS: the own machine's. */
export const localHosts: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Whether an address or origin is on one of the allowed domains: a host with an optional port, with `*.` at its front for
 * any subdomain. Without TLS only the own machine is, at any port unless the domain has one.
 *
 * @example `isOnAllowedDomain('https://pay.shop.example/x', ['*.shop.example'])` is true
 */
export function isOnAllowedDomain(address: string, domains: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { host, hostname, protocol } = new URL(address);
  const isLocal = localHosts.includes(hostname);
  if (protocol !== 'https:' && !(isLocal && protocol === 'http:')) return false;
  return domains.some((domain) => {
    if (domain.startsWith('*.')) return host.endsWith(domain.slice(1));
    return host === domain || (isLocal && hostname === domain);
  });
}
