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
 * Whether a host serves the pages of a merchant. The service's own host and the local machine serve every merchant; a
 * proved host serves only the merchant, or organization, that has proved it. An unproved host serves every merchant in
 * the environment `test`, or if its name is not in the public DNS; in `live` it serves none.
 */
export async function servesMerchant(ctx: Context, merchantId: string, host: string): Promise<boolean> {
  const name = hostNameOf(host);
  if (name === null || isLocalName(name) || isOwnHost(ctx, name)) return true;
  const claim = (await claimsOf(ctx, merchantId, [name])).get(name);
  if (claim !== 'nobody') return claim === 'own';
  return ctx.ports.environment === 'test' || !isPublicName(name);
}
