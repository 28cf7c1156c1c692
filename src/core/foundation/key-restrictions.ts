import ipaddr from 'ipaddr.js';
import { allPermissions, type Permission } from './permissions.ts';

/** What restricts an API key. */
export interface KeyRestrictions {
  /** Addresses and networks (CIDR); empty for any. */
  readonly allowed_addresses: readonly string[];
  readonly expires_at?: Date | string | null;
  /** Null for those of a key without a list. */
  readonly permissions?: readonly Permission[] | null;
}

/** The permissions of an API key. */
export const permissionsOfKey = ({
  permissions,
}: Pick<KeyRestrictions, 'permissions'>): readonly Permission[] => permissions ?? allPermissions;

/** Which restrictions of a key a change loosens, in words. */
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

/** Whether all addresses of a network are another's. Either is an address or a CIDR. */
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
