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
  const url = urlOf(address);
  if (!url) return false;
  const { host, hostname, protocol } = url;
  const isLocal = localHosts.includes(hostname);
  if (protocol !== 'https:' && !(isLocal && protocol === 'http:')) return false;
  return domains.some((domain) => {
    if (domain.startsWith('*.')) return host.endsWith(domain.slice(1));
    return host === domain || (isLocal && hostname === domain);
  });
}

/** Null if the text is no absolute URL. Browsers of before 2023, which the pages serve, have no `URL.canParse`. */
function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
