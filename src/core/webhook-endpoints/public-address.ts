import ipaddr from 'ipaddr.js';

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
 * Whether an address belongs to the public internet. Private, reserved and documentation ranges do not, nor do
 * IPv6 ranges that embed an IPv4 address, since they could be used to write a refused one. NAT64 is the exception,
 * because on an IPv6-only network it is the only way to reach an IPv4 host; there the embedded address decides.
 */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (!address) return false;
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  if (address.match(nat64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(globalUnicast) && address.range() === 'unicast';
}

/** Whether an address is loopback: 127.0.0.0/8 or ::1. */
export function isLoopback(text: string): boolean {
  return parse(text)?.range() === 'loopback';
}

const isPublicIPv4 = (address: ipaddr.IPv4) =>
  address.range() === 'unicast' && address.toString() !== azureHost;

/**
 * Parses an address in its canonical form only. Parsers disagree on legacy forms (octal, hexadecimal, fewer than
 * four parts), and an IPv6 address with a zone is link-local.
 */
function parse(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.IPv6.parse(text);
}
