import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { version } from '../../config/version.ts';
import { sendJson } from '../requests/responses.ts';
import { addRoute } from '../requests/routes.ts';
import { bundlesFolder } from './bundled-page.ts';
import { pageHeaders } from './page-headers.ts';

/** A script or style sheet of customers' pages, for the inventory of PCI DSS 6.4.3. */
export interface PageScript {
  /** The pages that load it. */
  readonly pages: readonly string[];
  /** Its URL; null for an inline one. */
  readonly address: string | null;
  readonly kind: 'script' | 'style';
  /** Its hash, as in `integrity`; null if no hash can be checked. */
  readonly integrity: string | null;
  /** Its purpose. */
  readonly reason: string;
  /** Its authorization: the mechanism that keeps the browser from running another script in its place. */
  readonly authorized_by: string;
}

/** The build's inventory file. */
export const inventoryFile = path.join(bundlesFolder, 'scripts.json');

/**
 * Serves the script inventory of customers' pages at `/js/pages.json`, with the base URL of those pages. Any page may read
 * it: a monitor compares its hashes with the served scripts, and `switchyard.js` reads the frames' base URL from it.
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
