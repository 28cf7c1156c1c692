import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Azure answers here on behalf of the machine's host, at every virtual machine, though the address counts as
 * public: it is the one such address outside of the reserved ranges.
 */
const azureHost = '168.63.129.16';

/** Where every public IPv6 address is from: whatever lies outside has another purpose, or none yet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** How IPv4 hosts are reached from networks that have only IPv6: the last 32 bits are the IPv4 address. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address is one of the public internet, which anybody may reach and nobody trusts. Private,
 * reserved and documentation ranges are not, nor are those that carry an IPv4 address inside: they are another
 * way to write one that is refused. NAT64 is the exception, because on a network with nothing but IPv6 it is
 * the only way to an IPv4 host; there the address inside decides.
 */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (!address) return false;
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  if (address.match(nat64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(globalUnicast) && address.range() === 'unicast';
}

/** Whether an address is this machine itself: 127.0.0.0/8 or ::1. */
export function isLoopback(text: string): boolean {
  return parse(text)?.range() === 'loopback';
}

const isPublicIPv4 = (address: ipaddr.IPv4) =>
  address.range() === 'unicast' && address.toString() !== azureHost;

/**
 * Reads an address in its usual form only. In the older ones (octal, hexadecimal, fewer than four parts) two
 * readers may see two addresses, and an address with a zone means one machine's own network.
 */
function parse(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.IPv6.parse(text);
}
