import { createRequire } from 'node:module';
import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { sendJson } from '../../http/json.ts';
import { nameRoute } from '../../http/logging.ts';
import { otherMethods } from '../../http/methods.ts';
import { openApiDocument, openApiDocumentAt } from '../openapi.ts';
import { pageHtml, startScript } from './page.ts';

const packageFile = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
const { version } = createRequire(import.meta.url)(packageFile) as { version: string };
const assetFiles = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];

/**
 * Everything comes from this origin. Swagger UI sets `style` attributes and carries its icons as `data:`
 * addresses; nothing is inline in scripts or evaluated from a string.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface DocsOptions {
  /** Where the service is reached from outside; without one it is wherever it was asked. */
  readonly publicUrl?: string | null;
}

/** Serves the contract at `/openapi.json` and a page to read and try it at `/docs`. Neither needs a key. */
export function docsRouter({ publicUrl = null }: DocsOptions = {}): Router {
  const document = openApiDocument();
  const router = Router({ caseSensitive: true });
  const page: Record<string, RequestHandler> = {
    '/openapi.json': (req, res) => {
      const host = req.get('host');
      const url = publicUrl ?? (host === undefined ? '/' : `${req.protocol}://${host}`);
      sendJson(res, 200, openApiDocumentAt(document, url));
    },
    '/docs': (_req, res) => {
      res.set('Content-Security-Policy', contentSecurityPolicy).type('html').send(pageHtml(version));
    },
    '/docs/start.js': (_req, res) => {
      res.type('js').send(startScript);
    },
  };
  for (const [place, handler] of Object.entries(page)) {
    router
      .route(place)
      .all(nameRoute(place))
      .get(handler)
      .all(otherMethods(['get']));
  }
  router.use(`/docs/assets/${version}`, assets());
  return router;
}

/** The address carries the library's version, so a browser never needs to ask for a file twice. */
function assets(): RequestHandler {
  const serve = express.static(path.dirname(packageFile), {
    index: false,
    setHeaders: (res) => res.setHeader('cache-control', 'public, max-age=31536000, immutable'),
  });
  return (req, res, next) => {
    if (assetFiles.includes(req.path.slice(1))) serve(req, res, next);
    else next();
  };
}
