import { createRequire } from 'node:module';
import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { sendJson } from '../http/responses.ts';
import { addRoute } from '../http/routes.ts';
import { openApiDocument, openApiDocumentAt } from './openapi.ts';

const packageFile = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
const { version } = createRequire(import.meta.url)(packageFile) as { version: string };
const assetFiles = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];

/**
 * Allows this origin alone. Swagger UI sets `style` attributes and embeds its icons as `data:` URLs, but needs
 * neither inline scripts nor `eval`.
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
  /** The service's public URL; without one, the host of each request. */
  readonly publicUrl?: string | null;
}

/** Serves the OpenAPI document at `/openapi.json` and Swagger UI at `/docs`, both without a key. */
export function docsRouter({ publicUrl = null }: DocsOptions = {}): Router {
  const document = openApiDocument();
  const router = Router({ caseSensitive: true });
  addRoute(router, '/openapi.json', {
    get: (req, res) => {
      const host = req.get('host');
      const url = publicUrl ?? (host === undefined ? '/' : `${req.protocol}://${host}`);
      sendJson(res, 200, openApiDocumentAt(document, url));
    },
  });
  addRoute(router, '/docs', {
    get: (_req, res) => {
      res.set('Content-Security-Policy', contentSecurityPolicy).type('html').send(pageHtml(version));
    },
  });
  addRoute(router, '/docs/start.js', {
    get: (_req, res) => {
      res.type('js').send(startScript);
    },
  });
  router.use(`/docs/assets/${version}`, assets());
  return router;
}

/** The path contains the library's version, so its files can be cached forever. */
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

/** The API reference page. URLs are absolute, because its path may end with a slash or not. */
export function pageHtml(version: string): string {
  const assets = `/docs/assets/${version}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Switchyard API reference</title>
    <link rel="icon" type="image/png" href="${assets}/favicon-32x32.png">
    <link rel="stylesheet" href="${assets}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${assets}/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
}

/**
 * Starts Swagger UI. It does not persist entered keys, and `validatorUrl` is null because Swagger UI would otherwise
 * send the document to a public validator.
 */
export const startScript = `SwaggerUIBundle(${JSON.stringify(
  {
    url: '/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    requestSnippetsEnabled: true,
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    validatorUrl: null,
  },
  null,
  2,
)});
`;
