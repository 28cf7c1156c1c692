import { type RequestHandler, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { hostNameOf } from '../../core/domains/domain-name.ts';
import { isOwnHost } from '../../core/domains/serving-hosts.ts';
import type { Context, RequestRecord } from '../../core/foundation/context.ts';
import { notFound } from '../../core/foundation/errors.ts';
import { readDomainAssociation, readOwnAssociation } from '../../core/wallets/domain-associations.ts';
import type { RequestHost } from '../requests/request-host.ts';
import { recordOf, requestIdOf } from '../requests/request-log.ts';
import { addRoute } from '../requests/routes.ts';

/** Apple's paths of the file, with and without an extension. */
const PATH = '/.well-known/apple-developer-merchantid-domain-association';
/** The route is public, so each host is looked up once in this time. */
const KEPT_MS = 10_000;
const HOSTS_MAX = 1_000;

/**
 * The file by which Apple verifies a merchant's domain. A host serves the file of the merchant that verified it; the
 * service's own host serves the only existing file.
 */
export function domainAssociation(
  contextFor: (requestId: string, record: RequestRecord) => Context,
  hostOf: RequestHost,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const kept = new LRUCache<string, { readonly at: number; readonly file: Promise<string | null> }>({
    max: HOSTS_MAX,
  });
  const fileAt = (ctx: Context, host: string): Promise<string | null> => {
    const name = hostNameOf(host);
    if (name === null) return Promise.resolve(null);
    const at = ctx.ports.now().getTime();
    const known = kept.get(name);
    if (known && at >= known.at && at < known.at + KEPT_MS) return known.file;
    const file = isOwnHost(ctx, host) ? readOwnAssociation(ctx) : readDomainAssociation(ctx, host);
    const now = { at, file };
    kept.set(name, now);
    file.catch(() => {
      if (kept.get(name) === now) kept.delete(name);
    });
    return file;
  };
  const get: RequestHandler = async (req, res) => {
    const file = await fileAt(contextFor(requestIdOf(res), recordOf(res)), hostOf(req));
    if (file === null) throw notFound('file');
    res.set('cache-control', 'no-cache').type('text/plain').send(file);
  };
  addRoute(router, PATH, { get });
  addRoute(router, `${PATH}.txt`, { get });
  return router;
}
