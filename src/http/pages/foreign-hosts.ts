import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { servesMerchant } from '../../core/domains/serving-hosts.ts';
import { type Context, type RequestRecord, withinMerchant } from '../../core/foundation/context.ts';
import { isAddressToken } from '../../core/foundation/cryptography.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import type { RequestHost } from '../requests/request-host.ts';
import { recordOf, requestIdOf } from '../requests/request-log.ts';

/** The path of a page with a token, as `tokenAddress` makes it, and the rest. Parts may be percent-encoded. */
export const tokenPath = /^\/([a-z]+)\/([^/]+)\/([^/]+)\/([^/]+)(\/.*)?$/;

/** The decoded parts of a path, as in routes; empty if a part cannot be decoded. */
function partsOf(path: string): readonly string[] {
  try {
    return (tokenPath.exec(path) ?? []).map((part) => decodeURIComponent(part ?? ''));
  } catch {
    return [];
  }
}

/** The pages' queries about hosts. */
export interface ServedHosts {
  readonly hostOf: RequestHost;
  /** Whether the request's host serves pages of the context's merchant. Logs the host if not. */
  readonly serves: (ctx: Context, request: Parameters<RequestHost>[0]) => Promise<boolean>;
}

/** The maximum number of hosts that one process reports. */
const REPORTED_MAX = 100;

export function servedHosts(hostOf: RequestHost, logger: Logger): ServedHosts {
  const reported = new Set<string>();
  return {
    hostOf,
    serves: async (ctx, request) => {
      const host = hostOf(request);
      const merchant_id = ctx.merchantId!;
      if (await servesMerchant(ctx, merchant_id, host)) return true;
      const key = `${merchant_id} ${host}`;
      if (!reported.has(key) && reported.size < REPORTED_MAX) {
        reported.add(key);
        logger.warn({ merchant_id, host }, 'a page was not served: the merchant has not proved its host');
      }
      return false;
    },
  };
}

/**
 * Removes other merchants' page tokens from the path on a merchant's host, so that the page responds as for an unknown URL.
 * Every page with a token passes through here.
 */
export function refuseForeignHosts(
  contextFor: (requestId: string, record: RequestRecord) => Context,
  { serves }: ServedHosts,
): RequestHandler {
  return async (req, res, next) => {
    const [, page = '', merchantId = '', objectId = '', token = '', rest = ''] = partsOf(req.path);
    if (page !== '' && isIdentifier(merchantId) && isIdentifier(objectId)) {
      const ctx = withinMerchant(contextFor(requestIdOf(res), recordOf(res)), merchantId);
      const isPage = isAddressToken(ctx.ports, page, merchantId, objectId, token);
      if (isPage && !(await serves(ctx, req))) {
        const query = req.url.slice(req.path.length);
        req.url = `/${page}/${merchantId}/${objectId}/-${rest}${query}`;
      }
    }
    next();
  };
}
