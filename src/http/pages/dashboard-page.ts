import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { nameRoute } from '../requests/request-log.ts';
import { bundlesFolder, readTemplate } from './bundled-page.ts';
import { newNonce, pageHeaders } from './page-headers.ts';
import { immutableFiles, StoredDocument, sendDocument } from './stored-document.ts';

/** Placeholder for a response's nonce in the bundled HTML: the build's `html.cspNonce`. */
export const NONCE_PLACEHOLDER = '{{nonce}}';

/**
 * The dashboard's paths: below `/dashboard`, and the paths of links in emails. The pages parse their URLs, so the server
 * does not decode them: it would refuse wrongly encoded ones.
 */
const PAGES = ['/', /^\/dashboard(?:\/.+)?$/, '/reset-password', '/accept-invitation'];
const ICON_MAX_AGE_S = 24 * 60 * 60;

/**
 * Everything comes from this origin, and no script is inline. Mantine creates `<style>` elements for its theme's variables
 * and dialogs. They carry the response's nonce, so that other style elements have no effect.
 */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface DashboardOptions {
  /** Whether `/graphiql` is served, the target of `/graphql` in an address bar. */
  readonly publicDocs: boolean;
  /** The bundle's folder; the build's output by default. */
  readonly folder?: string;
}

/** Whether the request is a browser's navigation. API clients accept JSON or any type. */
const forPeople: RequestHandler = (req, res, next) => {
  res.vary('accept');
  const isForPerson =
    (req.method === 'GET' || req.method === 'HEAD') && req.accepts(['json', 'html']) === 'html';
  next(isForPerson ? undefined : 'router');
};

/**
 * The dashboard: at `/` for browsers, with its pages below `/dashboard/`, apart from the REST API's paths; also the icon,
 * and the redirect from `/graphql` in an address bar to GraphiQL. Other requests are passed on.
 */
export function dashboardPage({
  folder = path.join(bundlesFolder, 'dashboard'),
  publicDocs,
}: DashboardOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const icon = new StoredDocument('image/svg+xml', iconSvg);
  router.get(['/favicon.svg', '/favicon.ico'], nameRoute('/favicon.svg'), (req, res) =>
    sendDocument(req, res, icon, `public, max-age=${ICON_MAX_AGE_S}`),
  );
  // Asset names contain a hash of their content, so browsers may cache them for good.
  router.use('/dashboard/assets', pageHeaders, immutableFiles(path.join(folder, 'assets')));
  router.get(PAGES, forPeople, nameRoute('/'), pageHeaders, async (_req, res) => {
    const template = await readTemplate(path.join(folder, 'index.html'));
    if (template === undefined) {
      res
        .status(503)
        .type('text')
        .send('The dashboard is not built yet: run `npm run build:pages` and reload.\n');
      return;
    }
    const nonce = newNonce();
    res.set('Content-Security-Policy', contentSecurityPolicy(nonce));
    res.set('Cache-Control', 'no-store');
    res.type('html').send(template.replaceAll(NONCE_PLACEHOLDER, nonce));
  });
  if (publicDocs) {
    router.get('/graphql', forPeople, (req, res, next) => {
      // Clients also send queries by GET; only a URL without parameters is a person's.
      if (Object.keys(req.query).length > 0) return next();
      res.redirect(302, '/graphiql');
    });
  }
  return router;
}

/** A railway switch: one track becomes two. */
const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#1f4fd8"/>
<path d="M5 22h22M12 22c6 0 6-12 15-12" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/>
</svg>
`;
