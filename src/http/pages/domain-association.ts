import { type RequestHandler, Router } from 'express';
import type { Context, RequestRecord } from '../../core/foundation/context.ts';
import { notFound } from '../../core/foundation/errors.ts';
import {
  type DomainAssociations,
  readDomainAssociations,
} from '../../core/session-tokens/domain-associations.ts';
import { recordOf, requestIdOf } from '../front-door/request-log.ts';
import { addRoute } from '../front-door/routes.ts';

const isOwnHost = ({ pagesUrl, publicUrl }: Context['ports'], host: string): boolean =>
  [pagesUrl(), publicUrl()].some((url) => new URL(url).host === host);

/** Where Apple looks for the file, with and without an extension. */
const PATH = '/.well-known/apple-developer-merchantid-domain-association';
/** Anybody may ask: the accounts are read once in this time. */
const KEPT_MS = 10_000;

/**
 * The file by which Apple verifies that a domain is a merchant's. A host that a profile's payment links name has the file of
 * that profile's account; the service's own host has the only file there is.
 */
export function domainAssociation(contextFor: (requestId: string, record: RequestRecord) => Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let kept: { readonly at: number; readonly files: Promise<DomainAssociations> } | undefined;
  const filesOf = (ctx: Context): Promise<DomainAssociations> => {
    const at = ctx.ports.now().getTime();
    if (kept && at >= kept.at && at < kept.at + KEPT_MS) return kept.files;
    const files = readDomainAssociations(ctx);
    const now = { at, files };
    kept = now;
    files.catch(() => {
      if (kept === now) kept = undefined;
    });
    return files;
  };
  const get: RequestHandler = async (req, res) => {
    const ctx = contextFor(requestIdOf(res), recordOf(res));
    const { atOwnHost, byDomain } = await filesOf(ctx);
    const host = (req.get('host') ?? '').toLowerCase();
    const file =
      byDomain.get(host) ??
      byDomain.get(host.replace(/:\d+$/, '')) ??
      (isOwnHost(ctx.ports, host) ? atOwnHost : null);
    if (file === null) throw notFound('file');
    res.set('cache-control', 'no-cache').type('text/plain').send(file);
  };
  addRoute(router, PATH, { get });
  addRoute(router, `${PATH}.txt`, { get });
  return router;
}
