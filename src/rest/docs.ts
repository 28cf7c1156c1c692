import { readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { Router } from 'express';
import { notFound } from '../core/foundation/errors.ts';
import { bundledPage } from '../http/pages/bundled-page.ts';
import { StoredDocument, sendDocument } from '../http/pages/stored-document.ts';
import { addRoute } from '../http/requests/routes.ts';
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

/** The same folder whether this file runs as TypeScript from `src/` or compiled under `dist/`. */
const guides = path.join(path.dirname(findPackageJSON('.', import.meta.url)!), 'docs');

/**
 * Serves the OpenAPI document at `/openapi.json`, Swagger UI at `/docs` and the guides that it links to, such as
 * `/docs/events.md`, all without a key.
 */
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
  const guideNamed = guideDocuments();
  addRoute(router, '/docs/{guide}', {
    get: async (req, res) => sendDocument(req, res, await guideNamed(String(req.params.guide))),
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

/** The guides by their files' names, read once. They are plain text, which every browser shows. */
function guideDocuments(): (name: string) => Promise<StoredDocument> {
  const stored = new Map<string, StoredDocument>();
  return async (name) => {
    let known = stored.get(name);
    if (!known) {
      // Only a name that the folder lists is read: a path cannot leave it.
      const names = await readdir(guides).catch((): string[] => []);
      if (!name.endsWith('.md') || !names.includes(name)) throw notFound('guide');
      known = new StoredDocument('text/plain; charset=utf-8', await readFile(path.join(guides, name)));
      stored.set(name, known);
    }
    return known;
  };
}
