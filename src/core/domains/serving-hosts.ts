import type { Context } from '../foundation/context.ts';
import { hostNameOf, isLocalName, isPublicName } from './domain-name.ts';
import { claimsOf } from './proofs.ts';

/** Whether a host is the service's own, which serves every merchant's pages. Ports do not count. */
export function isOwnHost({ ports }: Context, host: string): boolean {
  const name = hostNameOf(host);
  return [new URL(ports.publicUrl()).host, new URL(ports.pagesUrl()).host, ...ports.serviceHosts].some(
    (own) => hostNameOf(own) === name,
  );
}

/**
 * Whether the pages of a merchant are served at a host: at the service's own and on the own machine those of every
 * merchant, and at a proved one those of the merchant, or organization, that has proved it. A host that nobody has proved
 * serves every merchant in the environment `test`, and where the public DNS does not know its name; in `live` it serves
 * nobody.
 */
export async function servesMerchant(ctx: Context, merchantId: string, host: string): Promise<boolean> {
  const name = hostNameOf(host);
  if (name === null || isLocalName(name) || isOwnHost(ctx, name)) return true;
  const claim = (await claimsOf(ctx, merchantId, [name])).get(name);
  if (claim !== 'nobody') return claim === 'own';
  return ctx.ports.environment === 'test' || !isPublicName(name);
}
