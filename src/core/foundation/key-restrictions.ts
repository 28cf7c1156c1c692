import ipaddr from 'ipaddr.js';
import { keptPermissions, type Permission, unnamedPermissions } from './permissions.ts';

/** The restrictions of an API key. */
export interface KeyRestrictions {
  /** Addresses and networks (CIDR); empty for any. */
  readonly allowed_addresses: readonly string[];
  readonly expires_at?: Date | string | null;
  /** Null for the permissions of a key without a list. */
  readonly permissions?: readonly Permission[] | null;
  /** The end of the permissions that a key without a list kept although they must be listed; null if none were kept. */
  readonly unnamed_permissions_until?: Date | string | null;
}

/**
 * The permissions of an API key, including temporarily kept permissions even if expired, so that a comparison needs
 * no clock.
 */
export const permissionsOfKey = ({
  permissions,
  unnamed_permissions_until: until,
}: KeyRestrictions): readonly Permission[] =>
  permissions ?? (until ? [...unnamedPermissions, ...keptPermissions] : unnamedPermissions);

/** The restrictions of a key that a change loosens, in words. */
export function loosened(before: KeyRestrictions, after: KeyRestrictions): string[] {
  const had = permissionsOfKey(before);
  return [
    ...(permissionsOfKey(after).every((permission) => had.includes(permission)) ? [] : ['permissions']),
    ...(hasOtherAddresses(before, after) ? ['addresses'] : []),
    ...(endOf(after) > endOf(before) ? ['last day'] : []),
  ];
}

const endOf = ({ expires_at: at }: KeyRestrictions): number => (at ? new Date(at).getTime() : Infinity);

function hasOtherAddresses(
  { allowed_addresses: before }: KeyRestrictions,
  { allowed_addresses: after }: KeyRestrictions,
): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || !after.every((network) => before.some((other) => isWithin(network, other)));
}

/** Whether a network contains all addresses of another. Each is an address or a CIDR. */
function isWithin(network: string, other: string): boolean {
  const [address, bits] = networkOf(network);
  const [base, prefix] = networkOf(other);
  return address.kind() === base.kind() && bits >= prefix && address.match(base as never, prefix);
}

function networkOf(text: string): [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number] {
  const [base, prefix] = text.split('/') as [string, string?];
  const address = ipaddr.parse(base);
  return [address, prefix === undefined ? address.toByteArray().length * 8 : Number(prefix)];
}
