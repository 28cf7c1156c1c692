import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';
import type { TrustedProxies } from '../../config/validators.ts';
import type { Caller } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';

/** Determines the address of a request's client. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Returns a function that determines the address of a request's client, over HTTP and for a WebSocket's upgrade: the
 * connection's, or the last address in `X-Forwarded-For` that is not a trusted proxy's. An IPv4 address is written as
 * such, also on an IPv6 socket. The result is empty if a proxy forwarded anything but an address, or the connection is
 * closed already.
 *
 * @throws {TypeError} for a network that is neither a CIDR nor `loopback`, `linklocal` or `uniquelocal`.
 */
export function clientAddressBehind(trusted: TrustedProxies): ClientAddress {
  const isTrusted =
    typeof trusted === 'number'
      ? (_address: string, hop: number) => hop < trusted
      : proxyAddr.compile([...trusted]);
  return (request) => {
    // A closed connection has no address, which proxy-addr does not expect.
    if (request.socket.remoteAddress === undefined) return '';
    return plainAddress(proxyAddr(request, isTrusted));
  };
}

/** Addresses cached in their normalised form. */
const ADDRESSES_MAX = 1_000;
const plainAddresses = new LRUCache<string, string>({ max: ADDRESSES_MAX });

/** An address without an IPv6 zone and not mapped to IPv6; empty for anything else. */
function plainAddress(text: string): string {
  let plain = plainAddresses.get(text);
  if (plain === undefined) {
    const [address = ''] = text.split('%');
    plain = ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
    plainAddresses.set(text, plain);
  }
  return plain;
}

/**
 * The subject to count a client without a key under: its address, or of IPv6 the /64 network, because a single
 * subscriber has all of its addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : address;
}

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
function requireAllowedAddress(caller: Caller, address: string): void {
  if (caller.kind !== 'api_key' || !caller.allowedAddresses || caller.allowedAddresses.length === 0) return;
  if (address !== '' && isIn(caller.allowedAddresses, address)) return;
  throw new Problem('address_not_allowed', 'This API key may not be used from this address.');
}

/** Rejects a key used from an address outside its allow-list, and logs it: it may be stolen. */
export function refuseElsewhere(caller: Caller, address: string, logger: Logger): void {
  try {
    requireAllowedAddress(caller, address);
  } catch (error) {
    const { merchantId: merchant_id, keyId: key_id } = caller as Extract<Caller, { kind: 'api_key' }>;
    logger.warn({ merchant_id, key_id, address }, 'API key used from an address that it does not allow');
    throw error;
  }
}
