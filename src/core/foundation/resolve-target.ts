import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { Resolve, TargetRules } from './ports/target-rules.ts';

/** A webhook URL with the address to connect to, pinned so that a second lookup cannot lead elsewhere (SSRF). */
export interface ResolvedTarget {
  readonly url: URL;
  readonly address: string;
  readonly family: 4 | 6;
}

/** The requirement that each kind of refused URL violates. None repeats any part of the URL. */
const requirements = Object.freeze({
  malformed: 'must be an absolute URL with a host name, such as https://example.com/webhooks',
  scheme: 'must begin with https://',
  credentials:
    'must not contain a user name or password: give them in webhook_username and webhook_password of webhook_details, or in the header authorization of a further endpoint',
  port: 'must not have the port of another service, such as 25 or 22',
  address: 'must resolve to public internet addresses, not to private or reserved networks',
  unresolved: 'must have a host name that resolves in the DNS',
});

export type Refusal = keyof typeof requirements;

/** A URL that webhooks may not be sent to. Its message never repeats the URL, which may hold secrets. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
  readonly reason: Refusal;
  /** A predicate to follow the parameter's name: `must begin with https://`. */
  readonly requirement: string;

  constructor(reason: Refusal, options?: ErrorOptions) {
    super(`The webhook URL ${requirements[reason]}.`, options);
    this.reason = reason;
    this.requirement = requirements[reason];
  }
}

/**
 * Resolves a URL to the address to connect to, and checks that the rules allow it. The host name is resolved
 * once, and every one of its addresses must be public: with a mixture, which one is meant would be a guess. IPv4
 * is preferred because every network supports it.
 *
 * Rules can allow loopback only for a URL that names this machine literally (`localhost`, 127.0.0.1, ::1); any
 * other name that resolves to it is refused.
 *
 * @throws {TargetRefused}
 */
export async function resolveTarget(text: string, rules: TargetRules): Promise<ResolvedTarget> {
  const url = parseUrl(text);
  const literal = literalOf(url);
  const local = literal === null ? isLocalName(url.hostname) : isLoopbackAddress(literal);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local && rules.allowLoopback))
    throw new TargetRefused('scheme');
  if (blockedPorts.has(url.port)) throw new TargetRefused('port');
  if (url.username !== '' || url.password !== '') throw new TargetRefused('credentials');
  if (local) {
    if (!rules.allowLoopback) throw new TargetRefused('address');
    return at(url, literal ?? '127.0.0.1');
  }
  const addresses = literal === null ? await lookUp(url.hostname, rules.resolve) : [literal];
  if (!addresses.every(isPublic)) throw new TargetRefused('address');
  return at(url, addresses.find((address) => !address.includes(':')) ?? addresses[0]!);
}

/**
 * The ports that browsers request nothing from, since other protocols listen there: a webhook's body could be read as an
 * e-mail. https://fetch.spec.whatwg.org/#port-blocking
 */
const blockedPorts: ReadonlySet<string> = new Set(
  [
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119',
    '123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989',
    '990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080',
  ].flatMap((line) => line.split(' ')),
);

const at = (url: URL, address: string): ResolvedTarget => ({
  url,
  address,
  family: address.includes(':') ? 6 : 4,
});

/**
 * Parses a URL. The WHATWG parser already normalizes every form of an IPv4 address (`127.1`, `0x7f000001`,
 * `2130706433`) and of a host name (capitals, percent-encoding, full-width digits).
 */
function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new TargetRefused('malformed');
  // The fragment is never sent.
  url.hash = '';
  // A trailing dot does not change the name, but certificates and the checks below expect none.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  // Only schemes that are refused anyway can do without a host.
  if (url.hostname !== '' && url.hostname.split('.').includes('')) throw new TargetRefused('malformed');
  return url;
}

/** The URL's host if it is an IP address; null if it is a name. */
function literalOf(url: URL): string | null {
  if (url.hostname.startsWith('[')) return url.hostname.slice(1, -1);
  return /^\d+(\.\d+){3}$/.test(url.hostname) ? url.hostname : null;
}

/** Names that always mean this machine and are never looked up (RFC 6761). */
const isLocalName = (name: string) => name === 'localhost' || name.endsWith('.localhost');

async function lookUp(name: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(name);
  } catch (cause) {
    throw new TargetRefused('unresolved', { cause });
  }
  if (addresses.length === 0) throw new TargetRefused('unresolved');
  return addresses;
}

/** Time-out of one query to one name server, and the number of tries. */
const dnsQueries = Object.freeze({ timeout: 2_000, tries: 2 });

/**
 * Resolves host names by DNS queries, not by the system's `getaddrinfo`: that blocks one of libuv's few threads
 * until it times out, so a merchant with four names whose servers never respond would stall everyone's lookups.
 *
 * @param servers Name servers to use instead of the machine's.
 */
export function dnsResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver(dnsQueries);
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    // Most hosts have addresses of one family only, so the lookup fails only if both are missing.
    if (addresses.length === 0) throw (results[0] as PromiseRejectedResult).reason;
    return addresses;
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Azure's virtual public address, which serves platform metadata inside every virtual machine. It is the only
 * such address outside the reserved ranges.
 */
const azureHost = '168.63.129.16';

/** The block all public IPv6 addresses come from; everything else is special-purpose or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** NAT64: how IPv6-only networks reach IPv4 hosts. The last 32 bits are the IPv4 address (RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address belongs to the public internet. Private, reserved and documentation ranges do not, nor do IPv6
 * ranges that embed an IPv4 address, since they could disguise a refused one. NAT64 is the exception, because on an
 * IPv6-only network it is the only way to reach an IPv4 host; there the embedded address decides.
 */
export function isPublic(text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  if (address.match(nat64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(globalUnicast) && address.range() === 'unicast';
}

/** Whether a URL, or a host with or without a port, names this machine: loopback, `localhost` or a name below it. */
export function isThisMachine(text: string): boolean {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (!url) return false;
  const name = url.hostname.replace(/\.$/, '');
  return isLocalName(name) || isLoopbackAddress(name.replace(/^\[|\]$/g, ''));
}

/** Whether an address is loopback: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(text: string): boolean {
  return parseAddress(text)?.range() === 'loopback';
}

const isPublicIPv4 = (address: ipaddr.IPv4) =>
  address.range() === 'unicast' && address.toString() !== azureHost;

/**
 * Parses an address in its canonical form only. Parsers disagree on legacy forms (octal, hexadecimal, fewer than
 * four parts), and an IPv6 address with a zone is link-local.
 */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.IPv6.parse(text);
}
