import { BlockList, isIPv6 } from 'node:net';
import type { Caller } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an address is one of the networks, each an address or a CIDR. */
function isIn(networks: readonly string[], address: string): boolean {
  const family = familyOf(address);
  const list = new BlockList();
  for (const network of networks) {
    const [base, prefix] = network.split('/') as [string, string?];
    // A network of IPv6 such as ::/8 would hold every IPv4 address too, mapped.
    if (familyOf(base) !== family) continue;
    if (prefix === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(prefix), family);
  }
  return list.check(address, family);
}

/**
 * Checks that a key may be used from an address. An address that could not be determined is in no list.
 *
 * @throws {Problem} `address_not_allowed`.
 */
export function requireAllowedAddress(caller: Caller, address: string): void {
  if (caller.kind !== 'api_key' || !caller.allowedAddresses || caller.allowedAddresses.length === 0) return;
  if (address !== '' && isIn(caller.allowedAddresses, address)) return;
  throw new Problem('address_not_allowed', 'This API key may not be used from this address.');
}
