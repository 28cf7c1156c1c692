import type { Context } from '../foundation/context.ts';
import { EVERY_MERCHANT, readSettings } from '../reads/index.ts';
import { coveringNames, hostNameOf, isLocalName } from './domain-name.ts';

/** A domain that is proved, or has effect until its deadline. */
interface Proof {
  readonly domain_name: string;
  readonly verified: boolean;
  /** Whether it belongs to the requested merchant or its organization. */
  readonly own: boolean;
}

/** The owner of a host, as a merchant sees it: `nobody` includes hosts in another merchant's unproved settings. */
export type Claim = 'own' | 'other' | 'nobody';

const text = `select proofs from find_domain_proofs($1::text[], $2, $3::timestamptz)`;

/** Maximum number of hosts checked per merchant. */
const HOSTS_MAX = 500;

/**
 * Finds the owners of hosts for a merchant: the most specific proof that covers a host counts. Unproved names that still
 * have effect count until another merchant proves them. One indexed statement, cached for a second.
 */
export async function claimsOf(
  ctx: Context,
  merchantId: string,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, Claim>> {
  const named = new Map(
    hosts.slice(0, HOSTS_MAX).map((host) => {
      const name = hostNameOf(host);
      return [host, name === null ? [] : coveringNames(name)] as const;
    }),
  );
  const sought = [...new Set([...named.values()].flat())].sort();
  const proofs = sought.length === 0 ? [] : await readProofs(ctx, merchantId, sought);
  return new Map([...named].map(([host, names]) => [host, claimOn(names, proofs)]));
}

/** @param names The name of a host and its parent domains, most specific first. */
function claimOn(names: readonly string[], proofs: readonly Proof[]): Claim {
  const of = (name: string) => proofs.filter(({ domain_name: domain }) => domain === name);
  for (const name of names) {
    const proved = of(name).find(({ verified }) => verified);
    if (proved) return proved.own ? 'own' : 'other';
  }
  return names.some((name) => of(name).some(({ own }) => own)) ? 'own' : 'nobody';
}

function readProofs(ctx: Context, merchantId: string, sought: readonly string[]): Promise<readonly Proof[]> {
  return readSettings(ctx, EVERY_MERCHANT, ['domain_proofs', merchantId, ...sought], async () => {
    const values = [sought, merchantId, ctx.ports.now().toISOString()];
    const touches = { reads: ['domains', 'merchant_accounts'] };
    const [row] = await ctx.rows.query<{ proofs: Proof[] }>({ text, values, touches }, ctx.merchantId);
    return row?.proofs ?? [];
  });
}

/** Whether a host is the local machine, which needs no proof. */
export function isLocalHost(host: string): boolean {
  const name = hostNameOf(host);
  return name !== null && isLocalName(name);
}

/** The hosts in a merchant's settings that it, or its organization, has proved. Loopback needs no proof. */
export async function provedHosts(
  ctx: Context,
  merchantId: string,
  hosts: readonly string[],
): Promise<readonly string[]> {
  const foreign = hosts.filter((host) => !isLocalHost(host));
  const claims = foreign.length === 0 ? null : await claimsOf(ctx, merchantId, foreign);
  return hosts.filter((host) => isLocalHost(host) || claims?.get(host) === 'own');
}

/** Whether a merchant, or its organization, has proved a host. Loopback needs no proof. */
export async function isProved(ctx: Context, merchantId: string, host: string): Promise<boolean> {
  return (await provedHosts(ctx, merchantId, [host])).length > 0;
}
