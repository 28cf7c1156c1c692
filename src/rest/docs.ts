import { createRequire } from 'node:module';
import path from 'node:path';
import { Router } from 'express';
import { addRoute } from '../http/routes.ts';
import { immutableFiles, StoredDocument, sendDocument } from '../http/stored-document.ts';
import { openApiDocument, openApiDocumentAt } from './openapi.ts';

const packageFile = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
const { version } = createRequire(import.meta.url)(packageFile) as { version: string };
const assetFiles = ['swagger-ui-bundle.js', 'swagger-ui.css'];

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

/** Hosts for which the OpenAPI document is kept with its own URL; for others the URL is relative. */
const HOSTS_MAX = 8;
const HOST = /^[\w.:[\]-]{1,255}$/;

export interface DocsOptions {
  /** The service's public URL; without one, the host of each request. */
  readonly publicUrl?: string | null;
}

/** Serves the OpenAPI document at `/openapi.json` and Swagger UI at `/docs`, both without a key. */
export function docsRouter({ publicUrl = null }: DocsOptions = {}): Router {
  const documentFor = openApiDocuments();
  const page = new StoredDocument('text/html; charset=utf-8', pageHtml(version));
  const script = new StoredDocument('text/javascript; charset=utf-8', startScript);
  const router = Router({ caseSensitive: true });
  addRoute(router, '/openapi.json', {
    get: (req, res) => {
      const host = req.get('host') ?? '';
      const url = publicUrl ?? (HOST.test(host) ? `${req.protocol}://${host}` : '/');
      return sendDocument(req, res, documentFor(url));
    },
  });
  addRoute(router, '/docs', {
    get: (req, res) => sendDocument(req, res.set('Content-Security-Policy', contentSecurityPolicy), page),
  });
  addRoute(router, '/docs/start.js', { get: (req, res) => sendDocument(req, res, script) });
  // The path contains the library's version, so its files can be cached forever.
  router.use(
    `/docs/assets/${version}`,
    immutableFiles(path.dirname(packageFile), (name) => assetFiles.includes(name)),
  );
  return router;
}

/** The OpenAPI document by the service's URL. Callers choose the host they name, so few are kept, and none replaced. */
function openApiDocuments(): (url: string) => StoredDocument {
  // Made when it is first asked for: a start should not wait for it.
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

/** The API reference page. URLs are absolute, because its path may end with a slash or not. */
export function pageHtml(version: string): string {
  const assets = `/docs/assets/${version}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Switchyard API reference</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg">
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
