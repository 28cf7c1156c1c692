import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import proxyAddr from 'proxy-addr';

/**
 * The proxies whose `X-Forwarded-For` is believed: how many stand in front of the service, or the networks they are
 * in. With 0 the header is ignored: any client may send one.
 */
export type TrustedProxies = number | readonly string[];

/** Determines the address of a request's client. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Returns a function that determines the address of a request's client, over HTTP and for a WebSocket's upgrade: that
 * of the connection, or the last address in `X-Forwarded-For` that no trusted proxy has. An IPv4 address is written
 * as such, also where a socket for IPv6 received it. The result is empty if a proxy forwarded something else than an
 * address, or the connection is closed already.
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

/** How many addresses are remembered as they are written. */
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
 * What to count a client under that has shown no key: its address, or of IPv6 the /64 network, because a single
 * subscriber has all of its addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : address;
}
