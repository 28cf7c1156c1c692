/**
 * Which pages may frame a payment's form, and lead its customer back. Browsers load this module too, so it imports nothing.
 */

/** Hosts reached without TLS: the local machine's. */
export const localHosts: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Whether an address or origin is on one of the allowed domains: a host with an optional port, with a leading `*.` for
 * any subdomain. Without TLS only the local machine matches, at any port unless the domain has one.
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

/** Null if the text is not an absolute URL. The pages also serve browsers from before 2023, which lack `URL.canParse`. */
function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
