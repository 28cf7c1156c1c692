import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import { immutableFiles, StoredDocument, sendDocument } from '../../http/stored-document.ts';
import { bundleFolder } from './bundle-folder.ts';
import type { PageSettings } from './page-settings.ts';

/**
 * Scripts, workers, styles and requests are restricted to this origin, with two exceptions: Monaco creates `<style>`
 * elements and `style` attributes, hence inline styles; GraphiQL's style sheet contains fonts and icons as `data:` URLs.
 * No script is inline or evaluated from a string.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const setSecurityHeaders: RequestHandler = (_req, res, next) => {
  res.set({ 'Content-Security-Policy': contentSecurityPolicy, 'X-Content-Type-Options': 'nosniff' });
  next();
};

/** Serves GraphiQL at the path it is mounted on, entirely from the bundle that `build.ts` builds. */
export function graphiqlRouter(options: PageSettings): Router {
  const router = express.Router();
  router.use(setSecurityHeaders);

  // Asset names contain a hash of their content, so browsers may cache them for good.
  router.use(
    '/assets',
    immutableFiles(path.join(bundleFolder, 'assets'), () => true),
  );

  let page: { readonly template: string; readonly document: StoredDocument } | undefined;
  router.get('/', async (req, res) => {
    const template = await readPageTemplate();
    if (template === undefined) {
      res
        .status(503)
        .type('text')
        .send('GraphiQL is not built yet: run `npm run build:graphiql` and reload.\n');
      return;
    }
    if (page?.template !== template) {
      const html = renderPage(template, req.baseUrl, options);
      page = { template, document: new StoredDocument('text/html; charset=utf-8', html) };
    }
    await sendDocument(req, res, page.document);
  });
  return router;
}

/** Read for each request, so that a rebuilt bundle is served without a restart. */
async function readPageTemplate(): Promise<string | undefined> {
  try {
    return await readFile(path.join(bundleFolder, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function renderPage(template: string, mountPath: string, { endpoint, tabs }: PageSettings): string {
  // Escaping `<` keeps any text in the settings from closing the element that holds them.
  const settings = JSON.stringify({ endpoint, tabs } satisfies PageSettings).replaceAll('<', '\\u003c');
  return (
    template
      // The page's URL has no trailing slash, so relative URLs would miss the mount path.
      .replaceAll('"./assets/', () => `"${mountPath}/assets/`)
      .replace('"{{settings}}"', () => settings)
  );
}
