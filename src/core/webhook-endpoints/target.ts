import type { Resolve, TargetRules } from '../foundation/webhook-targets.ts';
import { isLoopback, isPublic } from './public-address.ts';

/** Where a message goes: to this very address, so that no second look-up can lead elsewhere. */
export interface Target {
  readonly url: URL;
  readonly address: string;
  readonly family: 4 | 6;
}

/** What a URL must be to be a target, by what is wrong with one that is not. None repeats any of the URL. */
const requirements = Object.freeze({
  malformed: 'must be an absolute URL with a host name, such as https://example.com/webhooks',
  scheme: 'must begin with https://',
  credentials: 'must not contain a user name or password; set webhook_username and webhook_password instead',
  address: 'must lead to an address of the public internet, not to one of a private or reserved network',
  unresolved: 'must have a host name that the DNS knows',
});

export type Refusal = keyof typeof requirements;

/** A URL that nothing may be sent to. Its message never repeats the URL, which may hold secrets. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
  readonly reason: Refusal;
  /** The words that follow the name of the parameter: `must begin with https://`. */
  readonly requirement: string;

  constructor(reason: Refusal, options?: ErrorOptions) {
    super(`The webhook URL ${requirements[reason]}.`, options);
    this.reason = reason;
    this.requirement = requirements[reason];
  }
}

/**
 * Finds out where a message to a URL goes, and whether it may. The host name is resolved once, and every one of
 * its addresses must be public: of a public and a private one nobody could say which is meant. IPv4 is
 * preferred, because every network has it.
 *
 * Only a URL that itself names this machine (`localhost`, 127.0.0.1, ::1) counts as one that rules may allow;
 * any other name is refused when it leads here.
 *
 * @throws {TargetRefused}
 */
export async function aim(text: string, rules: TargetRules): Promise<Target> {
  const url = parse(text);
  const literal = literalOf(url);
  const local = literal === null ? isLocalName(url.hostname) : isLoopback(literal);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local && rules.allowLoopback))
    throw new TargetRefused('scheme');
  if (url.username !== '' || url.password !== '') throw new TargetRefused('credentials');
  if (local) {
    if (!rules.allowLoopback) throw new TargetRefused('address');
    return at(url, literal ?? '127.0.0.1');
  }
  const addresses = literal === null ? await resolved(url.hostname, rules.resolve) : [literal];
  if (!addresses.every(isPublic)) throw new TargetRefused('address');
  return at(url, addresses.find((address) => !address.includes(':')) ?? addresses[0]!);
}

const at = (url: URL, address: string): Target => ({ url, address, family: address.includes(':') ? 6 : 4 });

/**
 * Reads a URL. The parser already writes every form of an IPv4 address (`127.1`, `0x7f000001`, `2130706433`) and
 * of a host name (capitals, percent signs, full-width digits) in the one usual way.
 */
function parse(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new TargetRefused('malformed');
  // What follows the number sign is for the reader of a page, and is never sent.
  url.hash = '';
  // With a dot at its end a name is the same name, but certificates and the checks below go without.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  // Only schemes that are refused anyway go without a host.
  if (url.hostname !== '' && url.hostname.split('.').includes('')) throw new TargetRefused('malformed');
  return url;
}

/** The address that a URL's host is; null where it is a name. */
function literalOf(url: URL): string | null {
  if (url.hostname.startsWith('[')) return url.hostname.slice(1, -1);
  return /^\d+(\.\d+){3}$/.test(url.hostname) ? url.hostname : null;
}

/** These names always mean this machine and are never looked up (RFC 6761). */
const isLocalName = (name: string) => name === 'localhost' || name.endsWith('.localhost');

async function resolved(name: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(name);
  } catch (cause) {
    throw new TargetRefused('unresolved', { cause });
  }
  if (addresses.length === 0) throw new TargetRefused('unresolved');
  return addresses;
}
