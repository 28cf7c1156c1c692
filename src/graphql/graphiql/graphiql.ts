import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { bundleFolder } from './bundle-folder.ts';
import type { PageSettings } from './page-settings.ts';

/**
 * Everything comes from this origin: scripts, workers, styles and requests.
 *
 * Two things need more than 'self': Monaco creates `<style>` elements and writes `style` attributes into the
 * lines it renders, hence inline styles; GraphiQL's style sheet carries its fonts and a few icons as `data:`
 * addresses. Scripts need no exception: nothing is inline, and nothing is evaluated from a string.
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

/** Serves GraphiQL at the path it is mounted on, entirely from the bundle that `build.ts` makes. */
export function graphiqlRouter(options: PageSettings): Router {
  const router = express.Router();
  router.use(setSecurityHeaders);

  // Asset names carry a hash of their content, so a browser never needs to ask for one twice.
  // The header is set here: one that the service gave every answer before would keep express's own away.
  const setHeaders = (res: Response) => res.set('Cache-Control', 'public, max-age=31536000, immutable');
  router.use('/assets', express.static(path.join(bundleFolder, 'assets'), { setHeaders }));

  router.get('/', async (req, res) => {
    const template = await readPageTemplate();
    if (template === undefined) {
      res
        .status(503)
        .type('text')
        .send('GraphiQL is not built yet: run `npm run build:graphiql` and reload.\n');
      return;
    }
    // The page may always be kept, but is checked against its ETag before each use.
    res
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(renderPage(template, req.baseUrl, options));
  });
  return router;
}

/** Read anew for each request, so that a rebuilt bundle shows without a restart. */
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
      // The page has no trailing slash in its address, so relative addresses would miss the mount path.
      .replaceAll('"./assets/', () => `"${mountPath}/assets/`)
      .replace('"{{settings}}"', () => settings)
  );
}
