import type { Ports } from './ports/ports.ts';

/** The parameter for the merchant account in a link into the dashboard; the page removes it from its address. */
export const MERCHANT_PARAMETER = 'merchant';

/**
 * A link to a page of the dashboard, for messages. It names the merchant account, because the reader may belong to
 * several.
 *
 * @param path Below `/dashboard`, from `urlPath`: `/disputes/dp_1` or `/reports?report=rep_1`.
 */
export function dashboardLink(ports: Pick<Ports, 'publicUrl'>, merchantId: string, path: string): string {
  const link = new URL(`${ports.publicUrl()}/dashboard${path}`);
  link.searchParams.set(MERCHANT_PARAMETER, merchantId);
  return link.href;
}
