import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { servesMerchant } from '../../core/domains/serving-hosts.ts';
import { type Context, type RequestRecord, withinMerchant } from '../../core/foundation/context.ts';
import { isAddressToken } from '../../core/foundation/cryptography.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import type { RequestHost } from '../front-door/request-host.ts';
import { recordOf, requestIdOf } from '../front-door/request-log.ts';

/** The path of a page with a token, as `tokenAddress` makes it, and the rest. Parts may be percent-encoded. */
export const tokenPath = /^\/([a-z]+)\/([^/]+)\/([^/]+)\/([^/]+)(\/.*)?$/;

/** The parts of a path decoded, as routes read them; empty if one cannot be. */
function partsOf(path: string): readonly string[] {
  try {
    return (tokenPath.exec(path) ?? []).map((part) => decodeURIComponent(part ?? ''));
  } catch {
    return [];
  }
}

/** What pages ask about hosts. */
export interface ServedHosts {
  readonly hostOf: RequestHost;
  /** Whether a page of the context's merchant is served at the host of a request. Reports the host to the log if not. */
  readonly serves: (ctx: Context, request: Parameters<RequestHost>[0]) => Promise<boolean>;
}

/** The most hosts that one process reports. */
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
 * Takes the tokens of pages of other merchants, at a host that is not theirs, out of the path: each page then answers as at
 * an address that leads nowhere. Every page that is reached with a token passes here, by its token.
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
