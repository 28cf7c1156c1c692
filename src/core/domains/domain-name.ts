import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/** Longest name in the DNS, in characters, and its longest label. */
const NAME_MAX = 253;
const LABEL_MAX = 63;
/** Leaves room for the label in front of the name of the TXT record. */
const RECORD_NAME_MAX = NAME_MAX - '_switchyard.'.length;

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Names that always mean this machine (RFC 6761), and its addresses. */
export const isLocalName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || /^127(?:\.\d+){3}$/.test(name) || name === '::1';

/**
 * Normalizes a host name as in certificates and the DNS: no port, wildcard or trailing dot, in lower case and ASCII. Null
 * for anything else. IP addresses are kept.
 *
 * @example `hostNameOf('*.Straße.example:8443')` is `xn--strae-oqa.example`
 */
export function hostNameOf(host: string): string | null {
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(host.trim());
  if (bracketed) return bracketed[1]!.toLowerCase();
  const bare = host.trim().replace(/^\*\./, '').replace(/:\d+$/, '').replace(/\.$/, '');
  if (isIP(bare)) return bare.toLowerCase();
  // Percent-encoding would be decoded.
  const name = bare.includes('%') ? '' : domainToASCII(bare);
  const isName = name !== '' && name.length <= NAME_MAX && name.split('.').every(isLabel);
  return isName ? name : null;
}

const isLabel = (text: string): boolean => text.length <= LABEL_MAX && label.test(text);

/** A provable domain, or the reason why it cannot be proved. */
export type ParsedDomain = { readonly name: string } | { readonly requirement: string };

/**
 * Parses the name of a domain to be proved. A public suffix, below which anyone can register names, is refused, as are
 * private suffixes of hosts such as `github.io`.
 *
 * @returns The name in the form of {@link hostNameOf}, or the predicate to follow the parameter's name.
 */
export function parseDomainName(text: string): ParsedDomain {
  if (/[/@?#*:\\\s]/.test(text.trim())) {
    return { requirement: 'must be only a domain name, without scheme, port, wildcard or path' };
  }
  const name = hostNameOf(text);
  if (name === null || name.length > RECORD_NAME_MAX) {
    return {
      requirement: `must be a domain name of at most ${RECORD_NAME_MAX} characters, such as shop.example.com`,
    };
  }
  if (isIP(name)) return { requirement: 'must be a domain name, not an IP address' };
  if (isLocalName(name)) return { requirement: 'must not be of the own machine, which needs no proof' };
  if (!isRegistrable(name)) {
    return {
      requirement: 'must be a domain below a public suffix, such as example.com, which one owner can control',
    };
  }
  return { name };
}

/** Whether a name is a public suffix or below one, so that it may be registered. */
const isRegistrable = (name: string): boolean => suffixOf(name).domain !== null;

const suffixOf = (name: string) => parse(name, { allowPrivateDomains: true });

/**
 * Whether a name can be owned in the public DNS: not an IP address, a name of one label or a name of a private network,
 * such as `switchyard.internal`.
 */
export function isPublicName(name: string): boolean {
  if (isLocalName(name) || isIP(name)) return false;
  const { isIcann, isPrivate } = suffixOf(name);
  return isIcann === true || isPrivate === true;
}

/** A name and its parent domains, whose proofs cover it, the name first. */
export function coveringNames(name: string): string[] {
  const { domain } = isIP(name) ? { domain: null } : suffixOf(name);
  if (domain === null) return [];
  const labels = name.split('.');
  const above = labels.length - domain.split('.').length;
  return Array.from({ length: above + 1 }, (_, index) => labels.slice(index).join('.'));
}
