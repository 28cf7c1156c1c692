import { Router } from 'express';
import { addRoute } from '../http/front-door/routes.ts';
import { bundledPage } from '../http/pages/bundled-page.ts';
import { StoredDocument, sendDocument } from '../http/pages/stored-document.ts';
import { openApiDocument, openApiDocumentAt } from './openapi.ts';

/** Allows this origin only, without inline scripts and styles. Swagger UI embeds its icons as `data:` URLs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Hosts whose OpenAPI document is cached with its own URL; for others the URL is relative. */
const HOSTS_MAX = 8;
const HOST = /^[\w.:[\]-]{1,255}$/;

export interface DocsOptions {
  /** The service's public URL; without one, the host of each request. */
  readonly publicUrl?: string | null;
}

/** Serves the OpenAPI document at `/openapi.json` and Swagger UI at `/docs`, both without a key. */
export function docsRouter({ publicUrl = null }: DocsOptions = {}): Router {
  const documentFor = openApiDocuments();
  const router = Router({ caseSensitive: true });
  addRoute(router, '/openapi.json', {
    get: (req, res) => {
      const host = req.get('host') ?? '';
      const url = publicUrl ?? (HOST.test(host) ? `${req.protocol}://${host}` : '/');
      return sendDocument(req, res, documentFor(url));
    },
  });
  router.use(bundledPage('docs', { contentSecurityPolicy }));
  return router;
}

/** The OpenAPI document by the service's URL. Callers choose the host they name, so few are kept, and none replaced. */
function openApiDocuments(): (url: string) => StoredDocument {
  // Generated on first use: a start should not wait for it.
  let document: ReturnType<typeof openApiDocument> | undefined;
  const stored = new Map<string, StoredDocument>();
  return (url) => {
    const at = stored.has(url) || stored.size < HOSTS_MAX ? url : '/';
    let known = stored.get(at);
    if (!known) {
      document ??= openApiDocument();
      const text = JSON.stringify(openApiDocumentAt(document, at));
      known = new StoredDocument('application/json; charset=utf-8', text);
      stored.set(at, known);
    }
    return known;
  };
}
