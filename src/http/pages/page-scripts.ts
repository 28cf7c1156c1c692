import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { version } from '../../config/version.ts';
import { sendJson } from '../front-door/responses.ts';
import { addRoute } from '../front-door/routes.ts';
import { bundlesFolder } from './bundled-page.ts';
import { pageHeaders } from './page-headers.ts';

/** A script or a style sheet of customers' pages, as PCI DSS 6.4.3 has them listed. */
export interface PageScript {
  /** The pages that load it. */
  readonly pages: readonly string[];
  /** Its address; null for one that is written into the page. */
  readonly address: string | null;
  readonly kind: 'script' | 'style';
  /** Its hash as in `integrity`; null if it has none that could be checked. */
  readonly integrity: string | null;
  /** Why the page needs it. */
  readonly reason: string;
  /** What authorizes it: what keeps the browser from running another in its place. */
  readonly authorized_by: string;
}

/** Where the build writes the inventory. */
export const inventoryFile = path.join(bundlesFolder, 'scripts.json');

/**
 * Serves the inventory of the scripts of customers' pages at `/js/pages.json`, with the base URL of those pages. Any page may
 * read it: a monitor compares its hashes with those of what is served, and `switchyard.js` asks it where frames lead.
 */
export function pageScripts(pagesUrl: () => string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const send: RequestHandler = async (_req, res) => {
    const scripts = JSON.parse(await readFile(inventoryFile, 'utf8')) as readonly PageScript[];
    res.set('access-control-allow-origin', '*').set('cross-origin-resource-policy', 'cross-origin');
    sendJson(res, 200, { version, pages_url: pagesUrl(), scripts });
  };
  addRoute(router, '/js/pages.json', { get: [pageHeaders, send] });
  return router;
}
